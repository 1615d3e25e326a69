import Tern
import TernChat
import TernJSON

extension Transcript {
  /// Where turns begin: the places of the prompts.
  var turns: [Int] {
    indices.filter { if case .prompt = self[$0] { true } else { false } }
  }

  /// The transcript without so many of its oldest turns; the instructions stay.
  func forgetting(turns count: Int) -> Transcript {
    let turns = turns
    guard count > 0, let first = turns.first else { return self }
    var rest = self
    rest.removeSubrange(first..<(turns.dropFirst(count).first ?? endIndex))
    return rest
  }

  /// Takes back the last turn; its prompt, where there is one.
  mutating func removeLastTurn() -> Prompt? {
    guard let last = turns.last, case .prompt(let prompt) = self[last] else { return nil }
    removeSubrange(last...)
    return prompt
  }

  /// Puts text before what the transcript begins with.
  mutating func begin(with text: String) {
    let segment = Segment.text(.init(content: text))
    if case .instructions(var instructions)? = first {
      instructions.segments.insert(segment, at: 0)
      self[startIndex] = .instructions(instructions)
    } else {
      insert(.instructions(.init(segments: [segment], toolDefinitions: [])), at: startIndex)
    }
  }

  /// The transcript with the tools of a session in its instructions.
  func offering(_ tools: [any Tool]) -> Transcript {
    let definitions = tools.map { ToolDefinition(tool: $0) }
    var transcript = self
    if case .instructions(var instructions)? = first {
      guard instructions.toolDefinitions != definitions else { return self }
      instructions.toolDefinitions = definitions
      transcript[startIndex] = .instructions(instructions)
    } else if !definitions.isEmpty {
      let instructions = Instructions(segments: [], toolDefinitions: definitions)
      transcript.insert(.instructions(instructions), at: startIndex)
    }
    return transcript
  }
}

extension [Transcript.Entry] {
  /// What may stay of a turn that was stopped.
  ///
  /// It ends with what was answered, and every call has its result; nothing stays where nothing was
  /// answered.
  var stoppedTurn: [Transcript.Entry] {
    let answer = lastIndex { entry in
      if case .response(let response) = entry { !response.text.isEmpty } else { false }
    }
    guard let answer else { return [] }
    let outputs = Set(
      compactMap { entry in if case .toolOutput(let output) = entry { output.id } else { nil } })
    return self[...answer].filter { entry in
      if case .toolCalls(let calls) = entry {
        calls.allSatisfy { outputs.contains($0.id) }
      } else {
        true
      }
    }
  }

  /// What was answered, thought and called in a turn, as `respond` prints it.
  var document: JSON {
    var answer = ToolAnswer()
    for entry in self {
      switch entry {
      case .response(let response): answer.content = response.text
      case .toolCalls(let calls):
        answer.calls += calls.map {
          ToolCall(name: $0.toolName, arguments: $0.arguments.json.object ?? [:])
        }
      case .reasoning(let thought): answer.reasoning += "\(thought)"
      default: break
      }
    }
    return answer.document
  }
}

extension ResponseDetails {
  /// What `respond` prints of an answer's tokens.
  var document: JSON {
    [
      "text": .string(text),
      "tokens": .array(tokens.map { JSON(Int($0)) }),
      "forced_tokens": JSON(forcedTokens),
      "prompt_tokens": JSON(promptTokens),
      "pp_per_s": JSON(promptRate) ?? .null,
      "tg_per_s": JSON(answerRate) ?? .null,
      "finish": .string(finish),
      "seed": JSON(seed),
    ]
  }
}
