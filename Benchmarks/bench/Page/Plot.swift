import Foundation

/// A picture that is drawn for wide pages and, with the same sizes of letters, for narrow ones.
protocol Plot {
  /// What it shows, for those who do not see it.
  var title: String { get }
  /// The content and its height.
  func draw(_ width: PlotWidth) -> (content: Markup, height: Double)
}

/// The widths that plots are drawn in.
enum PlotWidth: Double {
  case wide = 720
  /// For phones.
  case narrow = 340
}

extension Plot {
  /// The plot for a page: both widths, of which the page's style shows one.
  var figure: Markup { "<figure>\(svg(.wide))\(svg(.narrow))</figure>\n" }

  private func svg(_ width: PlotWidth) -> Markup {
    let (content, height) = draw(width)
    let kind: Markup = width == .wide ? "wide" : "narrow"
    return """
      <svg class="\(kind)" viewBox="0 0 \(width.rawValue) \(height)" role="img">\
      <title>\(title)</title>\(content)</svg>
      """
  }
}

/// Marks that all plots have.
enum Mark {
  static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: Markup
  ) -> Markup {
    "<line class=\"\(style)\" x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\"/>"
  }

  enum Anchor: String { case start, middle, end }

  static func text(
    _ string: String, _ x: Double, _ y: Double, _ anchor: Anchor = .start, _ style: Markup = "m"
  ) -> Markup {
    """
    <text class="\(style)" x="\(x)" y="\(y)" text-anchor="\(anchor.rawValue)">\(string)</text>
    """
  }

  static func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: Markup) -> Markup {
    "<circle class=\"\(style)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>"
  }

  /// The class of a series' areas (`s`) or lines (`l`).
  static func style(_ kind: Markup, _ series: Int) -> Markup { "\(kind)\(series)" }
}

/// An axis from 0 with round numbers, or from decade to decade.
struct Axis {
  let ticks: [Double]
  private let isLogarithmic: Bool

  /// An axis that reaches from 0 over `most`.
  init(upTo most: Double, ticks wanted: Int) {
    isLogarithmic = false
    let most = most.isFinite && most > 0 ? most : 1
    let step = Self.step(most / Double(max(1, wanted)))
    let count = max(1, Int((most / step - 1e-9).rounded(.up)))
    ticks = (0...count).map { Double($0) * step }
  }

  /// An axis of whole decades around the positive ones of `values`.
  init(logarithmic values: [Double]) {
    isLogarithmic = true
    let positive = values.filter { $0 > 0 && $0.isFinite }
    let low = Int(log10(positive.min() ?? 1).rounded(.down))
    let high = max(low + 1, Int(log10(positive.max() ?? 10).rounded(.up)))
    ticks = (low...high).map { pow(10, Double($0)) }
  }

  /// Where a value is, from 0 to 1.
  func place(_ value: Double) -> Double {
    guard let first = ticks.first, let last = ticks.last, value.isFinite else { return 0 }
    let place =
      isLogarithmic
      ? value > 0 ? log10(value / first) / log10(last / first) : 0
      : value / last
    return min(1, max(0, place))
  }

  /// 1, 2 or 5 times a power of ten, not less than `least`.
  private static func step(_ least: Double) -> Double {
    let power = pow(10, log10(least).rounded(.down))
    for factor in [1.0, 2, 5] where factor * power >= least * (1 - 1e-9) { return factor * power }
    return 10 * power
  }
}
