import Foundation

/// What a person sees on standard error while a report is measured: a line that moves on a terminal,
/// plain lines elsewhere.
///
/// Lines are drawn between measurements alone, so that drawing disturbs none.
final class ReportProgress {
  private let isTerminal: Bool
  private let write: (String) -> Void
  private let parts: [ReportPart]
  private var remaining: RemainingTime
  private var place = 0

  init(
    _ plan: ReportPlan, parts: [ReportPart], isTerminal: Bool = isatty(STDERR_FILENO) != 0,
    write: @escaping (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
  ) {
    (self.parts, self.isTerminal, self.write) = (parts, isTerminal, write)
    remaining = RemainingTime(planned: parts.map { plan.seconds[$0] ?? 0 })
  }

  /// Says what begins.
  func begin(_ part: ReportPart) {
    guard !isTerminal else { return show(part, elapsed: 0, share: 0) }
    let time = RemainingTime.text(remaining.seconds(elapsed: 0, share: 0))
    write("[\(place + 1)/\(parts.count)] \(part.rawValue): \(part.activity); about \(time) left\n")
  }

  /// Shows how far the part is.
  func show(_ part: ReportPart, elapsed: Double, share: Double) {
    guard isTerminal else { return }
    let width = 20
    let full = min(width, max(0, Int(share * Double(width))))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    let time = RemainingTime.text(remaining.seconds(elapsed: elapsed, share: share))
    let name = part.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0)
    write("\r[\(place + 1)/\(parts.count)] \(name) \(bar)  about \(time) left\u{1B}[K")
  }

  /// Says what came out.
  func finish(_ part: ReportPart, after seconds: Double, _ outcome: String) {
    remaining.finish(after: seconds)
    place += 1
    let name = part.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0)
    let line = "[\(place)/\(parts.count)] \(name) \(outcome.withoutControls)"
    write((isTerminal ? "\r" : "") + line + (isTerminal ? "\u{1B}[K\n" : "\n"))
  }

  /// Tells that the report ends early, as it was asked to.
  func interrupted() {
    write((isTerminal ? "\r\u{1B}[K" : "") + "interrupted: writing what was measured\n")
  }
}
