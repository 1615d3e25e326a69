import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("tern chat in a terminal")
struct ChatTerminalTests {
  private let fixture: ChatFixture

  init() throws { fixture = try ChatFixture() }

  private func start() throws -> TerminalRun {
    try TerminalRun(fixture.arguments(["--max-tokens", "3", "--seed", "1"]))
  }

  @Test("lines are edited, and earlier ones come again")
  func edits() throws {
    let chat = try start()
    #expect(chat.waits(for: "> "))
    // "/hx", x taken away, "istory" typed, and what was in front of it put there.
    chat.type("hx\u{7F}istory\u{1}/\u{5}\r")
    chat.type("given up\u{3}/help\u{15}\u{1B}[A\u{1B}[B/nonsense\r")
    #expect(chat.waits(for: "there is no command /nonsense"))
    #expect(!chat.text.contains("> given up\r\n") && chat.text.contains("^C\r\n"))
    chat.type("\u{1B}[A\u{8}\u{8}!\r\u{4}")
    #expect(chat.end() == 0, "\(chat.text)")
    #expect(chat.text.contains("/nonsen!") && chat.echoes)
  }

  @Test("the terminal is as before after every end", arguments: [SIGTERM, SIGHUP, SIGINT])
  func restores(signal: Int32) throws {
    let chat = try start()
    #expect(chat.echoes && chat.waits(for: "> ") && !chat.echoes)
    chat.send(signal)
    if signal == SIGINT {
      // It is no end: Ctrl-D is one.
      #expect(chat.waits(for: "/exit ends the conversation"))
      chat.type("\u{4}")
      #expect(chat.end() == 0)
    } else {
      #expect(chat.end() == -signal)
    }
    #expect(chat.echoes)
  }
}

/// A program in a terminal of its own.
private final class TerminalRun {
  private let process = Process()
  private let keyboard: Int32
  private let screen: FileHandle
  private var shown: [UInt8] = []

  init(_ arguments: [String]) throws {
    var (master, descriptor): (Int32, Int32) = (-1, -1)
    try #require(unsafe openpty(&master, &descriptor, nil, nil, nil) == 0)
    keyboard = master
    // The program must not keep it, or nobody would hear of its end.
    _ = fcntl(keyboard, F_SETFD, FD_CLOEXEC)
    screen = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
    process.executableURL = URL(fileURLWithPath: "tern", relativeTo: CommandRun.folder)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    process.standardInput = screen
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

  /// Waits until a text is shown; half a minute at most.
  func waits(for text: String) -> Bool {
    for _ in 0..<3000 {
      look()
      if self.text.contains(text) { return true }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }

  /// Waits for the end: the status, or the signal below zero.
  func end() -> Int32 {
    while process.isRunning {
      look()
      Thread.sleep(forTimeInterval: 0.01)
    }
    look()
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
