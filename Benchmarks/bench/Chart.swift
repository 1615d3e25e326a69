/// A drawing of tokens per second by depth: a panel for generation, one for prompts.
struct Chart {
  /// One panel: a solid line through the measured points and, where it is known, a dashed one for
  /// what the memory would allow.
  private struct Panel {
    var title: String
    var values: [(depth: Int, value: Double)]
    var limit: [(depth: Int, value: Double)]
  }

  private let title: String
  private let panels: [Panel]
  private let depths: [Int]

  private static let width = 640.0
  private static let height = 240.0
  private static let left = 64.0
  private static let right = 24.0
  private static let top = 44.0
  private static let bottom = 40.0

  init(_ report: Report) {
    title = "\(report.name), \(report.settings.threads) threads, \(report.instructionSet)"
    depths = report.points.compactMap(\.name.int)
    func series(_ key: String) -> [(depth: Int, value: Double)] {
      report.points.compactMap { point in
        guard let depth = point.name.int else { return nil }
        return point.figures.first { $0.key == key }.map { (depth, $0.values.median) }
      }
    }
    let all = [
      Panel(
        title: "generation, tokens/s (dashed: what reading the memory allows)",
        values: series("tg"), limit: series("tg_limit")),
      Panel(title: "prompt, tokens/s", values: series("pp"), limit: []),
    ]
    panels = all.filter { !$0.values.isEmpty }
  }

  var svg: String {
    let height = 28 + Self.height * Double(panels.count)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(fixed(Self.width, 0)) \
      \(fixed(height, 0))" font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="#ffffff"/>
      <text x="16" y="22" font-size="14" font-weight="bold">\(Self.escaped(title))</text>

      """
    for (index, panel) in panels.enumerated() {
      text += "<g transform=\"translate(0,\(fixed(28 + Self.height * Double(index), 0)))\">\n"
      text += draw(panel, color: index == 0 ? "#0b6e4f" : "#1f4e9c") + "</g>\n"
    }
    return text + "</svg>\n"
  }

  private func draw(_ panel: Panel, color: String) -> String {
    let most = (panel.values + panel.limit).map(\.value).max() ?? 1
    let step = Self.step(most)
    let end = (most / step).rounded(.up) * step
    func y(_ value: Double) -> Double {
      Self.top + (Self.height - Self.top - Self.bottom) * (1 - value / end)
    }
    let title = Self.escaped(panel.title)
    var text = "<text x=\"16\" y=\"26\" fill=\"\(color)\">\(title)</text>\n"
    for line in 0...Int((end / step).rounded()) {
      let value = Double(line) * step
      text += Self.line(Self.left, y(value), Self.width - Self.right, y(value))
      text += Self.label(
        fixed(value, step < 1 ? 1 : 0), Self.left - 8, y(value) + 4, anchor: "end")
    }
    let base = Self.height - Self.bottom
    for (index, depth) in depths.enumerated() where isLabelled(index) {
      text += Self.line(x(depth), base, x(depth), base + 4)
      text += Self.label("\(depth)", x(depth), base + 18, anchor: "middle")
    }
    text += Self.label(
      "tokens in the context", (Self.left + Self.width - Self.right) / 2, base + 33,
      anchor: "middle")
    func points(_ list: [(depth: Int, value: Double)]) -> String {
      list.map { "\(fixed(x($0.depth), 1)),\(fixed(y($0.value), 1))" }.joined(separator: " ")
    }
    if !panel.limit.isEmpty {
      let list = points(panel.limit)
      text +=
        "<polyline points=\"\(list)\" fill=\"none\" stroke=\"#888888\" "
        + "stroke-dasharray=\"5 4\"/>\n"
    }
    text += """
      <polyline points="\(points(panel.values))" fill="none" stroke="\(color)" stroke-width="2"/>

      """
    for point in panel.values {
      let (cx, cy) = (fixed(x(point.depth), 1), fixed(y(point.value), 1))
      text += "<circle cx=\"\(cx)\" cy=\"\(cy)\" r=\"3.5\" fill=\"\(color)\"/>\n"
      text += Self.label(
        fixed(point.value, point.value < 100 ? 1 : 0), x(point.depth), y(point.value) - 8,
        anchor: point.depth == depths.first ? "start" : "middle")
    }
    return text
  }

  private func x(_ depth: Int) -> Double {
    let (first, last) = (Double(depths.first ?? 0), Double(depths.last ?? 1))
    let share = last > first ? (Double(depth) - first) / (last - first) : 0.5
    return Self.left + 16 + share * (Self.width - Self.right - Self.left - 32)
  }

  /// Whether there is room for the label of depth `index` beside those before it.
  private func isLabelled(_ index: Int) -> Bool {
    index == 0 || x(depths[index]) - x(depths[index - 1]) > 36
  }

  /// 1, 2 or 5 times a power of ten, so that four to ten steps reach `most`.
  private static func step(_ most: Double) -> Double {
    var step = 1e-3
    while step * 10 <= most { step *= 10 }
    return most / step > 5 ? step : most / step > 2 ? step / 2 : step / 5
  }

  private static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<line x1=\"\(fixed(x1, 1))\" y1=\"\(fixed(y1, 1))\" x2=\"\(fixed(x2, 1))\" "
      + "y2=\"\(fixed(y2, 1))\" stroke=\"#dddddd\"/>\n"
  }

  private static func label(
    _ text: String, _ x: Double, _ y: Double, anchor: String
  ) -> String {
    "<text x=\"\(fixed(x, 1))\" y=\"\(fixed(y, 1))\" text-anchor=\"\(anchor)\" fill=\"#444444\">"
      + "\(escaped(text))</text>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
