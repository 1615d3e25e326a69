import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("tern-bench speed and depth")
struct BenchSpeedTests {
  private let model = Fixtures.tinyLlama
  /// The tiny model's matrices: 303 embeddings of 64, which are the output head too, and two layers
  /// of 64 × 64 twice, 32 × 64 twice, and 128 × 64 three times.
  private let headWeights = 303 * 64
  private let layerWeights = 2 * (2 * 64 * 64 + 2 * 32 * 64 + 3 * 128 * 64)
  /// Two layers, two heads of 16 + 16 halves each.
  private let cacheBytes = 2 * 2 * 32 * 2

  @Test("without a suite it is speed; pp and tg are lists with one rate per repetition")
  func plain() throws {
    let json = try BenchRun.json("-m", model, "-p", "8", "-n", "4", "-r", "2", "-t", "1")
    #expect(json["suite"]?.string == "speed")
    #expect(json["pp"]?.isList(of: 2) == true && json["tg"]?.isList(of: 2) == true)
    #expect(json["threads"]?.int == 1 && json["prompt"]?.int == 8 && json["generate"]?.int == 4)
    for key in [
      "pp_mean", "tg_mean", "load_s", "file_bytes", "bandwidth_gb_per_s", "bandwidth_share",
      "bandwidth_1_thread_gb_per_s", "read_gb_per_s", "resident_after_load_bytes",
      "peak_resident_bytes",
    ] {
      #expect((json[key]?.double ?? 0) > 0, "\(key)")
    }
  }

  @Test("bytes and operations are those of the shapes, worked out by hand")
  func counts() throws {
    let json = try BenchRun.json(
      "speed", "-m", model, "-p", "8", "-n", "4", "-r", "1", "-t", "2", "-d", "3")
    let weights = 4 * (headWeights + layerWeights)
    #expect(json["weight_bytes_per_token"]?.int == weights)
    #expect(json["tensor_bytes_per_token"]?.int == weights)
    // Four tokens at positions 4…7 see 5, 6, 7 and 8 positions.
    let cache = cacheBytes * (5 + 6 + 7 + 8) / 4
    #expect(json["cache_bytes_per_token"]?.int == cache)
    #expect(json["bytes_per_token"]?.int == weights + cache)
    // Eight rows at positions 3…10 see 4…11 positions; four query heads of 16 + 16.
    let attention = 2 * 2 * 4 * 32 * (4...11).reduce(0, +)
    #expect(json["pp_operations"]?.int == 2 * (8 * layerWeights + headWeights) + attention)
  }

  @Test("the shares are the rates times the work over the limits of the same run")
  func shares() throws {
    let json = try BenchRun.json("-m", model, "-p", "8", "-n", "4", "-r", "1", "-t", "1")
    let rate = try #require(json["tg"]?[0]?.double)
    let bytes = try #require(json["bytes_per_token"]?.double)
    let bandwidth = try #require(json["bandwidth_gb_per_s"]?.double)
    let share = try #require(json["bandwidth_share"]?.double)
    #expect(abs(share - rate * bytes / bandwidth / 1e9) < 1e-6 * share)
    if let peak = json["int8_gops"]?.double {
      let rate = try #require(json["pp"]?[0]?.double)
      let operations = try #require(json["pp_operations"]?.double)
      let share = try #require(json["pp_share"]?.double)
      #expect(abs(share - rate * operations / 8 / peak / 1e9) < 1e-6 * share)
    }
  }

  @Test("-p 0 and -n 0 leave empty lists")
  func skipped() throws {
    let noPrompt = try BenchRun.json("-m", model, "-p", "0", "-n", "4", "-r", "1")
    #expect(noPrompt["pp"] == .array([]) && noPrompt["tg"]?.isList(of: 1) == true)
    let noGeneration = try BenchRun.json("-m", model, "-p", "4", "-n", "0", "-r", "1")
    #expect(noGeneration["tg"] == .array([]) && noGeneration["pp"]?.isList(of: 1) == true)
  }

