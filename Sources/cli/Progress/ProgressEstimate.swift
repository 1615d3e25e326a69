/// How far work is in words: what is done of how much, how fast, and how long it will take.
struct ProgressEstimate {
  enum Unit {
    case bytes, tokens

    fileprivate func text(_ count: Int) -> String {
      switch self {
      case .bytes: Quantity.bytes(count)
      case .tokens: "\(count)"
      }
    }
  }

  let done: Int
  let total: Int
  /// What was done before the clock began.
  var first = 0
  let unit: Unit

  /// What share is done, from 0 to 1.
  var share: Double { total > 0 ? min(1, max(0, Double(done) / Double(total))) : 1 }

  /// The words after so many seconds.
  func text(after seconds: Double) -> String {
    let amount =
      unit == .tokens
      ? "\(done) of \(total) tokens" : "\(unit.text(done)) of \(unit.text(total))"
    guard done > first, seconds > 0 else { return amount }
    let rate = Double(done - first) / seconds
    let speed = unit == .tokens ? Quantity.about(rate) : unit.text(Int(rate))
    return "\(amount), \(speed)/s, \(Self.left(Double(total - done) / rate)) left"
  }

  /// Seconds as people read them.
  private static func left(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e6).rounded(.up))
    guard whole >= 60 else { return "\(max(0, whole)) s" }
    guard whole >= 3600 else { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
