import TernFormat

/// A model's file that was found on this machine; nothing of it is read.
package struct FoundModel: Sendable {
  /// A short name that no other model of the catalog has, on one line.
  package internal(set) var name: String
  /// Further names by which it can be asked for, the short ones first.
  package internal(set) var aliases: [String]
  /// The file, or the first part of a split one.
  package let path: String
  /// Where it was found.
  package let place: ModelPlace.Kind
  /// Where the same file was found again.
  package internal(set) var otherPaths: [String] = []
}

/// Something that is no model, or cannot be looked at, and why.
package struct ModelProblem: Sendable, Equatable {
  package let path: String
  /// A few words on one line.
  package let reason: String

  package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
}

/// A model as a place has it: by names from the usual to the full one.
struct ModelCandidate {
  let path: String
  let place: ModelPlace.Kind
  /// At least one; the later ones tell apart what the first does not.
  let names: [String]
  /// Names that may be asked for, but are not shown.
  var further: [String] = []
  /// The SHA-256 of the file's bytes, in 64 hexadecimal digits, where its place tells it.
  var digest: String?

  init(
    _ path: String, _ place: ModelPlace.Kind, names: [String], further: [String] = [],
    digest: String? = nil
  ) {
    (self.path, self.place, self.digest) = (path, place, digest)
    self.names = names.map(\.onOneLine)
    self.further = further.map(\.onOneLine)
  }
}

/// What a place holds.
struct PlaceContent {
  var models: [ModelCandidate] = []
  var problems: [ModelProblem] = []
}

extension String {
  /// The text with a question mark for every control character and line end.
  fileprivate var onOneLine: String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    guard unicodeScalars.contains(where: isControl) else { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { isControl($0) ? "?" : $0 }))
  }
}
