/// The plots of a part, of one report or of two beside each other.
struct PartPlots {
  private let reports: [BenchReport]
  private let part: ReportPart

  init(_ part: ReportPart, of reports: [BenchReport]) {
    (self.part, self.reports) = (part, reports)
  }

  /// Plots that have values.
  var plots: [any Plot] {
    switch part {
    case .speed:
      return [
        bars("generation", "tokens/s", [("", "tg", "")], limit: "tg_limit"),
        bars("prompt", "tokens/s", [("", "pp", "")], limit: "pp_limit"),
      ].compactMap(\.self)
    case .depth:
      return [
        lines("generation", "tg", limit: "tg_limit"), lines("prompt", "pp"),
      ].compactMap(\.self)
    case .load:
      let keys = [
        ("first token", "load_s"), ("open", "open_s"), ("vocabulary", "vocabulary_s"),
        ("weights", "weights_s"), ("first pass", "first_forward_s"),
        ("later: packing", "packing_s"), ("later: merges", "merges_s"),
      ]
      return [bars("time", "s", keys.map { ($0.0, $0.1, "") })].compactMap(\.self)
    case .memory:
      let keys = [
        ("the file", "file_bytes"), ("after load", "resident_after_load_bytes"),
        ("when packed", "resident_packed_bytes"), ("while generating", "resident_bytes"),
        ("peak of the load", "peak_load_bytes"),
      ]
      return [bars("resident memory", "bytes", keys.map { ($0.0, $0.1, "") })].compactMap(\.self)
    case .many:
      let counts = points.map { ($0 == "1" ? "1 sequence" : "\($0) sequences", $0) }
      return [
        bars("all together", "tokens/s", counts.map { ($0.0, "tg", $0.1) }),
        bars("each", "tokens/s", counts.map { ($0.0, "each", $0.1) }),
      ].compactMap(\.self)
    case .masks:
      let kinds: [MaskKind] = [.half, .mean, .most99, .most]
      let keys = [0, 1].flatMap { place in kinds.map { $0.keys[place] } }
      let all = keys.map { (MaskKind.label($0) ?? $0, $0, "") }
      var plot = bars("time of a mask", "µs", all)
      plot?.isLogarithmic = true
      return [plot].compactMap(\.self)
    case .embeddings:
      let lengths = points.map { ("\($0) tokens each", $0) }
      return [
        bars("texts", "texts/s", lengths.map { ($0.0, "texts_per_s", $0.1) }),
        bars("their tokens", "tokens/s", lengths.map { ($0.0, "tokens_per_s", $0.1) }),
      ].compactMap(\.self)
    }
  }

  /// The names of the points that any of the reports has, in their order.
  private var points: [String] {
    var names: [String] = []
    for report in reports {
      for point in report.part(part)?.points ?? []
      where !point.name.isEmpty && !names.contains(point.name) {
        names.append(point.name)
      }
    }
    let numbers = names.compactMap(Int.init)
    return numbers.count == names.count ? numbers.sorted().map { "\($0)" } : names
  }

  private func values(_ report: BenchReport, _ key: String, _ point: String) -> [Double] {
    report.figure(part, key, at: point)?.values ?? []
  }

  /// A row for each label with its key and its point; `nil` without values.
  private func bars(
    _ title: String, _ unit: String, _ rows: [(String, String, String)],
    limit: String? = nil
  ) -> BarPlot? {
    let plotted = rows.map { label, key, point in
      BarPlot.Row(
        label: label,
        bars: reports.enumerated().map {
          BarPlot.Bar(series: $0, values: values($1, key, point))
        },
        limits: reports.map { report in
          limit.flatMap { report.figure(part, $0, at: point)?.values.median }
        })
    }.filter { $0.bars.contains { !$0.values.isEmpty } }
    return plotted.isEmpty ? nil : BarPlot(title: title, unit: unit, rows: plotted)
  }

  /// The values over the numbers of the points; `nil` without values.
  private func lines(_ title: String, _ key: String, limit: String? = nil) -> LinePlot? {
    let lines = reports.enumerated().map { place, report in
      func series(_ key: String) -> [(x: Double, values: [Double])] {
        points.compactMap { point in
          let values = values(report, key, point)
          guard let x = Double(point), !values.isEmpty else { return nil }
          return (x, values)
        }
      }
      return LinePlot.Line(
        series: place, points: series(key),
        limit: limit.map { series($0).map { (x: $0.x, value: $0.values.median) } } ?? [])
    }
    guard lines.contains(where: { !$0.points.isEmpty }) else { return nil }
    return LinePlot(
      title: title, unit: "tokens/s", axisTitle: "tokens in the context", lines: lines)
  }
}
