import Foundation

/// Why a conversation in the form of chat messages cannot be read.
public struct TranscriptMessageError: Error, Sendable, Equatable {
  /// Where the fault is: a JSON pointer within the messages, or within the tools behind `/tools`.
  public var place: String
  /// What is wrong there.
  public var reason: Reason

  /// What can be wrong with messages and tools.
  public enum Reason: Sendable, Equatable {
    /// The text is no JSON; the error says where and why.
    case notJSON(String)
    /// There is something else where an array must be.
    case notAnArray
    /// There is something else where an object must be.
    case notAnObject
    /// The message has no role, or one that is not known.
    case unknownRole(String?)
    /// The content is neither text, nor null, nor a list of parts.
    case unreadableContent
    /// Parts of this type have no place in a transcript.
    case unsupportedPart(String?)
    /// The address of an image is missing, or is no URL.
    case unreadableImage
    /// A call or a tool has no name.
    case noName
    /// The arguments of a call are neither an object nor the text of one.
    case unreadableArguments
    /// The parameters of a tool are no JSON Schema; the text says why.
    case unreadableParameters(String)
    /// Two tools have this name.
    case repeatedName(String)
  }

  package init(_ reason: Reason, at place: String) {
    self.place = place
    self.reason = reason
  }
}

extension TranscriptMessageError: LocalizedError, CustomStringConvertible {
  /// The place and what is wrong there, in one line.
  public var description: String {
    "messages\(place): " + reason.text
  }

  /// The place and what is wrong there, in one line.
  public var errorDescription: String? { description }
}

extension TranscriptMessageError.Reason {
  fileprivate var text: String {
    switch self {
    case .notJSON(let reason): "not JSON: \(reason)"
    case .notAnArray: "not an array"
    case .notAnObject: "not an object"
    case .unknownRole(let name):
      (name.map { "there is no role '\($0.prefix(100))'" } ?? "the message has no role")
        + "; known: system, developer, user, assistant, tool"
    case .unreadableContent: "neither text nor a list of parts"
    case .unsupportedPart(let type):
      type.map { "parts of type '\($0.prefix(100))' are not known" } ?? "the part has no type"
    case .unreadableImage: "the image has no address"
    case .noName: "the name is missing"
    case .unreadableArguments: "the arguments are neither an object nor the text of one"
    case .unreadableParameters(let reason): "no JSON Schema: \(reason)"
    case .repeatedName(let name): "two tools have the name '\(name.prefix(100))'"
    }
  }
}
