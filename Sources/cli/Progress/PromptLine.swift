import Synchronization
import Tern
import TernDecode

/// A bar on standard error while a long prompt is read.
///
/// The engine tells it how far the prompt is; it is gone before the first token of the answer.
final class PromptLine: Sendable {
  private let bar = Mutex<ProgressBar?>(nil)
  private let makeBar: @Sendable () -> ProgressBar

  init(_ makeBar: @escaping @Sendable () -> ProgressBar = { ProgressBar("reading") }) {
    self.makeBar = makeBar
  }

  /// What tells it; `nil` where nobody watches.
  var listener: PromptListener? {
    Output.showsErrors ? PromptListener { [self] in tell($0) } : nil
  }

  func tell(_ progress: PromptProgress) {
    guard progress.computed < progress.total else { return finish() }
    let bar = bar.withLock { bar in
      let current = bar ?? makeBar()
      bar = current
      return current
    }
    bar.show(
      ProgressEstimate(
        done: progress.computed, total: progress.total, first: progress.reused, unit: .tokens))
  }

  /// Clears the line; the next prompt has a bar of its own.
  func finish() {
    let bar = bar.withLock { $0.take() }
    bar?.finish()
  }
}
