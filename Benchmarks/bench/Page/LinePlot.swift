/// Medians with their quartiles over a number, joined by lines, from 0 upwards.
struct LinePlot: Plot {
  struct Line {
    var series: Int
    var points: [(x: Double, values: [Double])]
    /// What the machine allows; a dashed line.
    var limit: [(x: Double, value: Double)] = []
  }

  let title: String
  let unit: String
  /// What stands below the horizontal axis.
  let axisTitle: String
  var lines: [Line]

  private static let top = 34.0
  private static let right = 18.0
  private static let below = 40.0

  func draw(_ width: PlotWidth) -> (content: Markup, height: Double) {
    let height = width == .wide ? 250.0 : 220
    let all = lines.flatMap { $0.points.flatMap(\.values) + $0.limit.map(\.value) }
    let (divisor, unit) = Quantity.scale(all.max() ?? 0, unit)
    let axis = Axis(upTo: (all.max() ?? 1) / divisor, ticks: 5)
    let labels = axis.ticks.map(Quantity.number)
    let left = 14 + Double(labels.map(\.count).max() ?? 1) * 7
    let (right, bottom) = (width.rawValue - Self.right, height - Self.below)
    let xs = Set(lines.flatMap { $0.points.map(\.x) }).sorted()
    func x(_ value: Double) -> Double {
      guard let first = xs.first, let last = xs.last, last > first else {
        return (left + right) / 2
      }
      return left + 18 + (value - first) / (last - first) * (right - left - 36)
    }
    func y(_ value: Double) -> Double {
      bottom - axis.place(value / divisor) * (bottom - Self.top)
    }
    var content = Mark.text("\(title), \(unit)", 2, 15, .start, "h")
    for (tick, label) in zip(axis.ticks, labels) {
      content += Mark.line(left, y(tick * divisor), right, y(tick * divisor), "g")
      content += Mark.text(label, left - 6, y(tick * divisor) + 4, .end)
    }
    var lastLabel = -Double.infinity
    for value in xs where x(value) - lastLabel > 38 {
      lastLabel = x(value)
      content += Mark.line(x(value), bottom, x(value), bottom + 4, "g")
      content += Mark.text(Quantity.number(value), x(value), bottom + 17, .middle)
    }
    content += Mark.text(axisTitle, (left + right) / 2, bottom + 33, .middle)
    for line in lines { content += draw(line, x, y, divisor) }
    return (content, height)
  }

  private func draw(
    _ line: Line, _ x: (Double) -> Double, _ y: (Double) -> Double, _ divisor: Double
  ) -> Markup {
    var content = Self.polyline(line.limit.map { (x($0.x), y($0.value)) }, "limit")
    let points = line.points.filter { !$0.values.isEmpty }
    content += Self.polyline(
      points.map { (x($0.x), y($0.values.median)) }, Mark.style("l", line.series))
    var lastLabel = -Double.infinity
    for point in points {
      let (px, py) = (x(point.x), y(point.values.median))
      if point.values.count > 1 {
        let (low, high) = (y(point.values.quantile(0.25)), y(point.values.quantile(0.75)))
        content += Mark.line(px, low, px, high, "whisker")
        for end in [low, high] { content += Mark.line(px - 4, end, px + 4, end, "whisker") }
      }
      content += Mark.circle(px, py, 3.5, Mark.style("s", line.series))
      // Two lines would hide each other's numbers.
      if lines.count == 1, px - lastLabel > 44 {
        lastLabel = px
        content += Mark.text(
          Quantity.number(point.values.median / divisor), px, py + 19, .middle, "t halo")
      }
    }
    return content
  }

  private static func polyline(_ points: [(Double, Double)], _ style: Markup) -> Markup {
    guard points.count > 1 else { return "" }
    let list = points.map { "\($0.0),\($0.1)" as Markup }
    let joined = list.dropFirst().reduce(list[0]) { "\($0) \($1)" }
    return "<polyline class=\"\(style)\" points=\"\(joined)\"/>"
  }
}
