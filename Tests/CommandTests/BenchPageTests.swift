import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernBench

@Suite("The pages of tern-bench")
struct BenchPageTests {
  private let hostile = "<script>alert(\"1\")</script>&amp;'\u{1}\u{1B}[2J"

  /// The report with `hostile` in every text that a file or a command line can bring in.
  private var hostileReport: BenchReport {
    var report = SampleReport.whole
    report.command = hostile
    report.created = hostile
    (report.version, report.commit) = (hostile, hostile)
    report.machine.processor = hostile
    report.machine.system = hostile
    report.machine.instructionSet = hostile
    report.machine.blas = hostile
    report.cache = hostile
    for model in [\BenchReport.model.file, \.model.architecture, \.model.quantization] {
      report[keyPath: model] = hostile
    }
    report.model.name = hostile
    report.encoder?.file = hostile
    for part in report.parts.indices {
      report.parts[part].note = hostile
      for point in report.parts[part].points.indices {
        if !report.parts[part].points[point].name.isEmpty {
          report.parts[part].points[point].name = hostile
        }
        report.parts[part].points[point].figures = report.parts[part].points[point].figures.map {
          Figure($0.key, hostile, hostile, $0.kind, each: $0.values, note: hostile)
        }
      }
    }
    return report
  }

  @Test func `The page of a report has plots and a table for every part`() throws {
    let page = ReportPage(report: SampleReport.whole).html
    let document = try XMLReading(page)
    #expect(document.counts["h2"] == ReportPart.allCases.count)
    // Nine plots in two widths.
    #expect(document.counts["svg"] == 18 && document.counts["title"] == 19)
    #expect(document.counts["table"] == ReportPart.allCases.count)
    for part in ReportPart.allCases { #expect(document.texts.contains(part.title), "\(part)") }
    #expect(document.counts["script"] == nil && !page.contains("http://") && !page.contains("src="))
    for text in ["A Processor", "abc1234", "avx2", "1.2.3"] { #expect(page.contains(text)) }
    // The median of the generation, and its quartiles.
    #expect(page.contains("10\u{A0}tokens/s") && page.contains("9.50–10.5"))
    #expect(page.contains("No embedding model was given"))
  }

  @Test func `Whatever texts a report has, they stand in the page as texts`() throws {
    let other = SampleReport.whole
    let comparison = try ReportComparison(
      hostileReport, hostileReport, names: (hostile, hostile))
    let mixed = try ReportComparison(hostileReport, hostileReport, names: ("a", "b"))
    for page in [
      ReportPage(report: hostileReport).html, ComparisonPage(comparison: comparison).html,
      ComparisonPage(comparison: mixed).html,
    ] {
      let document = try XMLReading(page)
      #expect(document.counts["script"] == nil && !page.contains("<script"))
      #expect(page.contains("&lt;script&gt;") && !page.contains("\u{1B}"))
    }
    #expect(ReportPage(report: other).html != ReportPage(report: hostileReport).html)
  }

  @Test func `Reports without figures, parts or values have a page`() throws {
    var report = BenchReport()
    _ = try XMLReading(ReportPage(report: report).html)
    report = SampleReport.whole
    for part in report.parts.indices {
      report.parts[part].points = []
      report.parts[part].state = .failed
      report.parts[part].note = "it was too hot"
    }
    let failed = try XMLReading(ReportPage(report: report).html)
    #expect(failed.counts["svg"] == nil && failed.texts.contains("it was too hot"))
    report = SampleReport.whole
    for part in report.parts.indices {
      for point in report.parts[part].points.indices {
        for figure in report.parts[part].points[point].figures.indices {
          report.parts[part].points[point].figures[figure].values = []
        }
      }
    }
    #expect(try XMLReading(ReportPage(report: report).html).counts["svg"] == nil)
  }

  @Test(arguments: [0, -1, 1e-300, 1e300, .infinity, .nan])
  func `Odd values make no odd page`(value: Double) throws {
    var report = SampleReport.whole
    for part in ReportPart.allCases {
      for point in report.part(part)?.points ?? [] {
        let figures = point.figures.map {
          Figure($0.key, $0.label, $0.unit, $0.kind, each: [value, 1, value])
        }
        SampleReport.set(&report, part, figures, at: point.name)
      }
    }
    let page = ReportPage(report: report).html
    _ = try XMLReading(page)
    #expect(!page.contains("\"nan\"") && !page.contains("\"inf\"") && !page.contains("\"-inf\""))
  }

  @Test func `A logarithmic plot has the unit of its small values`() {
    var report = SampleReport.whole
    let mean = Figure("mean", "mask: mean", "µs", .time, each: [3, 2, 13_009])
    SampleReport.set(&report, .masks, [mean])
    #expect(ReportPage(report: report).html.contains("time of a mask, µs"))
  }

  @Test func `An interruption stands at the beginning of the page`() throws {
    var report = SampleReport.whole
    #expect(!ReportPage(report: report).html.contains("interrupted"))
    report.isInterrupted = true
    #expect(ReportPage(report: report).html.contains("The report was interrupted"))
  }

  @Test func `The page of a comparison has both reports in its plots, and the warnings`() throws {
    var other = SampleReport.whole
    other.threads = 2
    let comparison = try ReportComparison(
      SampleReport.whole, other, names: ("first.json", "second.json"))
    let page = ComparisonPage(comparison: comparison).html
    let document = try XMLReading(page)
    #expect(document.counts["svg"] == 18)
    #expect(page.contains("class=\"s0\"") && page.contains("class=\"s1\""))
    #expect(page.contains("first.json") && page.contains("second.json"))
    #expect(page.contains("<li>threads: 4 and 2</li>"))
    #expect(document.texts.contains("within the spread"))
  }

  @Test func `Numbers have three digits that count, and thousands are set apart`() {
    let cases: [(Double, String)] = [
      (0, "0"), (48.63, "48.6"), (641.8, "642"), (7.123, "7.12"), (0.1234, "0.123"),
      (0.01234, "0.0123"), (128, "128"), (1494.1, "1\u{202F}494"),
      (1_234_567, "1\u{202F}234\u{202F}567"), (-5, "−5"), (.nan, "–"),
    ]
    for (value, text) in cases { #expect(Quantity.number(value) == text) }
    #expect(Quantity.text(0.0421, "s") == "42.1\u{A0}ms")
    #expect(Quantity.text(8_400_000, "bytes") == "8.40\u{A0}MB")
    #expect(Quantity.text(0.523, "share") == "52%")
  }

  @Test func `Axes begin at 0 and have round numbers; logarithmic ones have decades`() {
    #expect(Axis(upTo: 48, ticks: 5).ticks == [0, 10, 20, 30, 40, 50])
    #expect(Axis(upTo: 7, ticks: 4).ticks == [0, 2, 4, 6, 8])
    #expect(Axis(upTo: 0, ticks: 4).ticks.first == 0)
    #expect(Axis(upTo: .infinity, ticks: 4).place(.infinity) == 0)
    #expect(Axis(upTo: 50, ticks: 5).place(25) == 0.5)
    let decades = Axis(logarithmic: [0.3, 40, 0])
    #expect(decades.ticks.count == 4 && abs(decades.place(1) - 1.0 / 3) < 1e-9)
    #expect(decades.place(0) == 0)
  }
}
