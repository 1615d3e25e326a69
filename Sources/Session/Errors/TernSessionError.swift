import Foundation

/// Errors of sessions for which FoundationModels has no case.
public enum TernSessionError: LocalizedError, Equatable {
  /// The model called tools in all rounds that ``TernSessionOptions/maximumToolRounds`` allows, and
  /// once more when it should have answered.
  case toolRoundLimitExceeded(rounds: Int)
  /// The model called a tool that the session does not have.
  case unknownTool(name: String, available: [String])
  /// A tool must be called, but the session has none.
  case noToolToCall
  /// The session's profile names no model, and the library that was imported has none of its own.
  case noModel
  /// The model has called tools instead of answering with a value, and the session returns calls
  /// (``TernSessionOptions/toolExecution``); the transcript ends with them.
  case toolCallsReturned([Transcript.ToolCall])
  /// There is nothing to answer: the transcript ends with neither a prompt nor outputs of tools.
  case nothingToAnswer
  /// The tool is only declared (``DeclaredTool``), so nothing can run it.
  case toolIsOnlyDeclared(name: String)

  /// A sentence for people.
  public var errorDescription: String? {
    switch self {
    case .toolRoundLimitExceeded(let rounds):
      "The model still called tools after \(rounds) rounds of calls."
    case .unknownTool(let name, let available):
      "The model called the tool \"\(name)\"; there are: \(available.joined(separator: ", "))."
    case .noToolToCall: "A tool call is required, but the session has no tools."
    case .noModel: "The session's profile names no model."
    case .toolCallsReturned(let calls):
      "The model called tools instead of answering: "
        + calls.map(\.toolName).joined(separator: ", ") + "."
    case .nothingToAnswer:
      "There is nothing to answer: the transcript ends with neither a prompt nor a tool's output."
    case .toolIsOnlyDeclared(let name):
      "The tool \"\(name)\" is only declared: the session cannot run it."
    }
  }
}
