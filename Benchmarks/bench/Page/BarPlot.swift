/// Horizontal bars from 0 with the quartiles and every value; on a logarithmic scale dots instead.
struct BarPlot: Plot {
  /// The values of one series in a row.
  struct Bar {
    /// The place of the report that it belongs to.
    var series: Int
    var values: [Double]
  }

  struct Row {
    var label: String
    var bars: [Bar]
    /// What the machine allows, for each bar; a dashed line.
    var limits: [Double?] = []
  }

  let title: String
  /// The unit of the values; the plot chooses its scale.
  let unit: String
  var rows: [Row]
  var isLogarithmic = false

  private static let barHeight = 18.0
  private static let titleHeight = 26.0
  private static let axisHeight = 26.0
  /// Room for half of the axis' first number, where labels stand above their bars.
  private static let narrowLeft = 6.0

  /// Where things are in one drawing.
  private struct Layout {
    var left: Double
    var right: Double
    var end: Double
    /// What lies above the bars of a row.
    var above: Double
  }

  private func layout(_ width: PlotWidth) -> Layout {
    let values = width == .wide ? 84.0 : 66.0
    let longest = Double(rows.map(\.label.count).max() ?? 0) * 7 + 14
    let left = width == .wide ? min(240, max(60, longest)) : Self.narrowLeft
    let end = width.rawValue
    return Layout(left: left, right: end - values, end: end, above: width == .wide ? 4 : 20)
  }

  func draw(_ width: PlotWidth) -> (content: Markup, height: Double) {
    let layout = layout(width)
    let all = rows.flatMap { $0.bars.flatMap(\.values) + $0.limits.compactMap(\.self) }
    // Decades reach far: there the small values are to have few zeros.
    let (divisor, unit) = Quantity.scale((isLogarithmic ? all.min() : all.max()) ?? 0, unit)
    let scaled = all.map { $0 / divisor }
    let axis =
      isLogarithmic
      ? Axis(logarithmic: scaled)
      : Axis(upTo: scaled.max() ?? 1, ticks: width == .wide ? 8 : 4)
    func x(_ value: Double) -> Double {
      layout.left + axis.place(value / divisor) * (layout.right - layout.left)
    }
    let heights = rows.map { layout.above + Double($0.bars.count) * Self.barHeight + 6 }
    let bottom = Self.titleHeight + heights.reduce(0, +)
    var content = Mark.text("\(title), \(unit)", 2, 15, .start, "h")
    var lastLabel = -Double.infinity
    for tick in axis.ticks {
      let place = x(tick * divisor)
      content += Mark.line(place, Self.titleHeight, place, bottom, "g")
      guard place - lastLabel > 36 else { continue }
      lastLabel = place
      content += Mark.text(Quantity.number(tick), place, bottom + 16, .middle)
    }
    var top = Self.titleHeight
    for (row, height) in zip(rows, heights) {
      content += draw(row, top, layout, x, divisor)
      top += height
    }
    return (content, bottom + Self.axisHeight)
  }

  private func draw(
    _ row: Row, _ top: Double, _ layout: Layout, _ x: (Double) -> Double, _ divisor: Double
  ) -> Markup {
    let isWide = layout.left > Self.narrowLeft
    let barsTop = top + layout.above
    let middle = barsTop + Double(row.bars.count) * Self.barHeight / 2
    var content =
      isWide
      ? Mark.text(row.label, layout.left - 8, middle + 4, .end, "t")
      : Mark.text(row.label, layout.left, top + 15, .start, "t")
    for (place, bar) in row.bars.enumerated() where !bar.values.isEmpty {
      let y = barsTop + (Double(place) + 0.5) * Self.barHeight
      content += draw(bar, y, layout, x)
      content += Mark.text(
        Quantity.number(bar.values.median / divisor), layout.end - 2, y + 4, .end, "t")
      if place < row.limits.count, let limit = row.limits[place], limit > 0 {
        let limit = x(limit)
        content += Mark.line(
          limit, y - Self.barHeight / 2, limit, y + Self.barHeight / 2, "limit")
      }
    }
    return content
  }

  private func draw(
    _ bar: Bar, _ y: Double, _ layout: Layout, _ x: (Double) -> Double
  ) -> Markup {
    let median = x(bar.values.median)
    var content: Markup = ""
    if !isLogarithmic {
      content += """
        <rect class="\(Mark.style("s", bar.series))" x="\(layout.left)" y="\(y - 6)" \
        width="\(max(0.5, median - layout.left))" height="12"/>
        """
    }
    if bar.values.count > 1 {
      for value in bar.values { content += Mark.circle(x(value), y, 1.6, "dot") }
      let (low, high) = (x(bar.values.quantile(0.25)), x(bar.values.quantile(0.75)))
      content += Mark.line(low, y, high, y, "whisker")
      for end in [low, high] { content += Mark.line(end, y - 4, end, y + 4, "whisker") }
    }
    if isLogarithmic { content += Mark.circle(median, y, 4.5, Mark.style("s", bar.series)) }
    return content
  }
}
