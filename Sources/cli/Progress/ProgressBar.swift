import Foundation
import Synchronization
import TernDecode

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A bar on standard error while a person watches; nothing where it is not a terminal, nor for work
/// that is done in a moment.
final class ProgressBar: Sendable {
  private let label: String
  private let write: (@Sendable (String) -> Void)?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  /// When the bar was drawn last; `nil` while it is not shown.
  private let drawn = Mutex<ContinuousClock.Instant?>(nil)
  /// How long work takes before the bar appears.
  static let delay = Duration.milliseconds(300)
  /// How long a bar stays as it is at least.
  static let pause = Duration.milliseconds(50)

  /// - Parameter write: What shows the bar; `nil` where nobody watches.
  init(
    _ label: String,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    write: (@Sendable (String) -> Void)? = ProgressBar.errors
  ) {
    (self.label, self.now, self.write) = (label, now, write)
    start = now()
  }

  /// Standard error, where it is a terminal.
  private static var errors: (@Sendable (String) -> Void)? {
    guard Output.showsErrors else { return nil }
    return { FileHandle.standardError.write(Data($0.utf8)) }
  }

  /// Shows `share`, from 0 to 1, with a few words about the present step.
  func show(_ share: Double, _ detail: String = "") {
    let now = now()
    guard let write, now - start >= Self.delay else { return }
    let isDue = drawn.withLock { drawn in
      if let drawn, now - drawn < Self.pause { return false }
      drawn = now
      return true
    }
    guard isDue else { return }
    let width = 20
    let full = min(width, max(0, Int(share * Double(width))))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    let percent = String(format: "%3d%%", Int(share * 100))
    let words = detail.withoutControls.filter { !$0.isNewline }
    let line = "\(label) \(bar) \(percent) \(words)".cut(to: Terminal.columns(STDERR_FILENO) - 1)
    // Return to the line's start, draw, clear what is left of an earlier, longer line.
    write("\r\(line)\u{1B}[K")
  }

  /// Shows how far the work is, how fast it goes, and how long it will take.
  func show(_ estimate: ProgressEstimate) {
    show(estimate.share, estimate.text(after: (now() - start).seconds))
  }

  /// Clears the line.
  func finish() {
    let wasShown = drawn.withLock { $0.take() != nil }
    if wasShown { write?("\r\u{1B}[K") }
  }
}
