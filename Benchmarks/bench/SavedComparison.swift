import Foundation
import TernJSON

/// A run beside a saved one.
struct SavedComparison {
  /// One figure then and now.
  struct Line {
    var key: String
    /// The point it belongs to, where the suite has points.
    var point: String?
    var label: String
    var kind: Figure.Kind
    var now: Double
    /// `nil` where the saved run does not have it.
    var saved: Double?

    /// More than 1 is better than the saved run, whichever way the figure counts.
    var ratio: Double? {
      guard let saved, saved > 0, now > 0 else { return nil }
      return kind == .rate ? now / saved : saved / now
    }

    enum Verdict: String { case same, differs, slower, more, new, unchanged = "" }

    var verdict: Verdict {
      guard let saved else { return .new }
      if kind == .count { return saved == now ? .same : .differs }
      guard let ratio, ratio < SavedComparison.leastRatio else { return .unchanged }
      return kind == .size ? .more : .slower
    }
  }

  /// Ratios below this are pointed out.
  static let leastRatio = 0.9

  let path: String
  let lines: [Line]

  /// Reads the saved run at `path`; done before anything is measured.
  static func read(_ path: String) throws(BenchError) -> JSON {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .failed("cannot read \(path)")
    }
    do { return try JSON(parsing: Array(data)) } catch {
      throw .failed("\(path) is not a saved run: \(error)")
    }
  }

  /// Throws where the saved run measured something else.
  static func check(_ saved: JSON, _ result: SuiteResult, path: String) throws(BenchError) {
    for (key, value) in result.conditions {
      guard let then = saved[key] else { throw .failed("\(path) is not a saved run: no '\(key)'") }
      guard then.hasSameValue(as: value) else {
        throw .failed("\(path) has \(key) \(then.text()), this run \(value.text())")
      }
    }
  }

  init(_ result: SuiteResult, with saved: JSON, path: String) {
    self.path = path
    let pointKey = result.settings.suite.pointKey ?? ""
    lines = result.allFigures.compactMap { point, figure in
      guard figure.kind != .fact else { return nil }
      let place =
        point == nil
        ? saved
        : saved["points"]?.array?.first {
          SuiteResult.Point(name: $0[pointKey] ?? .null, figures: []).label == point
        } ?? .null
      let value = place[figure.key]
      let values = value?.array?.compactMap(\.double) ?? value?.double.map { [$0] } ?? []
      return Line(
        key: figure.key, point: point, label: figure.label, kind: figure.kind,
        now: figure.values.median, saved: values.isEmpty ? nil : values.median)
    }
  }

  func line(_ key: String, point: String?) -> Line? {
    lines.first { $0.key == key && $0.point == point }
  }

  /// Whether every count that both runs have is the same.
  var countsEqual: Bool { !lines.contains { $0.verdict == .differs } }

  var json: JSON {
    let members = lines.map { line -> JSON in
      [
        "figure": .string(line.key), "point": line.point.map { .string($0) } ?? .null,
        "kind": .string(line.kind.rawValue),
        "saved": line.saved.map(Figure.number) ?? .null, "now": Figure.number(line.now),
        "ratio": line.ratio.map(Figure.number) ?? .null,
        "verdict": .string(line.verdict.rawValue),
      ]
    }
    return [
      "with": .string(path), "counts_equal": .bool(countsEqual), "figures": .array(members),
    ]
  }

  /// For people.
  var table: String {
    var rows = [["against \(path)", "saved", "now", "ratio", ""]]
    for line in lines {
      func text(_ value: Double) -> String {
        line.kind == .count ? fixed(value, 0) : value < 10 ? fixed(value, 4) : fixed(value, 1)
      }
      rows.append([
        line.label + (line.point.map { " at \($0)" } ?? ""),
        line.saved.map(text) ?? "–", text(line.now), line.ratio.map { fixed($0, 3) } ?? "–",
        line.verdict.rawValue,
      ])
    }
    return "\n" + columns(rows)
  }
}
