import TernTestSupport
import Testing

@testable import TernBench

@Suite("Sizes, time and progress of tern-bench report")
struct BenchPlanTests {
  private func calibration(prompt: Double, generation: Double, context: Int = 8192) -> Calibration {
    Calibration(
      load: 50 / prompt, prompt: prompt, generation: generation, limits: 0.3, context: context,
      parameters: 1e9, encoderParameters: 1e8, encoderContext: 512)
  }

  @Test func `The parts' shares of the time are the whole`() {
    let sum = ReportPart.allCases.reduce(0) { $0 + ReportPlan.share($1) }
    #expect(abs(sum - 1) < 1e-9)
    #expect(Set(ReportPart.order) == Set(ReportPart.allCases))
  }

  @Test(arguments: [40.0, 100, 400, 2000, 20_000])
  func `The least repetitions of every part fit into its share`(prompt: Double) {
    for generation in [prompt / 20, prompt / 8, prompt / 2] {
      let plan = ReportPlan(calibration(prompt: prompt, generation: generation), seconds: 300)
      for part in ReportPart.allCases where part != .load && part != .memory {
        let limit = 300 * ReportPlan.share(part) + 1e-9
        #expect(plan.seconds[part] ?? .infinity <= limit, "\(part) at \(prompt), \(generation)")
      }
      #expect(plan.seconds.values.reduce(0, +) <= 330)
    }
  }

  @Test func `A fast machine has the standard sizes, and a slow one smaller ones`() {
    let fast = ReportPlan(calibration(prompt: 5000, generation: 500), seconds: 300).sizes
    #expect(fast == ReportSizes())
    let slow = ReportPlan(calibration(prompt: 20, generation: 2), seconds: 300).sizes
    #expect(slow.prompt < fast.prompt && slow.generate < fast.generate)
    #expect(slow.depths.count < fast.depths.count && slow.texts < fast.texts)
    #expect(slow.prompt >= 16 && slow.generate >= 8 && !slow.sequences.isEmpty)
  }

  @Test(arguments: [3, 16, 128, 512, 2048])
  func `Nothing is larger than the model's context`(context: Int) {
    let sizes = ReportPlan(
      calibration(prompt: 5000, generation: 500, context: context), seconds: 300
    ).sizes
    #expect(sizes.prompt < context && sizes.generate + 1 < context)
    #expect(sizes.manyPrompt + sizes.manyGenerate < context)
    let deepest = sizes.depths.last ?? 0
    #expect(deepest + max(sizes.depthPrompt, sizes.depthGenerate + 1) < context)
    #expect(sizes.depths.first == 0)
  }

  @Test func `The time that remains goes by the plan, then by what was measured`() {
    var time = RemainingTime(planned: [10, 20, 30])
    #expect(time.seconds(elapsed: 0, share: 0) == 60)
    #expect(time.seconds(elapsed: 4, share: 0) == 56)
    // Half done after 10 of 10 seconds: by itself 10 more, by the plan 0.
    #expect(time.seconds(elapsed: 10, share: 0.5) == 55)
    time.finish(after: 15)
    // Half as slow again as planned, and a quarter of the 60 seconds as planned.
    #expect(time.correction == 1.2)
    #expect(time.seconds(elapsed: 0, share: 0) == 60)
    #expect(time.seconds(elapsed: 30, share: 1) == 36)
    time.finish(after: 300)
    #expect(time.correction == 2 && time.seconds(elapsed: 0, share: 0) == 60)
    time.finish(after: 1)
    #expect(time.seconds(elapsed: 9, share: 0.3) == 0)
    #expect(RemainingTime(planned: []).seconds(elapsed: 0, share: 0) == 0)
  }

  @Test func `Times are told in seconds, or in minutes and seconds`() {
    #expect(RemainingTime.text(0.4) == "0 s" && RemainingTime.text(59.4) == "59 s")
    #expect(RemainingTime.text(130) == "2 min 10 s" && RemainingTime.text(-3) == "0 s")
    #expect(RemainingTime.text(.nan) == "a while")
  }

  /// A clock that moves where a test moves it.
  private final class TestClock { var time = 0.0 }

