import Foundation
import TernTestSupport
import Testing

/// One run of a program of this package, as a person would start it.
struct CommandRun {
  let status: Int32
  let output: [UInt8]
  let errors: String
  /// A program that was ended by a signal crashed, whatever it printed.
  let crashed: Bool

  var text: String { String(decoding: output, as: UTF8.self) }

  /// The programs lie beside the test bundle.
  static var folder: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  /// The environment of programs in tests: nothing of it leads to the user's settings and models.
  static func environment(_ variables: [String: String] = [:]) -> [String: String] {
    var all = ProcessInfo.processInfo.environment
    for name in ["TERN_MODEL", "TERN_MODELS", "XDG_CACHE_HOME", "XDG_DATA_HOME", "HF_HOME"] {
      all[name] = nil
    }
    // No program can make a folder of it, whoever runs it.
    let none = "/dev/null/none"
    for name in ["HF_HUB_CACHE", "LLAMA_CACHE", "OLLAMA_MODELS", "HOME"] { all[name] = none }
    all["TERN_CONFIG"] = ""
    return all.merging(variables) { $1 }
  }

  /// Runs `tern`, or another program, and waits for its end.
  init(
    _ arguments: String..., program: String = "tern", input: [UInt8] = [],
    environment: [String: String] = [:], outputPath: String? = nil
  ) throws {
    try self.init(
      arguments: arguments, program: program, input: input, environment: environment,
      outputPath: outputPath)
  }

  init(
    arguments: [String], program: String = "tern", input: [UInt8] = [],
    environment: [String: String] = [:], outputPath: String? = nil
  ) throws {
    let folder = try TemporaryFolder()
    try Data(input).write(to: URL(fileURLWithPath: folder.file("in")))
    // Files instead of pipes: neither side ever waits for the other.
    let outFile = outputPath ?? folder.file("out")
    for path in [outFile, folder.file("err")] where !path.hasPrefix("/dev/") {
      try Data().write(to: URL(fileURLWithPath: path))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program, relativeTo: Self.folder)
    process.arguments = arguments
    process.environment = Self.environment(environment)
    process.standardInput = try Self.opened(FileHandle(forReadingAtPath: folder.file("in")))
    process.standardOutput = try Self.opened(FileHandle(forWritingAtPath: outFile))
    process.standardError = try Self.opened(FileHandle(forWritingAtPath: folder.file("err")))
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    crashed = process.terminationReason == .uncaughtSignal
    output = outputPath == nil ? Array(try Data(contentsOf: URL(fileURLWithPath: outFile))) : []
    errors = try String(contentsOfFile: folder.file("err"), encoding: .utf8)
  }

  private static func opened(_ handle: FileHandle?) throws -> FileHandle { try #require(handle) }

  /// Whether the program ended with `status` and a one-line reason, as bad input must.
  func failed(with status: Int32) -> Bool {
    let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
    return !crashed && self.status == status && lines.count == 2 && lines[1].isEmpty
      && lines[0].hasPrefix("tern")
  }
}
