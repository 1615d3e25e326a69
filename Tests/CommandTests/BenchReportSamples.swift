import TernJSON

@testable import TernBench

/// Reports that were not measured.
enum SampleReport {
  /// A report with figures of every part.
  static var whole: BenchReport {
    var report = BenchReport()
    report.command = "tern-bench report"
    report.created = "2026-01-02T03:04:05Z"
    (report.version, report.commit) = ("1.2.3", "abc1234")
    report.machine = MachineFacts(
      processor: "A Processor", instructionSet: "avx2", processors: 4, cores: 2,
      memoryBytes: 8_000_000_000, system: "A System 1")
    report.model = model("a.gguf")
    report.encoder = model("bge-base:Q8_0")
    report.encoder?.isSynthetic = true
    (report.threads, report.seconds) = (4, 123.5)
    report.parts = ReportPart.allCases.map { BenchReport.Part(part: $0, seconds: 1.5) }
    set(&report, .speed, [rate("tg", [9, 10, 11]), rate("pp", [90, 100, 110])])
    set(&report, .depth, [rate("tg", [9, 10, 11])], at: "0")
    set(&report, .depth, [rate("tg", [7, 8, 9])], at: "1024")
    set(&report, .load, [time("load_s", [0.1, 0.2, 0.3]), time("open_s", [0.01, 0.02, 0.03])])
    let bytes = Figure("resident_bytes", "while generating", "bytes", .size, each: [2e8, 2e8, 2e8])
    var cache = Figure(count: "cache_bytes", "keys and values", "bytes", 4096)
    cache.isList = true
    set(&report, .memory, [bytes, cache])
    set(&report, .many, [rate("tg", [10, 10, 10]), rate("each", [10, 10, 10])], at: "1")
    set(&report, .many, [rate("tg", [40, 41, 42]), rate("each", [10, 10.2, 10.5])], at: "4")
    set(&report, .masks, [Figure("mean", "mask: mean", "µs", .time, each: [3, 2, 4])])
    set(&report, .embeddings, [rate("texts_per_s", [5, 6, 7])], at: "16")
    return report
  }

  static func model(_ file: String) -> ModelFacts {
    ModelFacts(
      file: file, name: "A Model", architecture: "llama", parameters: 1_000_000, bytes: 1_100_000,
      quantization: "Q8_0", layers: 2, context: 2048)
  }

  static func rate(_ key: String, _ values: [Double]) -> Figure {
    Figure(key, "the rate \(key)", "tokens/s", .rate, each: values)
  }

  static func time(_ key: String, _ values: [Double]) -> Figure {
    Figure(key, "the time \(key)", "s", .time, each: values)
  }

  /// Sets the figures of a part at a point.
  static func set(
    _ report: inout BenchReport, _ part: ReportPart, _ figures: [Figure], at point: String = ""
  ) {
    guard let place = report.parts.firstIndex(where: { $0.part == part }) else { return }
    report.parts[place].points.removeAll { $0.name == point }
    report.parts[place].points.append(BenchReport.Point(name: point, figures: figures))
  }
}
