import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("tern batch", .timeLimit(.minutes(5)))
struct BatchCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func writeInput(_ count: Int) throws -> String {
    let lines = (0..<count).map { number in
      let json: JSON = [
        "custom_id": .string("q\(number)"), "method": "POST", "url": "/v1/completions",
        "body": ["prompt": .string("Coffee \(number)"), "max_tokens": 8, "temperature": 0],
      ]
      return json.text()
    }
    let path = folder.file("in.jsonl")
    // An empty line is no request.
    try (lines.joined(separator: "\n") + "\n\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func ids(_ path: String) throws -> [String?] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try JSON(parsing: String($0))["custom_id"]?.string
    }
  }

  @Test("every line has its answer, and a second run of a finished batch asks nothing")
  func answers() throws {
    let input = try writeInput(6)
    let output = folder.file("out.jsonl")
    let run = try CommandRun("batch", input, output, "--parallel", "3")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("6 of 6 lines"))
    #expect(try ids(output) == (0..<6).map { "q\($0)" })
    let whole = try Data(contentsOf: URL(fileURLWithPath: output))
    // The last answer was cut off.
    try whole.dropLast(20).write(to: URL(fileURLWithPath: output))
    let second = try CommandRun("batch", input, output)
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.errors.contains("goes on behind line 5 of 6"))
    #expect(try ids(output) == (0..<6).map { "q\($0)" })
    let third = try CommandRun("batch", input, output, "--json")
    #expect(third.status == 0)
    #expect(third.errors.contains("6 of 6 lines"))
    #expect(
      try JSON(parsing: third.output) == ["lines": 6, "answered": 0, "failed": 0, "tokens": 0])
  }

  @Test("what cannot be done is an error of one line")
  func failures() throws {
    let input = try writeInput(1)
    #expect(try CommandRun("batch", folder.file("none"), folder.file("out")).failed(with: 1))
    #expect(try CommandRun("batch", input, "/nonexistent/out").failed(with: 1))
    #expect(
      try CommandRun("batch", input, folder.file("out"), "--url", "balancer").failed(with: 2))
    try #"{"custom_id": "other"}"#.appending("\n").write(
      toFile: folder.file("other"), atomically: true, encoding: .utf8)
    let other = try CommandRun("batch", input, folder.file("other"))
    #expect(other.failed(with: 1))
    #expect(other.errors.contains("--restart"))
  }
}
