import Foundation
import TernJSON
import TernTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder with a random model that has a long context, and conversations with it.
struct ChatFixture {
  let folder: TemporaryFolder
  let model: String

  init(context: UInt32 = 2048) throws {
    // A program that does not read its input must not end the tests, as it does not end `tern`.
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
    model = folder.file("wide.gguf")
    try Fixtures.writeTinyLlama(to: model, context: context)
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let path = folder.file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A list of one tool whose program is a shell script.
  func tool(_ script: String, timeout: Double? = nil, name: String = "weather") throws -> String {
    let program = try write("\(name).sh", script + "\n")
    var tool: JSON = [
      "name": .string(name), "description": "Tells the weather",
      "parameters": [
        "type": "object", "properties": ["city": ["enum": ["Paris", "Rome"]]],
        "required": ["city"], "additionalProperties": false,
      ],
      "command": ["sh", .string(program), "--metric"],
    ]
    if let timeout, case .object(var members) = tool {
      members["timeout"] = JSON(timeout)
      tool = .object(members)
    }
    return try write("\(name).json", JSON.array([tool]).text())
  }

  /// What `tern chat` needs before its own options.
  func arguments(_ options: [String]) -> [String] {
    ["chat", "--model", model, "--threads", "1"] + options
  }

  /// A conversation of these lines.
  func chat(_ lines: [String], _ options: String...) throws -> CommandRun {
    try CommandRun(
      arguments: arguments(options), input: Array(lines.map { $0 + "\n" }.joined().utf8))
  }
}

extension CommandRun {
  /// The JSON documents that were printed, a line each.
  func documents() throws -> [JSON] {
    try output.split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: Array($0)) }
  }

  var errorLines: [Substring] { errors.split(separator: "\n") }
}

extension JSON {
  /// The entries of a transcript, where this document holds one.
  var entries: [JSON] { self["transcript"]?["transcript"]?["entries"]?.array ?? [] }

  /// Who says something in each entry.
  var roles: [String] { entries.compactMap { $0["role"]?.string } }
}

/// A program that runs while a test talks to it.
final class RunningCommand {
  private let process = Process()
  /// Where the test writes, and what the program reads: a pipe or a terminal.
  private let input: FileHandle
  private let folder: TemporaryFolder

  /// - Parameter isTyped: Whether standard input is a terminal.
  init(
    _ arguments: [String], isTyped: Bool = false, environment: [String: String] = [:]
  ) throws {
    folder = try TemporaryFolder()
    let given: FileHandle
    if isTyped {
      var (keyboard, terminal): (Int32, Int32) = (-1, -1)
      try #require(unsafe openpty(&keyboard, &terminal, nil, nil, nil) == 0)
      _ = fcntl(keyboard, F_SETFD, FD_CLOEXEC)
      input = FileHandle(fileDescriptor: keyboard, closeOnDealloc: true)
      given = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    } else {
      let pipe = Pipe()
      (input, given) = (pipe.fileHandleForWriting, pipe.fileHandleForReading)
    }
    for name in ["out", "err"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    process.executableURL = URL(fileURLWithPath: "tern", relativeTo: CommandRun.folder)
    process.arguments = arguments
    process.environment = CommandRun.environment(environment)
    process.standardInput = given
    process.standardOutput = FileHandle(forWritingAtPath: folder.file("out"))
    process.standardError = FileHandle(forWritingAtPath: folder.file("err"))
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  var output: String { text("out") }
  var errors: String { text("err") }

  func send(_ lines: String...) throws {
    for line in lines { try input.write(contentsOf: Data((line + "\n").utf8)) }
  }

  /// What Ctrl-C sends.
  func interrupt() { send(SIGINT) }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Ends the input where that is asked for, and waits for the end of the program: its status, or
  /// the signal below zero.
  func end(closing: Bool = true) throws -> Int32 {
    if closing { try input.close() }
    process.waitUntilExit()
    let status = process.terminationStatus
    return process.terminationReason == .exit ? status : -status
  }

  /// Waits until something has been written; minutes at most.
  func waits(for condition: (RunningCommand) -> Bool) -> Bool {
    for _ in 0..<30_000 {
      if condition(self) { return true }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }

  private func text(_ name: String) -> String {
    let data = FileManager.default.contents(atPath: folder.file(name)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}

/// Whether a process is there, and no mere entry of one that has ended.
func isRunning(_ identifier: Int32) -> Bool {
  guard kill(identifier, 0) == 0 else { return false }
  let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
  return status?.contains(") Z ") != true
}
