import Foundation

/// Numbers as people read them in tables.
enum Quantity {
  /// Bytes with three digits, such as `17.7 GB`.
  static func bytes(_ count: Int) -> String { short(Double(count), "B", unit: " ") }

  /// A count with three digits, such as `30.5B` or `596M`.
  static func count(_ count: Int) -> String {
    short(Double(count), "", unit: "").replacing("G", with: "B")
  }

  /// Tokens of a context, such as `128K`; exact where they are no multiple of 1,024.
  static func tokens(_ count: Int) -> String {
    if count >= 1 << 20, count % (1 << 20) == 0 { return "\(count >> 20)M" }
    return count >= 1024 && count % 1024 == 0 ? "\(count >> 10)K" : "\(count)"
  }

  /// A rate with two digits, for one that is known about.
  static func about(_ rate: Double) -> String {
    guard rate.isFinite, rate > 0 else { return "0" }
    guard rate >= 10 else { return String(format: "%.1f", rate) }
    let step = pow(10, floor(log10(rate)) - 1)
    return String(format: "%.0f", (rate / step).rounded() * step)
  }

  private static func short(_ value: Double, _ suffix: String, unit: String) -> String {
    var (value, letters) = (value, ["", "K", "M", "G", "T", "P", "E"][...])
    // What would be rounded to 1,000 is 1 of the next.
    while value >= 999.5, letters.count > 1 {
      value /= 1000
      letters.removeFirst()
    }
    let digits = letters.startIndex == 0 || value >= 99.95 ? 0 : 1
    return String(format: "%.\(digits)f", value) + unit + (letters.first ?? "") + suffix
  }
}
