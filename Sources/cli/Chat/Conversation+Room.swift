import Foundation
import Tern

extension Conversation {
  /// Forgets the oldest turns as far as the message needs it; a quarter of the context, or what the
  /// answer may take, is left for the answer where that is possible.
  func makeRoom(for message: String) async throws {
    let transcript = session.transcript
    let prompt = Transcript.Prompt(segments: [.text(.init(content: message))], options: options)
    let context = model.contextSize
    let room = min(options.maximumResponseTokens ?? context, context / 4)
    func size(without turns: Int) async throws -> Int {
      let rest = transcript.forgetting(turns: turns) + [.prompt(prompt)]
      return try await model.promptTokenCount(for: rest)
    }
    // The fewest turns without which there is room; counts fall with the turns.
    var range = 0...transcript.turns.count
    while range.lowerBound < range.upperBound {
      let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
      if try await size(without: middle) + room <= context {
        range = range.lowerBound...middle
      } else {
        range = (middle + 1)...range.upperBound
      }
    }
    let tokens = try await size(without: range.lowerBound)
    guard tokens < context else {
      throw ConversationError.tooLong(tokens: tokens, context: context)
    }
    forget(turns: range.lowerBound)
  }

  /// Goes on without the oldest turns, and says so; whether there were any.
  @discardableResult
  func forget(turns count: Int) -> Bool {
    let number = min(count, session.transcript.turns.count)
    guard number > 0 else { return false }
    goOn(from: session.transcript.forgetting(turns: number))
    Output.note("(the oldest turns are forgotten: \(number))")
    return true
  }

  func goOn(from transcript: Transcript) {
    session = LanguageModelSession(model: model, tools: tools, transcript: transcript)
  }
}

extension Error {
  /// Whether a conversation had no room in the context.
  var isContextOverflow: Bool {
    switch self as any Error {
    case LanguageModelError.contextSizeExceeded,
      LanguageModelSession.GenerationError.exceededContextWindowSize:
      true
    default: false
    }
  }
}

/// Why something cannot be done in a conversation.
enum ConversationError: LocalizedError {
  case tooLong(tokens: Int, context: Int)
  case otherFile
  case folder

  var errorDescription: String? {
    switch self {
    case .tooLong(let tokens, let context):
      "the message takes \(tokens) tokens, but the context has \(context)"
    case .otherFile: "the file is there, and holds no session"
    case .folder: "it is a folder"
    }
  }
}
