import TernJSON
import TernTestSupport
import Testing

@testable import TernBench

@Suite("Comparing two reports of tern-bench")
struct BenchRatioTests {
  @Test func `The ratio is the median of all ratios; few values have the widest interval`() throws {
    // The ratios are 0.5, 1, 1, 2, 2, 2, 4, 4 and 8.
    let interval = try #require(RatioInterval(of: [2, 4, 8], to: [4, 1, 2]))
    #expect(interval.ratio == 2 && interval.bounds == 0.5...8)
    #expect(!interval.isBeyondSpread)
    #expect(interval.inverse.ratio == 0.5 && interval.inverse.bounds == 0.125...2)
  }

  @Test func `Five values on a side leave out the two ratios at each end`() throws {
    // 25/2 − 1.96·√(25·11/12) = 3.1: the interval goes from the third ratio to the third last.
    let interval = try #require(
      RatioInterval(of: [200, 202, 204, 206, 208], to: [104, 103, 102, 101, 100]))
    #expect(abs(interval.ratio - 2) < 0.01 && interval.isBeyondSpread)
    let bounds = try #require(interval.bounds)
    #expect(abs(bounds.lowerBound - 202.0 / 104) < 1e-12)
    #expect(abs(bounds.upperBound - 208.0 / 101) < 1e-12)
  }

  @Test func `One or two values have a ratio without an interval, and none has no ratio`() {
    let pair = RatioInterval(of: [3, 3], to: [2, 2, 2, 2])
    #expect(pair?.ratio == 1.5 && pair?.bounds == nil && pair?.isBeyondSpread == false)
    #expect(RatioInterval(of: [], to: [1]) == nil && RatioInterval(of: [1], to: []) == nil)
    #expect(RatioInterval(of: [0, 1, 2], to: [1, 1, 1]) == nil)
    #expect(RatioInterval(of: [.infinity], to: [1]) == nil)
    #expect(RatioInterval(of: [1e300], to: [1e-300]) == nil)
  }

  private func compare(
    _ change: (inout BenchReport) -> Void
  ) throws(ReportFileError) -> ReportComparison {
    var other = SampleReport.whole
    change(&other)
    return try ReportComparison(SampleReport.whole, other, names: ("a.json", "b.json"))
  }

  private func line(
    _ comparison: ReportComparison, _ part: ReportPart, _ key: String, _ point: String = ""
  ) throws -> ReportComparison.Line {
    try #require(
      comparison.lines.first { $0.part == part && $0.a.key == key && $0.point == point })
  }

  @Test func `A report beside itself differs in nothing`() throws {
    let same = try compare { _ in }
    #expect(same.warnings.isEmpty)
    #expect(same.count(.better) + same.count(.worse) + same.count(.differs) == 0)
    #expect(same.count(.same) == 1 && same.lines.count == 14)
    // Thirteen have an interval.
    #expect(same.expectedByChance == 1)
  }

  @Test func `More is better of rates, less of times and sizes; counts are equal or not`() throws {
    let changed = try compare { report in
      SampleReport.set(
        &report, .speed,
        [SampleReport.rate("tg", [18, 20, 22]), SampleReport.rate("pp", [45, 50, 55])])
      SampleReport.set(&report, .load, [SampleReport.time("load_s", [0.4, 0.8, 1.2])])
      var cache = Figure(count: "cache_bytes", "keys and values", "bytes", 4097)
      cache.isList = true
      let bytes = Figure("resident_bytes", "", "bytes", .size, each: [1e8, 1e8, 1e8])
      SampleReport.set(&report, .memory, [bytes, cache])
      SampleReport.set(&report, .depth, [SampleReport.rate("tg", [9, 10.5, 11])], at: "0")
      SampleReport.set(&report, .many, [SampleReport.rate("tg", [20, 20])], at: "1")
    }
    let generation = try line(changed, .speed, "tg")
    #expect(generation.verdict == .better && generation.gain?.ratio == 2)
    let prompt = try line(changed, .speed, "pp")
    #expect(prompt.verdict == .worse && prompt.gain?.ratio == 0.5)
    let load = try line(changed, .load, "load_s")
    #expect(load.verdict == .worse && load.gain?.ratio == 0.25)
    let memory = try line(changed, .memory, "resident_bytes")
    #expect(memory.verdict == .better && memory.gain?.ratio == 2)
    #expect(try line(changed, .memory, "cache_bytes").verdict == .differs)
    #expect(try line(changed, .depth, "tg", "0").verdict == .within)
    #expect(try line(changed, .many, "tg", "1").verdict == .unknown)
    let text = changed.table
    for words in ["B is better", "B is worse", "differs", "within the spread", "too few values"] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test func `What makes two reports hard to compare is named`() throws {
    func warnings(_ change: (inout BenchReport) -> Void) throws -> [String] {
      try compare(change).warnings.map(\.what)
    }
    #expect(try warnings { $0.machine.processor = "Another" } == ["processor"])
    #expect(try warnings { $0.machine.instructionSet = "avx512" } == ["instruction set"])
    #expect(try warnings { $0.model.bytes = 2_200_000 } == ["model"])
    #expect(try warnings { $0.encoder = nil } == ["encoder"])
    #expect(try warnings { $0.threads = 2 } == ["threads"])
    #expect(try warnings { $0.cache = "q8_0" } == ["keys and values"])
    #expect(try warnings { $0.sizes.depths = [0, 7] } == ["depths"])
    #expect(try warnings { $0.isInterrupted = true } == ["ended"])
    // Another version is what one wants to compare.
    #expect(try warnings { ($0.version, $0.commit) = ("2.0.0", nil) } == [])
  }

  @Test func `Points and figures that one report alone has are left out`() throws {
    let fewer = try compare { report in
      report.parts.removeAll { $0.part == .masks }
      SampleReport.set(&report, .depth, [SampleReport.rate("tg", [1, 2, 3])], at: "2048")
      report.parts[1].points.removeAll { $0.name == "1024" }
    }
    #expect(!fewer.lines.contains { $0.part == .masks || $0.point == "1024" })
    #expect(!fewer.lines.contains { $0.point == "2048" })
    let error = #expect(throws: ReportFileError.self) { try compare { $0.parts = [] } }
    #expect(error == .nothingInCommon("a.json", "b.json"))
    // A figure in another unit is another figure.
    #expect(throws: ReportFileError.self) {
      try compare { report in
        for part in report.parts.indices {
          for point in report.parts[part].points.indices {
            let figures = report.parts[part].points[point].figures
            report.parts[part].points[point].figures = figures.map {
              Figure($0.key, $0.label, "apples", $0.kind, each: $0.values)
            }
          }
        }
      }
    }
  }

  @Test func `The document has medians, quartiles and the gain of each figure`() throws {
    let json = try compare { report in
      SampleReport.set(&report, .speed, [SampleReport.rate("tg", [18, 20, 22])])
    }.json
    #expect(json["format"]?.string == "tern-bench comparison" && json["format_version"]?.int == 1)
    let figure = try #require(json["figures"]?.array?.first)
    #expect(figure["part"]?.string == "speed" && figure["figure"]?.string == "tg")
    #expect(figure["a"]?["lower_quartile"]?.double == 9.5)
    #expect(figure["a"]?["median"]?.int == 10 && figure["b"]?["median"]?.int == 20)
    #expect(figure["b"]?["upper_quartile"]?.double == 21 && figure["b"]?["values"]?.int == 3)
    #expect(figure["gain"]?.double == 2 && figure["verdict"]?.string == "better")
    #expect(figure["gain_low"]?.double == 18.0 / 11)
    #expect(figure["gain_high"]?.double == 22.0 / 9)
  }
}