  #if os(Linux)
    @Test("the allocations of a generated token are counted, alike in every run")
    func allocations() throws {
      let first = try BenchRun.json("-m", model, "-p", "0", "-n", "16", "-r", "1", "-t", "1")
      let second = try BenchRun.json("-m", model, "-p", "0", "-n", "16", "-r", "2", "-t", "1")
      let count = try #require(first["allocations_per_token"]?.int)
      #expect(count >= 0 && second["allocations_per_token"]?.int == count)
    }

    // Unoptimised code allocates for closures.
    #if !DEBUG
      @Test("a token of a recurrent model allocates nothing", arguments: TinyHybrid.Kind.allCases)
      func hybrids(_ kind: TinyHybrid.Kind) throws {
        let folder = try TemporaryFolder()
        try withExtendedLifetime(folder) {
          let path = folder.file("model.gguf")
          try TinyHybrid(kind: kind).write(to: path)
          try checkAllocations(path)
        }
      }

      @Test(
        "nor does one of a model with latent attention, experts, or temperatures",
        .enabled(if: SharedSuites.available),
        arguments: [
          "deepseek2-lite", "deepseek2-v3", "qwen3moe", "gemma4-moe", "jamba", "mistral3",
        ])
      func others(_ name: String) throws {
        let path = SharedSuites.url("suites/architectures/\(name)/model.gguf")?.path
        try checkAllocations(try #require(path))
      }

      private func checkAllocations(_ path: String) throws {
        for (depth, threads) in [("0", "1"), ("0", "2"), ("150", "1"), ("150", "2")] {
          let json = try BenchRun.json(
            "-m", path, "-p", "0", "-n", "8", "-r", "1", "-d", depth, "-t", threads)
          #expect(json["allocations_per_token"]?.int == 0, "\(path): \(depth), \(threads)")
        }
      }
    #endif
  #endif

  @Test("depth measures at every depth, in rising order, and counts the cache that is read")
  func depth() throws {
    let json = try BenchRun.json(
      "depth", "-m", model, "-p", "8", "-n", "4", "-r", "2", "--depths", "64,0,64")
    let points = try #require(json["points"]?.array)
    #expect(points.map { $0["depth"]?.int } == [0, 64])
    for point in points {
      #expect(point["pp"]?.isList(of: 2) == true && point["tg"]?.isList(of: 2) == true)
    }
    let cache = points.map { $0["cache_bytes_per_token"]?.int }
    #expect(cache == [2 + 3 + 4 + 5, 66 + 67 + 68 + 69].map { cacheBytes * $0 / 4 })
  }

  @Test("--svg draws a well-formed chart with a dot for each point and a label for each depth")
  func chart() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("chart.svg")
    let run = try BenchRun.run(
      "depth", "-m", model, "-p", "8", "-n", "4", "-r", "1", "--depths", "0,32,100", "--svg", path,
      "--buffer", "4")
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let document = try XMLReading(text)
    #expect(document.counts["svg"] == 1 && document.counts["circle"] == 6)
    for depth in ["0", "32", "100"] { #expect(document.texts.contains(depth)) }
    let lost = try BenchRun.run(
      "depth", "-m", model, "-p", "0", "-n", "1", "-r", "1", "--depths", "0", "--svg",
      folder.file("no/folder.svg"), "--buffer", "4")
    #expect(lost.failed(with: 1), "\(lost.errors)")
  }

  @Test("a synthetic model has the bytes of its type and leaves no file behind")
  func synthetic() throws {
    let folder = try TemporaryFolder()
    let run = try CommandRun(
      arguments: [
        "--synthetic", "tiny:Q8_0", "-p", "4", "-n", "2", "-r", "1", "-t", "1", "--json",
        "--buffer", "4",
      ], program: "tern-bench", environment: ["TMPDIR": folder.path])
    let json = try JSON(parsing: run.output)
    // 512 embeddings of 256; two layers with 4 heads of 64, 2 of them for keys, and 512 wide.
    let weights = 512 * 256 + 2 * (2 * 256 * 256 + 2 * 128 * 256 + 3 * 512 * 256)
    #expect(json["tensor_bytes_per_token"]?.int == weights / 32 * 34)
    #expect(try folder.entries() == [])
  }
}
