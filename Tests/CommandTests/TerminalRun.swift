import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program in a terminal of its own.
final class TerminalRun {
  private let process = Process()
  private let keyboard: Int32
  private let screen: FileHandle
  private var shown: [UInt8] = []

  /// - Parameter typed: Whether standard input is the terminal too; otherwise it is empty.
  init(
    _ arguments: [String], typed: Bool = true, environment: [String: String] = [:]
  ) throws {
    var (master, descriptor): (Int32, Int32) = (-1, -1)
    try #require(unsafe openpty(&master, &descriptor, nil, nil, nil) == 0)
    keyboard = master
    // The program must not keep it, or nobody would hear of its end.
    _ = fcntl(keyboard, F_SETFD, FD_CLOEXEC)
    screen = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
    process.executableURL = URL(fileURLWithPath: "tern", relativeTo: CommandRun.folder)
    process.arguments = arguments
    process.environment = CommandRun.environment(
      ["TERM": "xterm"].merging(environment) { $1 })
    process.standardInput = typed ? screen : FileHandle.nullDevice
    process.standardOutput = screen
    process.standardError = screen
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(keyboard)
  }

  /// What has been shown so far.
  var text: String { String(decoding: shown, as: UTF8.self) }

  /// What has been shown so far, with the lines as they were written.
  var lines: [Substring] {
    text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Whether the terminal shows what is typed.
  var echoes: Bool {
    var settings = termios()
    return unsafe tcgetattr(screen.fileDescriptor, &settings) == 0
      && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(keyboard, $0.baseAddress, $0.count) }
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until a text is shown; minutes at most.
  func waits(for text: String) -> Bool { waits { $0.text.contains(text) } }

  /// Waits until an empty line can be edited; what is typed earlier is read by other rules.
  func waitsForPrompt() -> Bool { waits { $0.text.hasSuffix("> \u{1B}[K\r\u{1B}[2C") } }

  /// Waits until something is shown; minutes at most.
  func waits(for condition: (TerminalRun) -> Bool) -> Bool {
    for _ in 0..<30_000 {
      look()
      if condition(self) { return true }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }

  /// Waits for the end: the status, or the signal below zero.
  func end() -> Int32 {
    // What hangs is ended in minutes.
    for _ in 0..<30_000 where process.isRunning {
      look()
      Thread.sleep(forTimeInterval: 0.01)
    }
    look()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let status = process.terminationStatus
    return process.terminationReason == .exit ? status : -status
  }

  private func look() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(keyboard, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      shown += buffer.prefix(count)
    }
  }
}
