import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("tern logits")
struct LogitsTests {
  private let model = Fixtures.tinyLlama

  private func logits(_ words: String...) throws -> [Float] {
    let folder = try TemporaryFolder()
    let run = try CommandRun(
      arguments: ["logits", "--model", model, "--out", folder.file("out")] + words)
    try #require(run.status == 0, "\(run.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("out")))
    return [Float](littleEndian: data)
  }

  @Test("the last position's logits are the reference engine's within 1e-4")
  func reference() throws {
    let reference = try Fixtures.tinyLlamaReference()
    let ids = reference.prompt.map(String.init).joined(separator: ",")
    for steps in ["0", "3", "8"] {
      let found = try logits("--tokens", ids, "--step", steps)
      #expect(found.count == reference.last_logits.count)
      let error = zip(found, reference.last_logits).map { abs($0 - $1) }.max() ?? .infinity
      #expect(error <= 1e-4, "\(steps) steps: \(error)")
    }
  }

  @Test("--all gives every position, the last one as without it, at any number of single steps")
  func all() throws {
    let reference = try Fixtures.tinyLlamaReference()
    let ids = reference.prompt.map(String.init).joined(separator: ",")
    let batch = try logits("--tokens", ids, "--all")
    let columns = reference.last_logits.count
    #expect(batch.count == reference.prompt.count * columns)
    for steps in 1...reference.prompt.count {
      let stepped = try logits("--tokens", ids, "--all", "--step", "\(steps)")
      let error = zip(batch, stepped).map { abs($0 - $1) }.max() ?? .infinity
      #expect(stepped.count == batch.count && error <= 1e-5)
    }
  }

  @Test("bad tokens, steps and files are one line and exit status 1 or 2")
  func errors() throws {
    let bad: [(Int32, [String])] = [
      (2, ["--tokens", "1"]), (2, ["--out", "/tmp/x"]), (2, ["--tokens", "", "--out", "/tmp/x"]),
      (2, ["--tokens", "1,2", "--step", "3", "--out", "/tmp/x"]),
      (1, ["--tokens", "1", "--out", "/nonexistent/folder/x"]),
      (1, ["--tokens", "303", "--out", "/dev/null"]),
      (1, ["--tokens", "1,2,3", "--context", "2", "--out", "/dev/null"]),
    ]
    for (status, words) in bad {
      let run = try CommandRun(arguments: ["logits", "--model", model] + words)
      #expect(run.failed(with: status), "\(words): \(run.status) \(run.errors)")
    }
  }

  @Test("a full device is an error", .enabled(if: hasFullDevice))
  func fullDevice() throws {
    let run = try CommandRun("logits", "--model", model, "--tokens", "1", "--out", "/dev/full")
    #expect(run.failed(with: 1), "\(run.status) \(run.errors)")
  }
}
