import Foundation
import Tern
import TernJSON

/// A conversation with a model, through a session.
final class Conversation {
  let model: LocalLanguageModel
  let printsJSON: Bool
  let tools: [CommandTool]
  let options: GenerationOptions
  private let display: AnswerDisplay
  /// What is told of the answers beside them.
  private let figures: Figures
  private let memory = ToolMemory()
  /// What every conversation begins with.
  private let beginning: Transcript
  var session: LanguageModelSession
  /// Whether something could not be done.
  private(set) var hasFailed = false

  /// Opens the model that the command line names.
  init(_ arguments: ChatArguments) async throws {
    let given = arguments.session
    printsJSON = given.printsJSON
    display = AnswerDisplay(writes: !printsJSON)
    var options = try given.options()
    let listed = try given.tools.listed()
    if let tool = listed.first(where: { $0.program == nil }) {
      throw CommandFailure.usage(
        "the tool \(tool.definition.name) has no command, and 'tern chat' runs tools")
    }
    tools = try listed.commandTools(display, memory)
    try arguments.calledTools(tools).apply(to: &options)
    options.local?.reasoning = try given.reasoning()
    options.local?.promptListener = display.promptListener
    self.options = options
    var beginning = Transcript()
    given.begin(&beginning)
    self.beginning = beginning.offering(tools)
    (model, figures) = try await given.openModel()
    if !printsJSON { figures.tellLoad() }
    session = LanguageModelSession(model: model, tools: tools, transcript: self.beginning)
  }

  /// Forgets everything but the instructions.
  func reset() { goOn(from: beginning) }

  /// Takes back the last turn; what was asked in it, if there is one.
  func undo() -> String? {
    var transcript = session.transcript
    guard let prompt = transcript.removeLastTurn() else { return nil }
    session.transcript = transcript
    return prompt.segments.map { "\($0)" }.joined(separator: "\n")
  }

  /// Tells why a line could not be done.
  func fail(_ text: String) {
    hasFailed = true
    Output.note(text)
  }

  /// Streams the answer to a message.
  ///
  /// An interrupted answer is kept as far as it came. What goes wrong is told in a line, and leaves
  /// the conversation as it was.
  func answer(_ message: String, _ interrupts: Interrupts) async throws(CommandFailure) {
    do {
      try await makeRoom(for: message)
      try await tryTurn(message, interrupts)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      fail("tern: chat: \(CommandFailure(error).message)")
    }
  }

  /// Answers a message; where what tools give needs the room of older turns, without these.
  private func tryTurn(_ message: String, _ interrupts: Interrupts) async throws {
    memory.clear()
    let whole = session
    while true {
      do { return try await turn(message, interrupts) } catch {
        if error.isContextOverflow, forget(turns: 1) {
          memory.tryAgain()
          continue
        }
        if session !== whole {
          session = whole
          Output.note("(nothing is forgotten, for that does not help)")
        }
        throw error
      }
    }
  }

  /// Asks, shows the answer, and keeps what came of it.
  private func turn(_ message: String, _ interrupts: Interrupts) async throws {
    let before = session.transcript
    display.begin(session)
    let (session, display, options) = (session, display, options)
    do {
      let usage = try await interrupts.stopping {
        let stream = session.streamResponse(to: Prompt(message), options: options)
        for try await snapshot in stream { try display.show(snapshot.transcriptEntries) }
        let response = try await stream.collect()
        try display.show(response.transcriptEntries)
        return response.usage
      }
      try end(
        (usage.details?.document ?? [:]).merging(figures.document(usage.details?.figures)))
      if !printsJSON { figures.tell(usage.details?.figures) }
    } catch {
      if let failure = error as? CommandFailure { throw failure }
      // A turn that came to its end after all is kept.
      let kept = display.entries.stoppedTurn
      if session.transcript.count <= before.count, !kept.isEmpty {
        session.transcript = Transcript(entries: Array(before) + kept)
      }
      let isKept = session.transcript.count > before.count
      if isKept || error is CancellationError {
        try end(["finish": .string(Self.finish(error))])
      }
      if error is CancellationError {
        if !isKept { Output.note("(stopped before an answer: the message is taken back)") }
        return
      }
      if isKept, error.isContextOverflow {
        return Output.note("(the context is full: the answer ends here)")
      }
      try display.endLine()
      throw error
    }
  }

  /// What an error made of an answer, a word.
  private static func finish(_ error: any Error) -> String {
    if error is CancellationError { return "interrupted" }
    return error.isContextOverflow ? "context" : "error"
  }

  /// Ends what is printed of a turn.
  private func end(_ figures: JSON) throws(CommandFailure) {
    if printsJSON {
      try Output.write(display.entries.document.merging(figures))
    } else {
      try display.endAnswer()
    }
  }
}
