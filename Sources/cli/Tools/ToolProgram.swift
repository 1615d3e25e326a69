import Foundation

/// A program that does what a tool is for.
///
/// It reads the arguments from standard input, and writes the result to standard output. No shell is
/// involved.
struct ToolProgram: Sendable, Equatable {
  var executable: URL
  var arguments: [String] = []
  /// Seconds that it may take.
  var timeLimit = 30.0

  /// Bytes of a result that count; the rest is told to be missing.
  static let longestResult = 1 << 16

  /// Why a program gave no result; the model is told.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case start(String)
    /// It ended with this status; the last line that it wrote to standard error.
    case status(Int32, String)
    case signal(Int32, String)
    case timeLimit(Double)
    /// What it wrote is not UTF-8 text from this byte on.
    case notText(Int)

    var description: String {
      switch self {
      case .start(let reason): "the program cannot be started: \(reason)"
      case .status(let status, let line):
        line.isEmpty ? "the program ended with status \(status)" : line
      case .signal(let number, let line):
        line.isEmpty ? "the program was ended by signal \(number)" : line
      case .timeLimit(let seconds):
        "the program took longer than \(Self.text(seconds)) seconds"
      case .notText(let place): "the program's output is not UTF-8 text: byte \(place)"
      }
    }

    private static func text(_ seconds: Double) -> String {
      Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    }
  }

  /// Runs the program, and waits for its end; a task that is cancelled ends it.
  ///
  /// - Throws: ``Failure``, and `CancellationError`.
  func run(_ input: String) async throws -> String {
    try Task.checkCancellation()
    let run = ToolRun(self)
    let end = try await withTaskCancellationHandler {
      try run.start(input)
      return await run.end()
    } onCancel: {
      run.stop()
    }
    try Task.checkCancellation()
    if end.ranTooLong { throw Failure.timeLimit(timeLimit) }
    if let number = end.signal { throw Failure.signal(number, end.lastErrorLine) }
    guard end.status == 0 else { throw Failure.status(end.status, end.lastErrorLine) }
    return try end.result
  }
}

/// How a run of a program ended.
struct ToolRunEnd: Sendable {
  var output: [UInt8] = []
  var errors: [UInt8] = []
  var status: Int32 = 0
  /// What ended it, if it did not end by itself.
  var signal: Int32?
  var ranTooLong = false

  /// What it wrote, without the end of its last line.
  var result: String {
    get throws(ToolProgram.Failure) {
      let isCut = output.count > ToolProgram.longestResult
      var bytes = output.prefix(ToolProgram.longestResult)
      // A character is not cut in two.
      if isCut, let next = output[bytes.endIndex...].first, next & 0xC0 == 0x80 {
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      }
      if let place = Input.wrongByte(Array(bytes)) { throw .notText(place) }
      var text = String(decoding: bytes, as: UTF8.self)
      while text.last?.isNewline == true { text.removeLast() }
      return isCut ? text + "\n(The rest is left out: it is too long.)" : text
    }
  }

  var lastErrorLine: String {
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
    let line = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? ""
    return String(line.trimmingCharacters(in: .whitespaces).prefix(500))
  }
}
