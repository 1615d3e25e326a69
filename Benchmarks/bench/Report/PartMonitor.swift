/// Decides how many repetitions a suite makes, and hears how far it is.
///
/// A suite asks before each repetition. Those that measure several things in turn divide the time
/// that is left evenly among what is still to come.
final class PartMonitor {
  private let now: () -> Double
  private let isInterrupted: () -> Bool
  private let show: (Double) -> Void
  private let least: Int
  /// Repetitions that suffice where the machine has become much slower than it was.
  private static let fewest = 3
  /// When the part should be done, by ``now``.
  private let end: Double
  private var began = 0.0
  /// Whether a repetition was left out because of an interruption.
  private(set) var wasInterrupted = false

  /// - Parameters:
  ///   - seconds: The time that the part has, from now on.
  ///   - least: Repetitions that are made even where they take longer, but not where they take more
  ///     than twice the time: then three are enough.
  ///   - now: A clock in seconds.
  ///   - show: Is told the share of the part that is done, from 0 to 1.
  init(
    seconds: Double, least: Int, now: @escaping () -> Double,
    isInterrupted: @escaping () -> Bool, show: @escaping (Double) -> Void = { _ in }
  ) {
    (self.least, self.now, self.isInterrupted, self.show) = (least, now, isInterrupted, show)
    end = now() + seconds
  }

  /// Whether another repetition follows `done` ones of at most `most`.
  ///
  /// - Parameter stretch: The place of what is measured among `stretches` that share the time.
  func goesOn(after done: Int, of most: Int, stretch: Int = 0, of stretches: Int = 1) -> Bool {
    if isInterrupted() {
      wasInterrupted = true
      return false
    }
    let time = now()
    if done == 0 { began = time }
    let taken = time - began
    let budget = max(0, end - began) / Double(max(1, stretches - stretch))
    let byTime = done == 0 ? 0 : budget > 0 ? taken / budget : 1
    let byCount = max(Double(done) / Double(max(1, most)), min(byTime, Self.nearly(done, least)))
    show((Double(stretch) + min(1, byCount)) / Double(max(1, stretches)))
    guard done < most else { return false }
    if done < least { return done < Self.fewest || taken <= 2 * budget }
    return taken + taken / Double(done) / 2 <= budget
  }

  /// How far `done` repetitions are where `least` have to be made in any case.
  private static func nearly(_ done: Int, _ least: Int) -> Double {
    done >= least ? 1 : Double(done) / Double(least)
  }
}

/// The numbers of the repetitions that a suite makes, from 0.
struct Rounds: Sequence, IteratorProtocol {
  let most: Int
  let monitor: PartMonitor?
  let stretch: Int
  let stretches: Int
  private var done = 0

  init(_ most: Int, _ monitor: PartMonitor?, stretch: Int, of stretches: Int) {
    (self.most, self.monitor, self.stretch, self.stretches) = (most, monitor, stretch, stretches)
  }

  mutating func next() -> Int? {
    guard done <= most else { return nil }
    let goesOn =
      monitor?.goesOn(after: done, of: most, stretch: stretch, of: stretches) ?? (done < most)
    guard goesOn else {
      done = most + 1
      return nil
    }
    done += 1
    return done - 1
  }
}
