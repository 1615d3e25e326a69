/// The page of a comparison: both reports in the plots, and the ratios.
struct ComparisonPage {
  let comparison: ReportComparison

  /// The document.
  var html: String {
    var content: Markup = """
      <h1>Two reports compared</h1>
      <p><span class="key s0"></span>A: <code>\(comparison.names.a)</code><br/>
      <span class="key s1"></span>B: <code>\(comparison.names.b)</code></p>
      <p>\(comparison.summary)</p>

      """
    content += warnings
    content += facts
    content += """
      <p class="small">Bars and points are medians; the dark lines with ends reach over the middle half \
      of the values. The ratio is above 1 where B is better. Its interval holds the true ratio of these \
      two runs 19 times of 20; a difference counts as larger than the spread where it leaves out 1.</p>

      """
    for part in ReportPart.allCases { content += section(part) }
    return PageLayout.document("Tern: two reports compared", content)
  }

  private var warnings: Markup {
    guard !comparison.warnings.isEmpty else { return "" }
    let items = comparison.warnings.map { warning in
      "<li>\(warning.what): \(warning.a) and \(warning.b)</li>\n" as Markup
    }
    return """
      <div class="note">The reports are not alike in what follows, which may be the reason for \
      differences:<ul>
      \(items)</ul></div>

      """
  }

  /// What each report says of itself, where they differ in two columns.
  private var facts: Markup {
    let (a, b) = (ReportFacts(comparison.a).rows, ReportFacts(comparison.b).rows)
    var names: [String] = []
    for row in a + b where !names.contains(row.name) { names.append(row.name) }
    let items = names.map { name -> Markup in
      let (left, right) = (
        a.first { $0.name == name }?.value ?? "–", b.first { $0.name == name }?.value ?? "–"
      )
      guard left != right else { return "<dt>\(name)</dt><dd>\(left)</dd>\n" }
      return """
        <dt>\(name)</dt><dd><span class="key s0"></span>\(left)<br/>\
        <span class="key s1"></span>\(right)</dd>

        """
    }
    return "<h3>What was measured</h3>\n<dl>\n\(items)</dl>\n"
  }

  private func section(_ part: ReportPart) -> Markup {
    let lines = comparison.lines.filter { $0.part == part && $0.isShown }
    guard !lines.isEmpty else { return "" }
    var content: Markup = "<h2>\(part.title)</h2>\n<p>\(part.explanation)</p>\n"
    for plot in PartPlots(part, of: [comparison.a, comparison.b]).plots { content += plot.figure }
    let rows = lines.map { line in
      let (ratio, interval) = line.gainText
      return [
        line.label, line.a.medianText, line.b.medianText, ratio, interval, line.verdictText,
      ]
    }
    return content
      + PageLayout.table(
        ["", "A", "B", "B to A", "95% interval", ""], rows,
        styles: ["", "", "", "", "extra", ""], rowStyles: lines.map(\.verdict.rawValue))
  }
}
