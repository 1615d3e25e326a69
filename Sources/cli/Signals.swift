import Foundation
import Synchronization
import TernFormat

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals from outside that a verb hears of in a thread of its own.
///
/// A handler may do hardly more than put a byte into a pipe. Programs that are started do not inherit
/// the handler, as they would if the signal were ignored.
enum Signals {
  /// Signals by which people and systems end a process.
  static let endings = [SIGINT, SIGTERM, SIGHUP]

  private static let action = Mutex<(@Sendable (Int32) -> Void)?>(nil)
  /// Set before a handler is.
  private nonisolated(unsafe) static var writing: Int32 = -1

  /// Takes temporary files away where a signal ends the process.
  static func removeUnfinishedFiles() { watch(endings) { end(by: $0) } }

  /// Calls `action` with the number of every such signal that comes, instead of an action before.
  ///
  /// A signal that was to be ignored when the process began still is, unless `always` names it.
  static func watch(
    _ signals: [Int32], always: [Int32] = [], _ action: @escaping @Sendable (Int32) -> Void
  ) {
    self.action.withLock { $0 = action }
    guard unsafe writing >= 0 || open() else { return }
    for number in signals where always.contains(number) || !isIgnored(number) { install(number) }
  }

  /// Ends the process as the signal would have done: who has started it sees so.
  static func end(by number: Int32) -> Never {
    UnfinishedFiles.removeAll()
    _ = signal(number, SIG_DFL)
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), number)
    // Another thread may be the one that is ended.
    sleep(1)
    _exit(128 + number)
  }

  /// Begins to read what the handlers write; whether that is possible.
  private static func open() -> Bool {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    unsafe writing = ends[1]
    let reading = ends[0]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while true {
        let count = unsafe read(reading, &byte, 1)
        if count == 1 {
          let action = action.withLock { $0 }
          action?(Int32(byte))
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
    return true
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = unsafe action.__sigaction_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_u.__sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func install(_ number: Int32) {
    let tell: @convention(c) (Int32) -> Void = { number in
      let before = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe write(Signals.writing, &byte, 1)
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
    _ = unsafe sigaction(number, &action, nil)
  }
}
