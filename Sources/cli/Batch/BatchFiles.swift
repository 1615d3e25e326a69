import Foundation
import TernJSON
import TernServe

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of a batch, and the run from one to the other.
struct BatchFiles {
  private let arguments: BatchArguments

  init(_ arguments: BatchArguments) { self.arguments = arguments }

  func run() async throws {
    let lines = try FileLines(arguments.input)
    let total = lines.reduce(0) { count, _ in count + 1 }
    let output = unsafe open(arguments.output, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard output >= 0 else { throw failure(arguments.output) }
    defer { close(output) }
    // Two runs into one file would both be wrong.
    guard flock(output, LOCK_EX | LOCK_NB) == 0 else {
      throw CommandFailure.failed("\(arguments.output) is being written by another run")
    }
    let done = try progress(lines)
    guard ftruncate(output, off_t(done.bytes)) == 0, lseek(output, 0, SEEK_END) >= 0 else {
      throw failure(arguments.output)
    }
    if done.answered > 0 {
      Output.note("tern: batch: goes on behind line \(done.answered) of \(total)")
    }
    let target = try await arguments.target()
    let report = BatchReport(total: total, before: done.answered)
    var last = BatchCounts()
    try await BatchRun(lines.dropFirst(done.answered), target: target, width: arguments.parallel)
      .run { line, counts in
        try Output.write(line, to: output, name: arguments.output)
        last = counts
        report.show(counts)
      }
    guard fsync(output) == 0 else { throw failure(arguments.output) }
    report.finish(last)
    if arguments.printsJSON {
      try Output.write([
        "lines": JSON(total), "answered": JSON(last.lines), "failed": JSON(last.failed),
        "tokens": JSON(last.tokens),
      ])
    }
    if last.failed > 0 { throw CommandFailure.told }
  }

  private func progress(_ lines: FileLines) throws -> BatchProgress {
    if arguments.restarts { return try BatchProgress(output: [], input: []) }
    do {
      return try BatchProgress(output: FilePieces(arguments.output), input: lines)
    } catch let mismatch as BatchProgress.Mismatch {
      throw CommandFailure.failed(
        "\(arguments.output) is not of this batch: \(mismatch); --restart begins anew")
    }
  }

  private func failure(_ path: String) -> CommandFailure {
    .failed("\(path): \(SystemReason.last)")
  }
}

/// The lines of a file that are not empty, read as they are asked for.
struct FileLines: Sequence, Sendable {
  private let path: String

  init(_ path: String) throws(CommandFailure) {
    self.path = path
    guard unsafe access(path, R_OK) == 0 else { throw .failed("\(path): \(SystemReason.last)") }
  }

  func makeIterator() -> AnyIterator<[UInt8]> {
    let pieces = (try? FilePieces(path))?.makeIterator()
    var splitter = LineSplitter()
    var ready: ArraySlice<[UInt8]> = []
    var isOver = false
    return AnyIterator {
      while true {
        while let line = ready.popFirst() {
          if !line.allSatisfy({ $0 == 32 || (9...13).contains($0) }) { return line }
        }
        if isOver { return nil }
        if let piece = pieces?.next() {
          ready = splitter.push(piece)[...]
        } else {
          isOver = true
          ready = splitter.finish().map { [$0] } ?? []
        }
      }
    }
  }
}

/// The bytes of a file in pieces.
struct FilePieces: Sequence {
  private let handle: FileHandle

  init(_ path: String) throws(CommandFailure) {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw .failed("\(path): \(SystemReason.last)")
    }
    self.handle = handle
  }

  func makeIterator() -> AnyIterator<[UInt8]> {
    AnyIterator { [handle] in
      guard let data = try? handle.read(upToCount: 1 << 18), !data.isEmpty else { return nil }
      return Array(data)
    }
  }
}
