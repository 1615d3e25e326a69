import Synchronization
import Testing

@testable import TernCommand

@Suite("Progress")
struct ProgressBarTests {
  @Test("the bar appears for work that takes longer than 300 ms, and is taken away after it")
  func delay() {
    let shown = Shown()
    // Any instant: the clock that the bar reads moves only where the test sets it.
    let start = ContinuousClock.now
    let bar = ProgressBar(
      "loading", now: { start + shown.time }, write: { shown.add($0) })
    bar.show(0.1)
    shown.time = .milliseconds(299)
    bar.show(0.2)
    bar.finish()
    #expect(shown.text.isEmpty)
    shown.time = .milliseconds(300)
    bar.show(0.3)
    #expect(shown.text.contains("loading") && shown.text.contains(" 30%"))
    bar.finish()
    #expect(shown.text.hasSuffix("\r\u{1B}[K"))
    let length = shown.text.count
    bar.finish()
    #expect(shown.text.count == length)
  }
}

/// What a bar has written, and a clock that the test sets.
final class Shown: Sendable {
  private let state = Mutex((text: "", time: Duration.zero))

  var text: String { state.withLock(\.text) }

  func add(_ text: String) { state.withLock { $0.text += text } }

  var time: Duration {
    get { state.withLock(\.time) }
    set { state.withLock { $0.time = newValue } }
  }

  /// Whether the clock is well past its start.
  var isLate: Bool {
    get { time > .zero }
    set { time = newValue ? .seconds(1) : .zero }
  }
}
