import Synchronization
import Tern
import TernChat
import TernJSON

/// Shows the answers of a session while they are written, and the tools while they run.
///
/// The text of an answer and the calls of tools come from different tasks: what the session says is
/// looked at again before a call is shown, so that all stands in order.
final class AnswerDisplay: ToolWatcher {
  private struct State {
    weak var session: LanguageModelSession?
    /// Where the entries of the turn begin.
    var start = 0
    /// Bytes that are shown of each response.
    var shown: [String: Int] = [:]
    /// The entries of the turn that were seen last.
    var entries: [Transcript.Entry] = []
    var isAtLineStart = true
    /// Line ends at the end of an answer so far, which a terminal gets when more comes.
    var heldLines = ""
  }

  private let state = Mutex(State())
  private let promptLine = PromptLine()
  /// Whether anything is written; otherwise only looked at.
  private let writes: Bool
  /// Whether a person reads: empty lines around an answer are left out.
  private let isTerminal: Bool
  /// Characters of a result that are shown.
  private static let longestResult = 400

  init(writes: Bool, isTerminal: Bool = Output.isTerminal) {
    (self.writes, self.isTerminal) = (writes, isTerminal)
  }

  /// Shows how much of a prompt is read; `nil` where nobody watches.
  var promptListener: PromptListener? { promptLine.listener }

  /// Makes ready for the next turn of a session.
  func begin(_ session: LanguageModelSession) {
    let start = session.transcript.count
    state.withLock { $0 = State(session: session, start: start) }
  }

  /// The entries of the turn, as far as they were seen.
  var entries: [Transcript.Entry] { state.withLock(\.entries) }

  /// Shows what is new of the entries of a turn.
  func show(_ entries: some Sequence<Transcript.Entry>) throws(CommandFailure) {
    try state.withLock { state throws(CommandFailure) in try show(Array(entries), &state) }
  }

  /// Ends an answer: with a line end where it has none, or is empty and goes to a file.
  func endAnswer() throws(CommandFailure) {
    promptLine.finish()
    try state.withLock { state throws(CommandFailure) in
      let isMissing = state.shown.isEmpty && !isTerminal
      if !state.isAtLineStart || isMissing { try write("\n", &state) }
    }
  }

  /// Ends a line that has begun.
  func endLine() throws(CommandFailure) {
    promptLine.finish()
    try state.withLock { state throws(CommandFailure) in
      if !state.isAtLineStart { try write("\n", &state) }
    }
  }

  func called(_ tool: String, _ arguments: JSON) {
    line { "→ " + ToolCall(name: tool, arguments: arguments.object ?? [:]).document.text() }
  }

  func gave(_ tool: String, _ result: String) {
    line {
      let words = result.split(whereSeparator: \.isNewline).joined(separator: " ")
      let start = words.prefix(Self.longestResult)
      return "← \(tool): \(start)" + (start.count < words.count ? "…" : "")
    }
  }

  /// A line of its own, after all that was written before it.
  private func line(_ text: () -> String) {
    let session = state.withLock(\.session)
    let transcript = session?.transcript ?? Transcript()
    // Who cannot write hears of it with the next text.
    try? state.withLock { state throws(CommandFailure) in
      try show(Array(transcript.dropFirst(state.start)), &state)
      if !state.isAtLineStart { try write("\n", &state) }
      try write(text() + "\n", &state)
    }
  }

  private func show(
    _ entries: [Transcript.Entry], _ state: inout State
  ) throws(CommandFailure) {
    // What comes late is known already.
    if entries.count >= state.entries.count { state.entries = entries }
    for case .response(let response) in entries {
      let text = response.text
      let shown = state.shown[response.id] ?? 0
      guard text.utf8.count > shown else { continue }
      state.shown[response.id] = text.utf8.count
      if shown == 0, !state.isAtLineStart { try write("\n", &state) }
      try writeAnswer(String(decoding: text.utf8.dropFirst(shown), as: UTF8.self), &state)
    }
  }

  /// Writes a part of an answer; for a person without the line ends before and behind the answer.
  private func writeAnswer(_ text: String, _ state: inout State) throws(CommandFailure) {
    guard isTerminal else { return try write(text, &state) }
    let isBeginning = state.isAtLineStart && state.heldLines.isEmpty
    let visible = text.withoutControls
    let text = isBeginning ? String(visible.drop { $0.isNewline }) : state.heldLines + visible
    let end = String(text.reversed().prefix { $0.isNewline }.reversed())
    try write(String(text.dropLast(end.count)), &state)
    state.heldLines = end
  }

  private func write(_ text: String, _ state: inout State) throws(CommandFailure) {
    state.heldLines = ""
    guard writes, let last = text.last else { return }
    state.isAtLineStart = last.isNewline
    try Output.write(text)
  }
}

extension Transcript.Response {
  /// What it says.
  var text: String { "\(self)" }
}
