import Dispatch
import Foundation
import Synchronization

/// Ctrl-C: it stops what is under way, and nothing else.
final class Interrupts: Sendable {
  private let stop = Mutex<(@Sendable () -> Void)?>(nil)
  /// Dispatch sources may be used from any thread, though their type does not say so.
  private nonisolated(unsafe) let source: any DispatchSourceSignal

  init() {
    // The source hears of the signal only where the signal itself does nothing.
    signal(SIGINT, SIG_IGN)
    unsafe source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    unsafe source.setEventHandler { [weak self] in self?.interrupt() }
    unsafe source.activate()
  }

  deinit { unsafe source.cancel() }

  /// Runs `work` in a task that Ctrl-C cancels.
  func stopping<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    stop.withLock { $0 = { task.cancel() } }
    defer { stop.withLock { $0 = nil } }
    return try await task.value
  }

  private func interrupt() {
    let action = stop.withLock { $0 }
    if let action { action() } else { Output.note("\n(Ctrl-D or /exit ends the conversation)") }
  }
}
