import Foundation
import Synchronization

/// A program that runs; any thread may look at it or end it.
final class ToolRun: Sendable {
  private struct State {
    var end = ToolRunEnd()
    /// What is still open: the two outputs, and the program itself.
    var open = 3
    var isOver = false
    var identifier: pid_t?
    /// Whether the program itself has ended.
    var hasEnded = false
    /// Whether it is to end before its time.
    var isStopped = false
    var waiting: CheckedContinuation<ToolRunEnd, Never>?
  }

  private let program: ToolProgram
  private let state = Mutex(State())

  /// Seconds between the request to end and the end.
  private static let grace = 1.0
  /// Bytes that are kept of what it says: of results the first, of errors the last.
  private static let longestErrors = 1 << 14

  init(_ program: ToolProgram) { self.program = program }

  /// Starts the program, and gives it its input.
  func start(_ input: String) throws(ToolProgram.Failure) {
    let process = Process()
    process.executableURL = program.executable
    process.arguments = program.arguments
    let (given, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = output
    process.standardError = errors
    read(output) { end, bytes in
      end.output += bytes.prefix(max(0, ToolProgram.longestResult + 1 - end.output.count))
    }
    read(errors) { end, bytes in
      end.errors = (end.errors + bytes).suffix(Self.longestErrors)
    }
    process.terminationHandler = { [self] process in
      let isSignal = process.terminationReason == .uncaughtSignal
      ended(status: process.terminationStatus, isSignal: isSignal)
    }
    do { try Self.withoutBlockedSignals { try process.run() } } catch {
      for pipe in [output, errors] { pipe.fileHandleForReading.readabilityHandler = nil }
      throw .start(CommandFailure(error).message)
    }
    let isStopped = state.withLock { state in
      state.identifier = process.processIdentifier
      return state.isStopped
    }
    if isStopped { stop() }
    watch(process.processIdentifier)
    limitTime()
    // A program need not read its input.
    DispatchQueue.global().async {
      try? given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? given.fileHandleForWriting.close()
    }
  }

  /// Does something while this thread blocks no signals.
  ///
  /// Threads of a pool block them all, and programs inherit that: they could not be asked to end.
  private static func withoutBlockedSignals(_ work: () throws -> Void) rethrows {
    var (none, before) = (sigset_t(), sigset_t())
    _ = unsafe sigemptyset(&none)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try work()
  }

  /// Waits for the end.
  func end() async -> ToolRunEnd {
    await withCheckedContinuation { continuation in
      let end = state.withLock { state -> ToolRunEnd? in
        if state.isOver { return state.end }
        state.waiting = continuation
        return nil
      }
      if let end { continuation.resume(returning: end) }
    }
  }

  /// Ends the program and what it has started: first it is asked to, then it has to.
  func stop() {
    state.withLock { $0.isStopped = true }
    send(SIGTERM)
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) { [self] in send(SIGKILL) }
    // Something that has left the program's group is not waited for.
    DispatchQueue.global().asyncAfter(deadline: .now() + 2 * Self.grace) { [self] in finish() }
  }

  /// Waits for the end of the program in a thread of its own.
  ///
  /// `Process` tells of it only when all that the program has started has ended too.
  private func watch(_ identifier: pid_t) {
    Thread.detachNewThread { [self] in
      var info = unsafe siginfo_t()
      // The entry of the process stays for who has started it.
      while unsafe waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0 {
        guard errno == EINTR else { return }
      }
      ended(status: unsafe info.endStatus, isSignal: unsafe info.si_code != CLD_EXITED)
    }
  }

  private func send(_ signal: Int32) {
    state.withLock { state in
      guard !state.isOver, let identifier = state.identifier, identifier > 0 else { return }
      // The program leads a group of its own, where the system makes one for it.
      if kill(-identifier, signal) != 0 { kill(identifier, signal) }
    }
  }

  private func limitTime() {
    DispatchQueue.global().asyncAfter(deadline: .now() + program.timeLimit) { [weak self] in
      guard let self else { return }
      let isLate = state.withLock { state in
        if !state.isOver { state.end.ranTooLong = true }
        return !state.isOver
      }
      if isLate { stop() }
    }
  }

  private func read(
    _ pipe: Pipe, _ take: @escaping @Sendable (inout ToolRunEnd, [UInt8]) -> Void
  ) {
    pipe.fileHandleForReading.readabilityHandler = { [self] handle in
      let data = handle.availableData
      if data.isEmpty {
        handle.readabilityHandler = nil
        closed()
      } else {
        state.withLock { take(&$0.end, Array(data)) }
      }
    }
  }

  private func ended(status: Int32, isSignal: Bool) {
    let isFirst = state.withLock { state in
      defer { state.hasEnded = true }
      guard !state.hasEnded else { return false }
      if isSignal { state.end.signal = status } else { state.end.status = status }
      return true
    }
    guard isFirst else { return }
    closed()
    // What it has started may keep its outputs open; nobody waits for that.
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) { [self] in finish() }
  }

  private func closed() {
    let isLast = state.withLock { state in
      state.open -= 1
      return state.open == 0
    }
    if isLast { finish() }
  }

  private func finish() {
    let (waiting, end) = state.withLock { state in
      state.isOver = true
      defer { state.waiting = nil }
      return (state.waiting, state.end)
    }
    waiting?.resume(returning: end)
  }
}

extension siginfo_t {
  /// The status with which a process has ended, or the signal that ended it.
  fileprivate var endStatus: Int32 {
    #if canImport(Glibc)
      unsafe _sifields._sigchld.si_status
    #else
      si_status
    #endif
  }
}
