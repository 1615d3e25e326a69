import Foundation

/// Numbers with units, for people.
enum Quantity {
  /// What values are divided by so that one of the size of `value` reads well, and the unit then.
  static func scale(_ value: Double, _ unit: String) -> (divisor: Double, unit: String) {
    switch (unit, value) {
    case ("bytes", 1e9...): (1e9, "GB")
    case ("bytes", 1e6...): (1e6, "MB")
    case ("bytes", 1e3...): (1e3, "KB")
    case ("operations", 1e9...): (1e9, "G operations")
    case ("operations", 1e6...): (1e6, "M operations")
    case ("s", 0..<1): (1e-3, "ms")
    case ("µs", 1e3...): (1e3, "ms")
    default: (1, unit)
    }
  }

  /// Three digits that count; four where there are thousands, which are set apart.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let size = abs(value)
    if size >= 1000 || size == size.rounded() { return grouped(value.rounded()) }
    if size >= 100 { return fixed(value, 0) }
    if size >= 10 { return fixed(value, 1) }
    if size >= 1 { return fixed(value, 2) }
    if size >= 0.1 { return fixed(value, 3) }
    return size >= 0.001 ? fixed(value, 4) : String(format: "%.2g", value)
  }

  /// A value with its unit.
  static func text(_ value: Double, _ unit: String) -> String {
    if unit == "share" { return percent(value) }
    let (divisor, unit) = scale(value, unit)
    return number(value / divisor) + (unit.isEmpty ? "" : "\u{A0}" + unit)
  }

  /// A whole number with a narrow space between thousands.
  private static func grouped(_ value: Double) -> String {
    let digits = fixed(abs(value), 0)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text += "\u{202F}" }
      text.append(digit)
    }
    return (value < 0 ? "−" : "") + text
  }
}

extension Figure {
  /// The median with its unit.
  var medianText: String { values.isEmpty ? "–" : Quantity.text(values.median, unit) }
}
