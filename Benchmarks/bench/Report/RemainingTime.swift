/// The time that remains, estimated from what was planned and from what was measured already.
struct RemainingTime {
  /// Seconds planned for each part, in the order of measuring.
  private let planned: [Double]
  /// Seconds that the parts took which are done.
  private var taken: [Double] = []

  init(planned: [Double]) { self.planned = planned }

  /// Notes that the next part is done.
  mutating func finish(after seconds: Double) { taken.append(seconds) }

  /// How much slower than planned the parts are, from 0.5 to 2, by those that are done.
  ///
  /// A quarter of the plan counts as done in its time: a short part says little of the others.
  var correction: Double {
    let plan = planned.prefix(taken.count).reduce(0, +)
    let trusted = planned.reduce(0, +) / 4
    guard plan + trusted > 0 else { return 1 }
    return min(2, max(0.5, (taken.reduce(0, +) + trusted) / (plan + trusted)))
  }

  /// Seconds until all parts are done.
  ///
  /// - Parameters:
  ///   - elapsed: Seconds of the part that is running.
  ///   - share: How much of it is done, from 0 to 1.
  func seconds(elapsed: Double, share: Double) -> Double {
    let rest = planned.dropFirst(taken.count)
    guard let current = rest.first else { return 0 }
    let share = min(1, max(0, share))
    let byPlan = max(0, current * correction - elapsed)
    // The further the part is, the more it says itself.
    let byItself = share > 0 ? elapsed * (1 - share) / share : byPlan
    let others = rest.dropFirst().reduce(0, +) * correction
    return share * byItself + (1 - share) * byPlan + others
  }

  /// A time for people: `45 s`, `2 min 10 s`.
  static func text(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "a while" }
    let whole = Int(min(max(0, seconds), 1e6).rounded())
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }
}
