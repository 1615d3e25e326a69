import Foundation
import TernJSON
import TernTestSupport
import Testing

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
  private let input = Pipe()
  private let folder: TemporaryFolder

  init(_ arguments: [String]) throws {
    folder = try TemporaryFolder()
    for name in ["out", "err"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    process.executableURL = URL(fileURLWithPath: "tern", relativeTo: CommandRun.folder)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = FileHandle(forWritingAtPath: folder.file("out"))
    process.standardError = FileHandle(forWritingAtPath: folder.file("err"))
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  var output: String { text("out") }
  var errors: String { text("err") }

  func send(_ lines: String...) throws {
    for line in lines { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }
  }

  /// What Ctrl-C sends.
  func interrupt() { kill(process.processIdentifier, SIGINT) }

  /// Ends the input, and waits for the end of the program: its status.
  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  /// Waits until something has been written; half a minute at most.
  func waits(for condition: (RunningCommand) -> Bool) -> Bool {
    for _ in 0..<3000 {
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
