import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C: it stops what is under way, and nothing else.
///
/// A process has one of these.
final class Interrupts: Sendable {
  private let stop = Mutex<(@Sendable () -> Void)?>(nil)

  init() {
    guard let descriptor = SignalPipe.open(for: SIGINT) else { return }
    Thread.detachNewThread { [weak self] in
      var byte: UInt8 = 0
      while true {
        let count = unsafe read(descriptor, &byte, 1)
        if count == 1 { self?.interrupt() } else if count == 0 || errno != EINTR { return }
      }
    }
  }

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

/// Where a signal puts a byte: a handler may do hardly more than that.
///
/// Programs that are started do not inherit the handler, as they would if the signal were ignored.
private enum SignalPipe {
  /// Set before the handler is.
  private nonisolated(unsafe) static var writing: Int32 = -1

  /// The descriptor from which the signals can be read, a byte each; `nil` where there is none left.
  static func open(for signal: Int32) -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    unsafe writing = ends[1]
    let tell: @convention(c) (Int32) -> Void = { _ in
      let before = errno
      var byte: UInt8 = 1
      _ = unsafe write(SignalPipe.writing, &byte, 1)
      errno = before
    }
    var action = sigaction()
    // What waits for input goes on waiting.
    action.sa_flags = Int32(SA_RESTART)
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler = tell
    #else
      unsafe action.__sigaction_u.__sa_handler = tell
    #endif
    return unsafe sigaction(signal, &action, nil) == 0 ? ends[0] : nil
  }
}
