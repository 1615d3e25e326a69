public import Foundation

/// Why a server gave no answer, or one that a session cannot use.
public enum RemoteLanguageModelError: LocalizedError, Sendable, Equatable {
  /// There is no connection to the server, after all repetitions; the text says why.
  case unreachable(String)
  /// The server does not accept the key (status 401 or 403).
  case unauthorized(message: String)
  /// The server refuses the request (another status from 400 on); the text is the server's.
  case refused(status: Int, code: String?, message: String)
  /// The connection broke, or the answer ended, before the model had finished.
  case brokenOff(String)
  /// The answer does not follow the protocol; the text says where and why.
  case unreadable(String)
  /// The model called a tool that the request does not have.
  case unknownTool(name: String)
  /// The arguments of a call are not an object, or do not satisfy the tool's parameters.
  case invalidArguments(tool: String, reason: String)
  /// The answer does not satisfy the schema.
  case invalidAnswer(schemaName: String, reason: String)

  /// A sentence for people.
  public var errorDescription: String? {
    switch self {
    case .unreachable(let reason): "The server cannot be reached: \(reason)."
    case .unauthorized(let message): "The server does not accept the key: \(message)"
    case .refused(let status, _, let message): "The server answers \(status): \(message)"
    case .brokenOff(let reason): "The answer broke off: \(reason)."
    case .unreadable(let reason): "The server's answer cannot be read: \(reason)."
    case .unknownTool(let name): "The model called \"\(name)\", which is no tool of the request."
    case .invalidArguments(let tool, let reason):
      "The arguments of \"\(tool)\" are wrong: \(reason)."
    case .invalidAnswer(let name, let reason):
      "The answer does not satisfy the schema \"\(name)\": \(reason)."
    }
  }
}
