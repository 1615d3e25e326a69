/// The colours of plots: of a drawing by itself, or of a page that knows light and dark.
struct PlotStyle {
  let ink: String
  let muted: String
  let grid: String
  let paper: String
  /// A colour for each report.
  let series: [String]

  static let light = PlotStyle(
    ink: "#1c2430", muted: "#5b6675", grid: "#dde3ea", paper: "#ffffff",
    series: ["#2a6fb5", "#d2691e"])
  static let dark = PlotStyle(
    ink: "#e6eaf0", muted: "#9aa6b5", grid: "#323b47", paper: "#14181d",
    series: ["#64a9ee", "#f2a154"])
  /// Colours that the page's style names.
  static let page = PlotStyle(
    ink: "var(--ink)", muted: "var(--muted)", grid: "var(--grid)", paper: "var(--paper)",
    series: ["var(--a)", "var(--b)"])

  /// The definitions that ``page`` refers to.
  var definitions: String {
    "--ink:\(ink);--muted:\(muted);--grid:\(grid);--paper:\(paper);--a:\(series[0]);"
      + "--b:\(series[1])"
  }

  /// The rules for the marks of plots.
  var rules: String {
    var text = """
      svg text{font:12px system-ui,sans-serif;fill:\(muted)}
      svg .t{fill:\(ink)} svg .h{fill:\(ink);font-weight:600;font-size:13px}
      svg .halo{stroke:\(paper);stroke-width:4px;stroke-linejoin:round;paint-order:stroke}
      svg .g{stroke:\(grid)} svg .whisker{stroke:\(ink);stroke-width:1.5}
      svg .dot{fill:\(ink);fill-opacity:.35}
      svg .limit{stroke:\(muted);stroke-width:1.5;stroke-dasharray:5 4;fill:none}

      """
    for (place, color) in series.enumerated() {
      text += "svg .s\(place){fill:\(color)} "
      text += "svg .l\(place){stroke:\(color);stroke-width:2;fill:none}\n"
    }
    return text
  }
}
