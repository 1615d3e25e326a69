import Synchronization
import TernDecode
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

  @Test("the bar is not drawn anew at once")
  func pause() {
    let shown = Shown()
    let start = ContinuousClock.now
    let bar = ProgressBar("reading", now: { start + shown.time }, write: { shown.add($0) })
    shown.time = .seconds(1)
    bar.show(0.1)
    bar.show(0.2)
    #expect(!shown.text.contains(" 20%"))
    shown.time = .milliseconds(1050)
    bar.show(0.3)
    #expect(shown.text.contains(" 30%"))
  }

  @Test("a bar tells what is done of how much, how fast, and how long it will take")
  func estimates() {
    let bytes = ProgressEstimate(
      done: 1_000_000_000, total: 4_000_000_000, unit: .bytes)
    #expect(bytes.text(after: 2) == "1.0 GB of 4.0 GB, 500 MB/s, 6 s left")
    // Tokens that were known are no work.
    let tokens = ProgressEstimate(done: 1500, total: 4500, first: 500, unit: .tokens)
    #expect(tokens.text(after: 5) == "1500 of 4500 tokens, 200/s, 15 s left")
    #expect(tokens.share > 0.33 && tokens.share < 0.34)
    let begun = ProgressEstimate(done: 500, total: 4500, first: 500, unit: .tokens)
    #expect(begun.text(after: 5) == "500 of 4500 tokens")
    let slow = ProgressEstimate(done: 1, total: 1001, unit: .tokens)
    #expect(slow.text(after: 0.5).hasSuffix("8 min 20 s left"))
    #expect(slow.text(after: 10).hasSuffix("2 h 46 min left"))
    #expect(ProgressEstimate(done: 0, total: 0, unit: .bytes).share == 1)
  }

  @Test("a prompt's bar is gone when the prompt is read, and the next one has its own")
  func prompts() {
    let shown = Shown()
    let start = ContinuousClock.now
    let line = PromptLine {
      ProgressBar("reading", now: { start + shown.time }, write: { shown.add($0) })
    }
    line.tell(.init(computed: 0, reused: 0, total: 100))
    shown.time = .seconds(2)
    line.tell(.init(computed: 40, reused: 0, total: 100))
    #expect(
      shown.text.contains("reading") && shown.text.contains("40 of 100 tokens, 20/s, 3 s left"))
    line.tell(.init(computed: 100, reused: 0, total: 100))
    #expect(shown.text.hasSuffix("\r\u{1B}[K"))
    let length = shown.text.count
    line.finish()
    #expect(shown.text.count == length)
    // Two seconds are over, but not of this prompt.
    line.tell(.init(computed: 10, reused: 0, total: 100))
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
