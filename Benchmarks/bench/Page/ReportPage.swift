/// The page of a report: one HTML file.
struct ReportPage {
  let report: BenchReport

  /// The document.
  var html: String {
    var content: Markup = "<h1>How fast \(report.model.shown) runs here</h1>\n"
    content += """
      <p class="sub">\(report.machine.processor), \(report.threads) \
      thread\(report.threads == 1 ? "" : "s"), \(report.created.prefix(10).description)</p>

      """
    content += warnings
    content += tiles
    content += "<h3>What was measured</h3>\n" + ReportFacts(report).list
    content += """
      <p class="small">Bars and points are medians. The dark lines with ends reach over the middle half \
      of the values (from one quartile to the other), and small dots are single values. Other programs \
      on the machine make the values spread.</p>

      """
    for part in report.parts { content += section(part) }
    content += """
      <p class="small">Written by <code>\(report.command)</code> in \
      \(RemainingTime.text(report.seconds)). The figures are in the JSON file beside this page; \
      <code>tern-bench compare A.json B.json</code> compares two.</p>

      """
    return PageLayout.document("Tern: \(report.model.shown)", content)
  }

  private var warnings: Markup {
    guard report.isInterrupted else { return "" }
    return """
      <p class="note">The report was interrupted: parts are missing or have fewer repetitions.</p>

      """
  }

  private var tiles: Markup {
    let all = report.parts.flatMap(\.highlights).map { highlight -> Markup in
      "<div class=\"tile\"><b>\(highlight.value)</b><span>\(highlight.label)</span></div>\n"
    }
    return all.isEmpty ? "" : "<div class=\"tiles\">\n\(all)</div>\n"
  }

  private func section(_ part: BenchReport.Part) -> Markup {
    var content: Markup = "<h2>\(part.part.title)</h2>\n<p>\(part.part.explanation)</p>\n"
    if !part.note.isEmpty { content += "<p class=\"note\">\(part.note)</p>\n" }
    if part.part == .embeddings, let encoder = report.encoder, encoder.isSynthetic {
      content += """
        <p class="note">No embedding model was given: this is \(encoder.file), random weights in the \
        shape of a published encoder. Its speed is that of the real one; its vectors mean nothing.</p>

        """
    }
    if let settings = ReportFacts(report).sizes(part.part), !part.points.isEmpty {
      content += "<p class=\"small\">\(settings)</p>\n"
    }
    for plot in PartPlots(part.part, of: [report]).plots { content += plot.figure }
    return content + table(part)
  }

  private func table(_ part: BenchReport.Part) -> Markup {
    var rows: [[String]] = []
    var styles: [String] = []
    for point in part.points {
      let shown = point.figures.filter { !$0.isHidden && !$0.label.isEmpty }
      if !point.name.isEmpty {
        rows.append([part.part.label(ofPoint: point.name), "", "", "", ""])
        styles.append("point")
      }
      for figure in shown {
        rows.append(row(figure))
        styles.append("")
      }
    }
    guard !rows.isEmpty else { return "" }
    return PageLayout.table(
      ["", "median", "middle half", "lowest to highest", "values"], rows,
      styles: ["", "", "", "extra", "extra"], rowStyles: styles)
  }

  private func row(_ figure: Figure) -> [String] {
    let values = figure.values
    let label = figure.label.trimmingPrefix { $0 == " " }.description
    let name = figure.note.isEmpty ? label : "\(label) (\(figure.note))"
    guard values.count > 1 else { return [name, figure.medianText, "", "", "1"] }
    return [
      name, figure.medianText, Self.range(figure, 0.25, 0.75), Self.range(figure, 0, 1),
      "\(values.count)",
    ]
  }

  /// Two quantiles in the unit of the median.
  private static func range(_ figure: Figure, _ low: Double, _ high: Double) -> String {
    let (divisor, _) = Quantity.scale(figure.values.median, figure.unit)
    let (a, b) = (figure.values.quantile(low), figure.values.quantile(high))
    if figure.unit == "share" { return "\(percent(a))–\(percent(b))" }
    return "\(Quantity.number(a / divisor))–\(Quantity.number(b / divisor))"
  }
}

extension ReportPart {
  /// A point as a table names it.
  func label(ofPoint name: String) -> String {
    switch self {
    case .depth: "after \(name) tokens"
    case .many: name == "1" ? "1 sequence" : "\(name) sequences"
    case .embeddings: "texts of \(name) tokens"
    default: name
    }
  }
}
