import Foundation
import Synchronization

/// A bar on standard error while a person watches; nothing where it is not a terminal, nor for work
/// that is done in a moment.
final class ProgressBar: Sendable {
  private let label: String
  private let write: (@Sendable (String) -> Void)?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private let isShown = Mutex(false)
  /// How long work takes before the bar appears.
  static let delay = Duration.milliseconds(300)

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
    guard let write, now() - start >= Self.delay else { return }
    let width = 30
    let full = min(width, max(0, Int(share * Double(width))))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    let percent = String(format: "%3d%%", Int(share * 100))
    let words = detail.withoutControls.filter { !$0.isNewline }
    isShown.withLock { $0 = true }
    // Return to the line's start, draw, clear what is left of an earlier, longer line.
    write("\r\(label) \(bar) \(percent) \(words)\u{1B}[K")
  }

  /// Clears the line.
  func finish() {
    let wasShown = isShown.withLock { shown in
      defer { shown = false }
      return shown
    }
    if wasShown { write?("\r\u{1B}[K") }
  }
}
