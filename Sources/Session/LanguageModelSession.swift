import Foundation
import Observation
import TernJSON

/// A conversation with a language model.
///
/// The session keeps the transcript, runs the tools that the model calls, and answers with text or
/// with values of types that are ``Generable``. It serves one request at a time: another request
/// meanwhile fails without an effect. After a request that fails or is cancelled before its answer
/// is complete, the transcript is as its error policy says, and the session is ready for the next
/// request. A complete answer stays in the transcript.
///
/// ```swift
/// let session = LanguageModelSession(instructions: "You are a friendly barista.")
/// let answer = try await session.respond(to: "What do you recommend?")
/// print(answer.content)
/// ```
///
/// A session may be used from any task. `transcript` and `isResponding` can be observed.
public final class LanguageModelSession: Sendable {
  let source: SessionSource
  let executors = ExecutorStore()
  private let state: Locked<SessionState>
  private let registrar = ObservationRegistrar()
  private let ownProperties = Locked<SessionPropertyValues?>(nil)

  init(source: SessionSource, transcript: Transcript, errors: TernSessionOptions.ErrorGeneration) {
    self.source = source
    state = Locked(
      SessionState(transcript: transcript, options: TernSessionOptions(errors: errors)))
  }

  /// The conversation so far; while the session responds, it includes what the model has written.
  ///
  /// A change while the session responds is not kept. It cancels the request at once, which ends
  /// with ``LanguageModelSession/Error/transcriptMutationWhileResponding``.
  public var transcript: Transcript {
    get {
      registrar.access(self, keyPath: \.transcript)
      return state.withLock(\.visibleTranscript)
    }
    _modify {
      var changed = state.withLock(\.visibleTranscript)
      let before = changed
      defer { replaceTranscript(before, by: changed) }
      yield &changed
    }
  }

  /// Whether the session is busy with a request.
  public var isResponding: Bool {
    registrar.access(self, keyPath: \.isResponding)
    return state.withLock { $0.turn != nil }
  }

  /// The tokens of all requests so far.
  public var usage: Usage {
    registrar.access(self, keyPath: \.usage)
    return state.withLock(\.usage)
  }

  /// What happens to the entries of a request that fails; `nil` removes them.
  public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
    get { state.withLock(\.errorHandlingPolicy) }
    set { state.withLock { $0.errorHandlingPolicy = newValue } }
  }

  /// Settings of Tern's sessions that FoundationModels does not have.
  public var ternOptions: TernSessionOptions {
    get { state.withLock(\.options) }
    set { state.withLock { $0.options = newValue } }
  }

  /// Values that the tools, instructions and profiles of this session share.
  public var properties: SessionPropertyValues {
    ownProperties.withLock { own in
      if let own { return own }
      let made = SessionPropertyValues(session: self)
      own = made
      return made
    }
  }

  private func replaceTranscript(_ old: Transcript, by new: Transcript) {
    guard old != new else { return }
    let cancel: (@Sendable () -> Void)? = registrar.withMutation(of: self, keyPath: \.transcript) {
      state.withLock { state in
        guard state.turn == nil else { return state.turn?.disturb() }
        state.transcript = new
        return nil
      }
    }
    cancel?()
  }

  /// Replaces what followed the instructions, also while the session is responding.
  func replaceHistory(by history: Transcript.HistoryView) {
    change { state in
      state.transcript.history = history
      guard let prompt = state.turn?.request.prompt.id else { return }
      state.turn?.start =
        state.transcript.lastIndex { $0.id == prompt } ?? state.transcript.endIndex
    }
  }
}

extension LanguageModelSession: Observable {}

extension LanguageModelSession {
  /// What answers the next request.
  package var model: any LanguageModel { source.setup().model }

  /// Reads the state.
  func read<Value: Sendable>(_ look: (SessionState) -> Value) -> Value {
    state.withLock { look($0) }
  }

  /// Changes what nobody can observe of a turn, if the session is still busy with it.
  @discardableResult
  func update<Value: Sendable>(_ id: TurnID, _ change: (inout Turn) -> Value) -> Value? {
    state.withLock { state in state.update(id) { turn, _ in change(&turn) } }
  }

  /// Changes the state, and tells observers of `transcript` about it.
  func change<Value: Sendable>(
    _ change: (inout SessionState) throws -> Value
  ) rethrows -> Value {
    try registrar.withMutation(of: self, keyPath: \.transcript) {
      try state.withLock { state in try change(&state) }
    }
  }

  /// Begins or ends a turn, and tells observers of everything about it.
  func changeTurn<Value: Sendable>(_ change: (inout SessionState) -> Value) -> Value {
    registrar.withMutation(of: self, keyPath: \.isResponding) {
      registrar.withMutation(of: self, keyPath: \.usage) { self.change(change) }
    }
  }
}
