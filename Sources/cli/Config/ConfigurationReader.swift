import Tern
import TernJSON

/// Reads the values of a file of defaults as the command line would have them.
struct ConfigurationReader {
  private let path: String
  private let environment: SystemEnvironment

  init(_ path: String, _ environment: SystemEnvironment) {
    (self.path, self.environment) = (path, environment)
  }

  /// The members of the file, or of a section of it.
  func members(_ value: JSON, of section: String?) throws(ConfigurationError) -> JSONObject {
    guard let members = value.object else {
      throw .wrongType(path: path, key: section ?? "", expected: "an object")
    }
    return members
  }

  /// What the file says of an option, which every one of that name must be able to take.
  ///
  /// - Parameters:
  ///   - options: Those that may stand here.
  ///   - sections: Names of sections that may stand here.
  func entry(
    _ value: JSON, for key: String, in section: String?, options: [any DeclaredOption],
    sections: [String]
  ) throws(ConfigurationError) -> Configuration.Entry {
    let full = section.map { "\($0).\(key)" } ?? key
    let named = options.filter { $0.declaration.settingName == key }
    guard !named.isEmpty else {
      if sections.contains(key) {
        throw .wrongType(path: path, key: full, expected: "an object")
      }
      let known = options.map(\.declaration.settingName) + sections
      let nearest = NearestNames.of(key, among: Array(Set(known)).sorted(), count: 1).first
      throw .unknownKey(path: path, key: full, nearest: nearest)
    }
    var words: [String]?
    for option in named {
      words = try self.words(value, option.declaration, full)
      guard let words else { continue }
      do throws(OptionError) { try option.check(words) } catch {
        throw .unfit(path: path, key: full, error)
      }
    }
    return Configuration.Entry(value: value, words: words)
  }

  /// A value as the words of the command line; `nil` for a switch that is off.
  private func words(
    _ value: JSON, _ option: OptionDeclaration, _ key: String
  ) throws(ConfigurationError) -> [String]? {
    guard option.placeholder != nil else {
      guard let isOn = value.bool else {
        throw .wrongType(path: path, key: key, expected: "true or false")
      }
      return isOn ? [] : nil
    }
    var words: [String] = []
    for value in option.repeats ? value.array ?? [value] : [value] {
      guard let word = word(value, option) else {
        let one = option.kind.words
        throw .wrongType(
          path: path, key: key, expected: option.repeats ? "\(one), or a list of them" : one)
      }
      words.append(word)
    }
    return words
  }

  private func word(_ value: JSON, _ option: OptionDeclaration) -> String? {
    switch value {
    case .number(let number) where option.kind != .text: number.text
    case .string(let text) where option.kind != .number:
      option.isPath ? environment.expandingTilde(text) : text
    default: nil
    }
  }
}

extension OptionDeclaration {
  /// Whether its value is a path, in which a tilde is the home folder.
  fileprivate var isPath: Bool {
    ["FILE", "DIR", "PATH", "MODEL"].contains { placeholder?.hasSuffix($0) == true }
  }
}

/// Why the file of defaults cannot be used.
enum ConfigurationError: Error, CustomStringConvertible {
  case unreadable(String)
  case notJSON(path: String, String)
  /// No verb has such an option, or none that may stand in the file.
  case unknownKey(path: String, key: String, nearest: String?)
  /// The value is of the wrong type of JSON; the key of the whole file is empty.
  case wrongType(path: String, key: String, expected: String)
  /// The option cannot be so.
  case unfit(path: String, key: String, OptionError)

  var description: String {
    switch self {
    case .unreadable(let reason): reason
    case .notJSON(let path, let reason): "\(path) is not JSON: \(reason)"
    case .unknownKey(let path, let key, let nearest):
      "\(path): there is no option '\(key)'"
        + (nearest.map { "; the nearest is '\($0)'" } ?? "")
    case .wrongType(let path, "", let expected): "\(path) must be \(expected)"
    case .wrongType(let path, let key, let expected): "\(path): '\(key)' must be \(expected)"
    case .unfit(let path, let key, .unfit(_, let expected, let found)):
      "\(path): '\(key)' takes \(expected), not '\(found)'"
    case .unfit(let path, let key, let error): "\(path): '\(key)': \(error)"
    }
  }
}