  @Test func `Repetitions end with their time, but not before the least number`() {
    let clock = TestClock()
    func repetitions(seconds: Double, each: Double, least: Int, most: Int) -> Int {
      let monitor = PartMonitor(
        seconds: seconds, least: least, now: { clock.time }, isInterrupted: { false })
      var count = 0
      for round in Rounds(most, monitor, stretch: 0, of: 1) {
        #expect(round == count)
        count += 1
        clock.time += each
      }
      return count
    }
    #expect(repetitions(seconds: 10, each: 1, least: 3, most: 100) == 10)
    #expect(repetitions(seconds: 10, each: 1, least: 3, most: 5) == 5)
    #expect(repetitions(seconds: 1, each: 4, least: 3, most: 5) == 3)
    #expect(repetitions(seconds: 0, each: 1, least: 1, most: 5) == 1)
    // The machine has become slower: some repetitions more, but not for ever.
    #expect(repetitions(seconds: 10, each: 4, least: 5, most: 9) == 5)
    #expect(repetitions(seconds: 4, each: 4, least: 5, most: 9) == 3)
    #expect(Array(Rounds(4, nil, stretch: 0, of: 1)) == [0, 1, 2, 3])
    #expect(Array(Rounds(0, nil, stretch: 0, of: 1)) == [])
  }

  @Test func `What follows each other shares the time that is left`() {
    let clock = TestClock()
    var shares: [Double] = []
    let monitor = PartMonitor(
      seconds: 12, least: 1, now: { clock.time }, isInterrupted: { false },
      show: { shares.append($0) })
    let counts = (0..<3).map { stretch in
      var count = 0
      for _ in Rounds(100, monitor, stretch: stretch, of: 3) {
        count += 1
        clock.time += 1
      }
      return count
    }
    #expect(counts == [4, 4, 4] && clock.time == 12)
    #expect(shares == shares.sorted() && shares.first == 0 && shares.last == 1)
  }

  @Test func `An interruption ends the repetitions at once`() {
    var isInterrupted = false
    let monitor = PartMonitor(
      seconds: 100, least: 10, now: { 0 }, isInterrupted: { isInterrupted })
    var count = 0
    for _ in Rounds(20, monitor, stretch: 0, of: 1) {
      count += 1
      isInterrupted = count == 2
    }
    #expect(count == 2 && monitor.wasInterrupted)
  }

  @Test func `Progress is one moving line on a terminal, and plain lines elsewhere`() {
    let plan = ReportPlan(calibration(prompt: 5000, generation: 500), seconds: 300)
    func lines(isTerminal: Bool) -> String {
      var text = ""
      let progress = ReportProgress(plan, parts: [.load, .speed], isTerminal: isTerminal) {
        text += $0
      }
      progress.begin(.load)
      progress.show(.load, elapsed: 1, share: 0.5)
      progress.finish(.load, after: 2, "first token after 3 ms\u{1B}[2J")
      progress.begin(.speed)
      progress.interrupted()
      return text
    }
    let plain = lines(isTerminal: false)
    #expect(!plain.contains("\r") && !plain.contains("\u{1B}") && plain.hasSuffix("\n"))
    #expect(plain.contains("[1/2] load: ") && plain.contains("[2/2] speed: "))
    #expect(plain.contains("first token after 3 ms") && plain.contains(" left\n"))
    let drawn = lines(isTerminal: true)
    #expect(drawn.contains("\r[1/2] load") && drawn.contains("██████████░░░░░░░░░░"))
    #expect(drawn.contains("first token after 3 ms[2J\u{1B}[K\n"))
  }

  @Test func `Two processors of one core are one core, and of two packages two`() {
    let list = """
      processor\t: 0
      model name\t: A Processor @ 2 GHz: fast
      physical id\t: 0
      core id\t\t: 0

      processor\t: 1
      model name\t: Another
      physical id\t: 0
      core id\t\t: 0

      processor\t: 2
      physical id\t: 1
      core id\t\t: 0
      """
    let facts = MachineFacts.parse(processorList: list)
    #expect(facts.name == "A Processor @ 2 GHz: fast" && facts.cores == 2)
    let none = MachineFacts.parse(processorList: "")
    #expect(!none.name.isEmpty && none.cores == nil)
  }
}
