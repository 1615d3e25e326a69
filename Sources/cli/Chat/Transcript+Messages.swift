import Tern
import TernChat
import TernJSON

extension Transcript {
  /// A conversation as sessions have it.
  init(_ messages: [ChatMessage]) {
    self.init()
    for message in messages {
      let text = Transcript.Segment.text(.init(content: message.text))
      switch message.role {
      case .system, .developer:
        // Instructions stand at the beginning, and there once.
        if case .instructions(var instructions)? = first {
          instructions.segments.append(text)
          self[startIndex] = .instructions(instructions)
        } else {
          insert(.instructions(.init(segments: [text], toolDefinitions: [])), at: startIndex)
        }
      case .user: append(.prompt(.init(segments: [text])))
      case .assistant: append(contentsOf: Transcript.entries(of: message, text))
      case .tool:
        let call = lastCall(message.toolCallID)
        append(
          .toolOutput(
            .init(
              id: call?.id ?? message.toolCallID ?? "",
              toolName: message.name ?? call?.toolName ?? "", segments: [text])))
      }
    }
  }

  private static func entries(of message: ChatMessage, _ text: Segment) -> [Entry] {
    var entries: [Entry] = []
    if let reasoning = message.reasoning {
      entries.append(
        Entry(reasoning: .init(segments: [.text(.init(content: reasoning))])))
    }
    if !message.content.isEmpty || message.toolCalls.isEmpty {
      entries.append(.response(.init(assetIDs: [], segments: [text])))
    }
    if !message.toolCalls.isEmpty {
      let calls = message.toolCalls.enumerated().map { index, call in
        ToolCall(
          id: call.id ?? "call-\(index)", toolName: call.name,
          arguments: GeneratedContent(json: .object(call.arguments)))
      }
      entries.append(.toolCalls(.init(calls)))
    }
    return entries
  }

  /// The call that a result is of: the one with its id, or the first without a result.
  private func lastCall(_ id: String?) -> ToolCall? {
    for (place, entry) in zip(indices, self).reversed() {
      guard case .toolCalls(let calls) = entry else { continue }
      let results = self[place...].filter { if case .toolOutput = $0 { true } else { false } }
      return calls.first { $0.id == id } ?? calls.dropFirst(results.count).first
    }
    return nil
  }
}
