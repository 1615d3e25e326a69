import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C, and the signals that end a process, while a session answers and its tools run.
///
/// Where a person types, Ctrl-C stops what is under way, and nothing else. Everything else ends the
/// process, as the signal would, after what is under way has been stopped: programs of tools end with
/// it. A process has one of these.
final class Interrupts: Sendable {
  private struct State {
    /// Stops what is under way.
    var stop: (@Sendable () -> Void)?
    /// The signal by which the process is to end.
    var ending: Int32?
  }

  private let state = Mutex(State())
  private let isConversation: Bool
  /// Seconds within which what is stopped has to end.
  private static let grace = 3.0

  /// - Parameter isConversation: Whether a person types, whom Ctrl-C leaves in the conversation.
  init(isConversation: Bool) {
    self.isConversation = isConversation
    // A shell lets commands in the background ignore it; an answer can be stopped all the same.
    Signals.watch(Signals.endings, always: [SIGINT]) { [weak self] in self?.received($0) }
  }

  /// Runs `work` in a task that Ctrl-C cancels.
  func stopping<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    state.withLock { $0.stop = { task.cancel() } }
    defer { state.withLock { $0.stop = nil } }
    return try await task.value
  }

  /// Ends the process where a signal has asked for that.
  func endIfAsked() {
    if let number = state.withLock(\.ending) { Signals.end(by: number) }
  }

  private func received(_ number: Int32) {
    if number == SIGINT, isConversation { return interrupt() }
    let (stop, isFirst) = state.withLock { state in
      let isFirst = state.ending == nil
      state.ending = number
      return (state.stop, isFirst)
    }
    guard let stop, isFirst else { Signals.end(by: number) }
    stop()
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) { Signals.end(by: number) }
  }

  private func interrupt() {
    let stop = state.withLock(\.stop)
    if let stop { stop() } else { Output.note("\n(Ctrl-D or /exit ends the conversation)") }
  }
}
