import TernJSON

/// Answers the lines of a batch side by side, and hands the answers out in the order of the lines.
///
/// At most `width` lines are asked at a time. An answer that is ready before those of the lines above
/// it waits; when `width` answers wait so, no further line is begun: the memory that a batch takes does
/// not grow with its length.
package struct BatchRun<Lines: Sequence & Sendable>: Sendable where Lines.Element == [UInt8] {
  private let lines: Lines
  private let target: any BatchTarget
  private let width: Int

  /// - Parameters:
  ///   - lines: The input's lines, from the first one without an answer.
  ///   - target: What answers them.
  ///   - width: Lines that are asked at a time, 1 or more.
  package init(_ lines: Lines, target: any BatchTarget, width: Int) {
    (self.lines, self.target, self.width) = (lines, target, max(1, width))
  }

  /// Runs to the last line.
  ///
  /// - Parameter write: Is given each answer, a whole line, with the counts so far; called in order,
  ///   never twice at a time.
  /// - Throws: What `write` throws, and `CancellationError`.
  package func run(
    _ write: ([UInt8], BatchCounts) throws -> Void
  ) async throws {
    var counts = BatchCounts()
    var next = 0
    var written = 0
    var ready: [Int: BatchAnswer] = [:]
    var rest = lines.makeIterator()
    try await withThrowingTaskGroup(of: (Int, BatchAnswer).self) { group in
      var running = 0
      func begin() {
        while running < width, next - written < 2 * width, let bytes = rest.next() {
          let (number, target) = (next, target)
          group.addTask { (number, try await Self.answer(BatchLine(bytes), target)) }
          (next, running) = (next + 1, running + 1)
        }
      }
      begin()
      while let (number, answer) = try await group.next() {
        running -= 1
        ready[number] = answer
        while let answer = ready.removeValue(forKey: written) {
          counts.add(answer)
          try write(answer.bytes, counts)
          written += 1
        }
        begin()
      }
    }
  }

  private static func answer(
    _ line: BatchLine, _ target: any BatchTarget
  ) async throws -> BatchAnswer {
    let result: Result<ServerReply, BatchFault>
    do throws(BatchFault) {
      result = .success(try await target.reply(toLine: line.request.get()))
    } catch { result = .failure(error) }
    // An answer that was broken off is not the line's answer.
    try Task.checkCancellation()
    return BatchAnswer(id: line.id, result)
  }
}

/// How far a batch is.
package struct BatchCounts: Sendable, Equatable {
  /// Lines that have an answer.
  package var lines = 0
  /// Of these, lines whose answer is an error.
  package var failed = 0
  /// Tokens that were generated.
  package var tokens = 0

  package init() {}

  mutating func add(_ answer: BatchAnswer) {
    lines += 1
    if answer.isFailed { failed += 1 }
    tokens += answer.generatedTokens
  }
}
