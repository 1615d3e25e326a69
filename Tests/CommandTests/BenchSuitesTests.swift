import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("tern-bench load, memory, tokenize and kernels")
struct BenchSuitesTests {
  private let model = Fixtures.tinyLlama

  @Test("the parts of the load time add up to it, repetition by repetition")
  func load() throws {
    let json = try BenchRun.json("load", "-m", model, "-r", "3", "-t", "1")
    let parts = ["open_s", "vocabulary_s", "weights_s", "first_forward_s"]
    for key in parts + ["load_s"] { #expect(json[key]?.isList(of: 3) == true, "\(key)") }
    for index in 0..<3 {
      let sum = parts.reduce(0) { $0 + (json[$1]?[index]?.double ?? 0) }
      let total = json["load_s"]?[index]?.double ?? 0
      #expect(abs(sum - total) < 1e-9)
    }
  }

  @Test("memory states the file, the cache, and what is resident")
  func memory() throws {
    let json = try BenchRun.json("memory", "-m", model, "-p", "8", "-n", "4", "-t", "1")
    let size = try FileManager.default.attributesOfItem(atPath: model)[.size] as? Int
    #expect(json["file_bytes"]?.int == size)
    // 13 positions of 256 bytes, in whole pages.
    #expect((json["cache_bytes"]?.int ?? 0) >= 13 * 256)
    #if os(Linux)
      let after = json["resident_after_load_bytes"]?.int ?? 0
      #expect(after > 0 && (json["resident_bytes"]?.int ?? 0) >= after)
      #expect((json["peak_load_bytes"]?.int ?? 0) >= after)
    #endif
  }

  @Test("tokenize makes the tokens that tern tokenize makes, and gets all bytes back")
  func tokenize() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "the cat sat, über 12 mats – 世界 🙂\n", count: 50)
    try text.write(toFile: folder.file("text"), atomically: true, encoding: .utf8)
    let json = try BenchRun.json("tokenize", "-m", model, "-r", "2", "--text", folder.file("text"))
    let ids = try CommandRun("tokenize", "--model", model, input: Array(text.utf8))
    #expect(json["tokens"]?.int == (try JSON(parsing: ids.output).array?.count))
    #expect(json["bytes"]?.int == text.utf8.count)
    #expect(json["decoded_bytes"]?.int == text.utf8.count)
    for key in [
      "encode_mb_per_s", "decode_mb_per_s", "line_encode_mb_per_s", "line_decode_mb_per_s",
    ] { #expect(json[key]?.isList(of: 2) == true, "\(key)") }
    #expect(json["line_bytes"]?.int == 1 << 20 && json["line_decoded_bytes"]?.int == 1 << 20)
  }

  @Test("structured compares each constraint with free text; what is forced goes faster")
  func structured() throws {
    let json = try BenchRun.json("structured", "-m", model, "-n", "60", "-r", "2", "-t", "1")
    #expect(json["free"]?.isList(of: 2) == true)
    let points = try #require(json["points"]?.array)
    #expect(points.map { $0["constraint"]?.string } == ["strings", "records", "forced"])
    for point in points { #expect(point["tg"]?.isList(of: 2) == true) }
    #expect(points[2]["forced_share"]?.double ?? 0 > 0.5)
    #expect(points[2]["ratio"]?.double ?? 0 > 1)
    let run = try CommandRun(
      "structured", "--synthetic", "tiny:F16", "--vocab", model, "-n", "60", "-r", "1", "-t", "1",
      "--json", program: "tern-bench")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("many has a point for each number of sequences, in order, also for a file without texts")
  func many() throws {
    let folder = try TemporaryFolder()
    let plain = folder.file("plain.gguf")
    let made = try CommandRun(
      "make", "--synthetic", "tiny-qwen3moe-small:Q8_0", "-o", plain, program: "tern-bench")
    try #require(made.status == 0, "\(made.errors)")
    for file in [model, plain] {
      let json = try BenchRun.json(
        "many", "-m", file, "--sequences", "3,1,3", "-p", "5", "-n", "6", "-r", "2", "-t", "1")
      let points = try #require(json["points"]?.array)
      #expect(points.map { $0["sequences"]?.int } == [1, 3])
      for point in points {
        for key in ["tg", "each", "ratio"] { #expect(point[key]?.isList(of: 2) == true, "\(key)") }
      }
    }
  }

  @Test("kernels has a point for each type that is asked for, with rates and their shares")
  func kernels() throws {
    let json = try BenchRun.json("kernels", "--types", "Q4_0,f16,Q4_0", "-r", "2", "-t", "1")
    let points = try #require(json["points"]?.array)
    #expect(points.map { $0["type"]?.string } == ["Q4_0", "F16"])
    #expect(json["bandwidth_gb_per_s"]?.double ?? 0 > 0)
    for point in points {
      for key in ["row_gb_per_s", "rows_2_gb_per_s", "rows_7_gb_per_s", "rows_512_gops"] {
        #expect(point[key]?.isList(of: 2) == true, "\(key)")
      }
      #expect(point["row_share"]?.double ?? 0 > 0)
    }
    // 8192 rows of 2048 columns: 18 bytes for 32 of them, and two bytes for each.
    #expect(
      points.map { $0["matrix_bytes"]?.int } == [8192 * 2048 / 32 * 18, 8192 * 2048 * 2])
  }

  @Test("the generated text is the same in every run")
  func generatedText() throws {
    let first = try BenchRun.json("tokenize", "-m", model, "-r", "1")
    let second = try BenchRun.json("tokenize", "-m", model, "-r", "1")
    let bytes = try #require(first["bytes"]?.int)
    #expect(bytes >= 1 << 20 && second["bytes"]?.int == bytes)
    #expect(first["decoded_bytes"]?.int == bytes)
    #expect(first["tokens"] != nil && first["tokens"] == second["tokens"])
  }

  @Test("a file without a vocabulary cannot be measured by tokenize; load says there is none")
  func noVocabulary() throws {
    let run = try BenchRun.run("tokenize", "--synthetic", "tiny:Q4_0", "-r", "1")
    #expect(run.failed(with: 1), "\(run.errors)")
    let load = try BenchRun.run("load", "--synthetic", "tiny:Q4_0", "-r", "1")
    #expect(load.status == 0 && load.text.contains("the file has none"))
  }
}
