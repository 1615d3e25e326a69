import Foundation

/// Why a ``ScriptedLanguageModel`` could not answer.
public enum ScriptedLanguageModelError: Error, Sendable, Equatable {
  /// The script has no answer for the request with this number, from 0.
  case noAnswerLeft(request: Int, prompt: String)
  /// No placeholder is known for what the schema asks at a place.
  case noPlaceholder(keyword: String, path: String)
}

extension ScriptedLanguageModelError: LocalizedError, CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .noAnswerLeft(let request, let prompt):
      "the script has no answer for request \(request), whose prompt is \"\(prompt)\""
    case .noPlaceholder(let keyword, let path):
      "no placeholder satisfies \"\(keyword)\" at \(path.isEmpty ? "the root" : path)"
    }
  }

  /// What happened, in one line.
  public var errorDescription: String? { description }
}
