import TernJSON

extension ReportComparison.Line {
  /// The figure with its point.
  var label: String {
    let name = a.label.trimmingPrefix { $0 == " " }.description
    let shown = name.isEmpty ? a.key : name
    return point.isEmpty ? shown : "\(shown), \(part.label(ofPoint: point))"
  }

  /// Whether a table shows it.
  var isShown: Bool { !a.isHidden }

  /// The ratio and its interval as text.
  var gainText: (ratio: String, interval: String) {
    guard let gain else { return ("", "") }
    let bounds = gain.bounds.map { "\(fixed($0.lowerBound, 3))–\(fixed($0.upperBound, 3))" }
    return (fixed(gain.ratio, 3), bounds ?? "–")
  }

  var verdictText: String {
    switch verdict {
    case .same: "same"
    case .differs: "differs"
    case .better: "B is better"
    case .worse: "B is worse"
    case .within: "within the spread"
    case .unknown: "too few values"
    }
  }
}

extension ReportComparison {
  static let format = "tern-bench comparison"
  static let formatVersion = 1

  /// The document, as Benchmarks/README.md describes it.
  var json: JSON {
    func side(_ name: String, _ report: BenchReport) -> JSON {
      [
        "file": .string(name), "created": .string(report.created),
        "version": .string(report.version),
        "commit": report.commit.map { .string($0) } ?? .null,
      ]
    }
    return [
      "format": .string(Self.format), "format_version": JSON(Self.formatVersion),
      "a": side(names.a, a), "b": side(names.b, b),
      "warnings": .array(
        warnings.map { ["what": .string($0.what), "a": .string($0.a), "b": .string($0.b)] }),
      "figures": .array(lines.map(Self.json)), "expected_by_chance": JSON(expectedByChance),
    ]
  }

  private static func json(_ line: Line) -> JSON {
    func spread(_ figure: Figure) -> JSON {
      [
        "median": Figure.number(figure.values.median),
        "lower_quartile": Figure.number(figure.values.quantile(0.25)),
        "upper_quartile": Figure.number(figure.values.quantile(0.75)),
        "values": JSON(figure.values.count),
      ]
    }
    func number(_ value: Double?) -> JSON { value.map(Figure.number) ?? .null }
    return [
      "part": .string(line.part.rawValue), "point": .string(line.point),
      "figure": .string(line.a.key), "unit": .string(line.a.unit),
      "kind": .string(line.a.kind.rawValue), "a": spread(line.a), "b": spread(line.b),
      "gain": number(line.gain?.ratio), "gain_low": number(line.gain?.bounds?.lowerBound),
      "gain_high": number(line.gain?.bounds?.upperBound),
      "verdict": .string(line.verdict.rawValue),
    ]
  }

  /// For people.
  var table: String {
    var text = "A: \(names.a) (\(describe(a)))\nB: \(names.b) (\(describe(b)))\n"
    for warning in warnings {
      text += "not alike: \(warning.what): \(warning.a) and \(warning.b)\n"
    }
    text += "\n"
    var rows = [["", "A", "B", "B to A", "95% interval", ""]]
    for part in ReportPart.allCases {
      let lines = lines.filter { $0.part == part && $0.isShown }
      guard !lines.isEmpty else { continue }
      rows.append([part.title])
      for line in lines {
        let (ratio, interval) = line.gainText
        rows.append([
          "  " + line.label, line.a.medianText, line.b.medianText, ratio, interval,
          line.verdictText,
        ])
      }
    }
    return text + columns(rows) + "\nB to A is above 1 where B did better. " + summary + "\n"
  }

  private func describe(_ report: BenchReport) -> String {
    let commit = report.commit.map { " \($0)" } ?? ""
    return "\(report.created), Tern \(report.version)\(commit), \(report.model.shown), "
      + "\(report.threads) threads"
  }
}
