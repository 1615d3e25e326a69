import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("tern-bench --compare")
struct BenchCompareTests {
  private let folder: TemporaryFolder
  private let saved: JSONObject

  init() throws {
    folder = try TemporaryFolder()
    saved = try #require(
      try BenchRun.json(
        "-m", Fixtures.tinyLlama, "-p", "4", "-n", "8", "-r", "2", "-t", "1"
      ).object)
  }

  /// The same run again, beside `saved` as it is or changed.
  private func compare(with saved: JSONObject, _ arguments: String...) throws -> CommandRun {
    let path = folder.file("saved.json")
    try Data(JSON.object(saved).text().utf8).write(to: URL(fileURLWithPath: path))
    return try CommandRun(
      arguments: [
        "-m", Fixtures.tinyLlama, "-p", "4", "-n", "8", "-r", "2", "-t", "1", "--compare", path,
      ] + BenchRun.small + arguments, program: "tern-bench")
  }

  @Test("equal counts exit with 0, however the times came out")
  func equal() throws {
    let run = try compare(with: saved, "--json")
    #expect(run.status == 0, "\(run.errors)")
    let comparison = try JSON(parsing: run.output)["comparison"]
    #expect(comparison?["counts_equal"]?.bool == true)
    let figures = try #require(comparison?["figures"]?.array)
    let counts = figures.filter { $0["kind"]?.string == "count" }
    #expect(counts.count >= 4 && counts.allSatisfy { $0["verdict"]?.string == "same" })
  }

  @Test("a count that differs by one is named, with exit status 1, and the run is still shown")
  func differentCount() throws {
    var changed = saved
    let bytes = try #require(saved["weight_bytes_per_token"]?.int)
    changed["weight_bytes_per_token"] = JSON(bytes + 1)
    let run = try compare(with: changed)
    #expect(run.failed(with: 1), "\(run.errors)")
    #expect(run.errors.contains("weight_bytes_per_token"))
    #expect(!run.errors.contains("cache_bytes_per_token"))
    #expect(run.text.contains("differs") && run.text.contains("tokens/s"))
  }

  @Test("times are compared by ratio: below 0.9 is pointed out, and no failure")
  func slower() throws {
    var changed = saved
    changed["tg"] = [1e9]
    changed["load_s"] = 1e6
    let run = try compare(with: changed, "--json")
    #expect(run.status == 0, "\(run.errors)")
    let figures = try JSON(parsing: run.output)["comparison"]?["figures"]?.array ?? []
    let rate = try #require(figures.first { $0["figure"]?.string == "tg" })
    #expect(rate["verdict"]?.string == "slower" && (rate["ratio"]?.double ?? 1) < 0.9)
    let load = try #require(figures.first { $0["figure"]?.string == "load_s" })
    #expect(load["verdict"]?.string == "" && (load["ratio"]?.double ?? 0) > 1)
  }

  @Test("--csv adds the saved value and the ratio")
  func csv() throws {
    let run = try compare(with: saved, "--csv")
    let lines = run.text.split(separator: "\n")
    let line = try #require(lines.first { $0.contains(",tensor_bytes_per_token,") })
    let bytes = try #require(saved["tensor_bytes_per_token"]?.int)
    #expect(line.hasSuffix(",\(bytes),1.0000"))
  }

  @Test("a figure that the saved run lacks is new, and no failure")
  func newFigure() throws {
    var changed = saved
    changed["bytes_per_token"] = nil
    let run = try compare(with: changed)
    #expect(run.status == 0 && run.text.contains("new"))
  }

  @Test("a run of something else, or no saved run at all, is one line before anything is measured")
  func otherRuns() throws {
    var changed = saved
    changed["generate"] = 9
    #expect(try compare(with: changed).failed(with: 1))
    changed["generate"] = 8.0
    #expect(try compare(with: changed).status == 0)
    changed["suite"] = "depth"
    #expect(try compare(with: changed).failed(with: 1))
    #expect(try compare(with: [:]).failed(with: 1))
    let text = folder.file("text")
    try Data("no json".utf8).write(to: URL(fileURLWithPath: text))
    for path in [text, folder.file("missing")] {
      let run = try BenchRun.run("-m", Fixtures.tinyLlama, "--compare", path)
      #expect(run.failed(with: 1) && run.output.isEmpty, "\(run.errors)")
    }
  }
}
