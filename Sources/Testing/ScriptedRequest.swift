import TernSession

/// What a ``ScriptedLanguageModel`` was asked.
public struct ScriptedRequest: Sendable {
  /// How a request ended.
  public enum Outcome: Sendable {
    /// The answer was given to its end.
    case answered
    /// The request was cancelled.
    case cancelled
    /// The request ended with this error.
    case failed(any Error)
  }

  /// The number of the request, from 0.
  public let index: Int
  /// The request as the session made it.
  public let request: LanguageModelExecutorGenerationRequest
  /// How it ended; `nil` while it is being answered.
  public internal(set) var outcome: Outcome?

  init(index: Int, request: LanguageModelExecutorGenerationRequest) {
    self.index = index
    self.request = request
  }

  /// The conversation that the model was to continue.
  public var transcript: Transcript { request.transcript }

  /// The text of the last prompt.
  public var prompt: String {
    for entry in transcript.reversed() {
      if case .prompt(let prompt) = entry { return prompt.segments.text }
    }
    return ""
  }

  /// The text of the instructions; `nil` where there are none.
  public var instructions: String? {
    for entry in transcript {
      if case .instructions(let instructions) = entry { return instructions.segments.text }
    }
    return nil
  }

  /// The texts of the outputs of tools with which the transcript ends.
  public var toolOutputs: [String] {
    var outputs: [String] = []
    for entry in transcript.reversed() {
      guard case .toolOutput(let output) = entry else { break }
      outputs.append(output.segments.text)
    }
    return outputs.reversed()
  }

  /// The names of the tools that may be called.
  public var toolNames: [String] { request.enabledToolDefinitions.map(\.name) }

  /// The schema of the answer; `nil` for free text.
  public var schema: GenerationSchema? { request.schema }

  /// The generation options of the request.
  public var options: GenerationOptions { request.generationOptions }
}

extension [Transcript.Segment] {
  /// The segments' texts, each beginning a line; values as JSON.
  var text: String {
    map { segment in
      switch segment {
      case .text(let text): text.content
      case .structure(let structure): structure.content.jsonString
      default: segment.description
      }
    }.joined(separator: "\n")
  }
}
