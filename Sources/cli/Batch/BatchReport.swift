import Foundation
import TernServe

/// Tells people how far a batch is: a bar on a terminal, else a line a minute.
final class BatchReport {
  private let total: Int
  private let before: Int
  private let bar = ProgressBar("batch")
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now

  /// - Parameters:
  ///   - total: Lines of the input.
  ///   - before: Lines that an earlier run has answered.
  init(total: Int, before: Int) { (self.total, self.before) = (total, before) }

  func show(_ counts: BatchCounts) {
    let done = before + counts.lines
    bar.show(Double(done) / Double(max(1, total)), words(counts))
    guard !Output.showsErrors, ContinuousClock.now - last >= .seconds(60) else { return }
    last = .now
    Output.note("tern: batch: \(words(counts))")
  }

  func finish(_ counts: BatchCounts) {
    bar.finish()
    Output.note("tern: batch: \(words(counts))")
  }

  private func words(_ counts: BatchCounts) -> String {
    let seconds = max(0.001, (ContinuousClock.now - start) / .seconds(1))
    let rate = String(format: "%.1f", Double(counts.tokens) / seconds)
    let failed = counts.failed == 0 ? "" : ", \(counts.failed) failed"
    return "\(before + counts.lines) of \(total) lines\(failed), \(rate) tokens/s"
  }
}
