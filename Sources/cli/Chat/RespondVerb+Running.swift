import Tern
import TernChat
import TernJSON

extension Verb {
  /// Answers a prompt in a session that runs the tools which the model calls.
  static func respondRunning(_ listed: [ListedTool], _ arguments: Arguments) async throws {
    for name in ["--regex", "--choice", "--choices", "--whitespace", "--order"]
    where arguments.has(name) {
      throw CommandFailure.usage("\(name) and tools that run exclude each other")
    }
    let printsJSON = arguments.has("--json")
    var options = try arguments.sessionOptions()
    var messages = try arguments.conversation()
    let prompt = try finalPrompt(&messages)
    let schema = try arguments.schema().map { document in
      do { return try GenerationSchema(document: document) } catch {
        throw CommandFailure.failed("the schema cannot be used: \(CommandFailure(error).message)")
      }
    }
    let display = AnswerDisplay(writes: !printsJSON)
    let all = try listed.commandTools(display)
    var callable = all
    switch try choice(arguments, listed.map(\.definition)) {
    case .automatic: break
    case .none: options.toolCallingMode = .disallowed
    case .required: options.toolCallingMode = .required
    case .named(let name):
      options.toolCallingMode = .required
      callable = all.filter { $0.name == name }
    }
    let session = LanguageModelSession(
      model: try await arguments.localModel(), tools: callable,
      transcript: Transcript(messages).offering(callable))
    display.begin(session)
    let isInPrompt = !arguments.has("--no-schema-in-prompt")
    let usage: LanguageModelSession.Usage
    // Programs that run end with the command.
    let interrupts = Interrupts(isConversation: false)
    do {
      usage = try await interrupts.stopping { [options] in
        try await session.answer(prompt, schema, isInPrompt, options, display)
      }
    } catch {
      try display.endLine()
      interrupts.endIfAsked()
      throw CommandFailure(error)
    }
    guard printsJSON else { return try display.endAnswer() }
    let transcript: JSON = ["transcript": try session.transcript.document]
    try Output.write(
      display.entries.document.merging(usage.details?.document ?? [:]).merging(transcript))
  }

  /// What the model is to answer: the last message, which is taken out of the conversation.
  private static func finalPrompt(
    _ messages: inout [ChatMessage]
  ) throws(CommandFailure) -> Tern.Prompt {
    guard let last = messages.popLast(), last.role == .user else {
      throw .usage("the conversation ends with a tool's result, and tools run: give PROMPT")
    }
    return Tern.Prompt(last.text)
  }
}

extension LanguageModelSession {
  /// Answers a prompt while the answer is shown; the tokens of it.
  fileprivate func answer(
    _ prompt: Tern.Prompt, _ schema: GenerationSchema?, _ isInPrompt: Bool,
    _ options: Tern.GenerationOptions, _ display: AnswerDisplay
  ) async throws -> Usage {
    guard let schema else {
      let stream = streamResponse(to: prompt, options: options)
      for try await snapshot in stream { try display.show(snapshot.transcriptEntries) }
      let response = try await stream.collect()
      try display.show(response.transcriptEntries)
      return response.usage
    }
    // What an object is so far is no text that only grows: it is shown when it is whole.
    let response = try await respond(
      to: prompt, schema: schema, includeSchemaInPrompt: isInPrompt, options: options)
    try display.show(response.transcriptEntries)
    return response.usage
  }
}

extension ChatRequest {
  /// Adds to what the user said last.
  mutating func tell(_ text: String) {
    guard let last = messages.lastIndex(where: { $0.role == .user }) else {
      return messages.append(ChatMessage(.user, text))
    }
    let before = messages[last].text
    messages[last].content = [.text(before.isEmpty ? text : before + "\n\n" + text)]
  }
}
