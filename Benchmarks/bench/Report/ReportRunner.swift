import Foundation
import TernFormat
import TernJSON
import TernKernels
import TernModel
import TernVersion

#if Cafe
  import TernCafe
#endif

/// Measures a report.
struct ReportRunner {
  let settings: ReportSettings
  /// The command line, for the report.
  let command: String

  func run() async throws -> BenchReport {
    let clock = ContinuousClock()
    let began = clock.now
    var report = BenchReport()
    report.command = command
    report.created = ISO8601DateFormatter().string(from: Date())
    (report.version, report.commit) = (Version.number, Version.commit)
    (report.threads, report.cache) = (settings.threads, "\(settings.cache)")
    report.minutes = settings.minutes
    let like = try settings.like.map { path throws(ReportFileError) in
      try ReportReader.read(path)
    }
    say("looking at the machine and the model")
    let base = try base()
    let subject = try Subject(base)
    defer { subject.remove() }
    let file = try GGUFFile(path: subject.path)
    report.model = ModelFacts(file, name: subject.name, isSynthetic: settings.synthetic != nil)
    report.machine = MachineFacts(subject.compute)
    let encoder = try settings.parts.contains(.embeddings) ? encoder(base, subject.compute) : nil
    defer { encoder?.remove() }
    if let encoder {
      report.encoder = ModelFacts(
        try GGUFFile(path: encoder.path), name: encoder.name,
        isSynthetic: settings.encoder == nil)
    }
    let plan = try plan(base, subject, report, like?.sizes)
    report.sizes = plan.sizes
    let runner = PartRunner(
      sizes: plan.sizes, subject: subject, encoder: encoder, base: base,
      hasVocabulary: file.value("tokenizer.ggml.tokens") != nil)
    await measure(&report, runner, plan, began: began, clock)
    // Asking opens the library, which takes memory.
    report.machine.blas = subject.compute.blasName
    report.seconds = (clock.now - began).seconds
    return report
  }

  /// What the suites have in common.
  private func base() throws -> Settings {
    var base = Settings(.speed)
    base.synthetic = settings.synthetic
    base.model = try settings.synthetic == nil ? settings.model ?? Self.cafe() : nil
    (base.threads, base.cache) = (settings.threads, settings.cache)
    return base
  }

  private static func cafe() throws -> String {
    #if Cafe
      return try CafeModel.fileURL().path
    #else
      throw BenchError.usage("no model was built in: give one with -m FILE")
    #endif
  }

  private func encoder(_ base: Settings, _ compute: Compute) throws -> Subject {
    var settings = base
    settings.model = self.settings.encoder
    settings.synthetic =
      self.settings.encoder == nil
      ? self.settings.syntheticEncoder ?? ReportSettings.standardEncoder : nil
    return try Subject(settings, compute: compute)
  }

  private func plan(
    _ base: Settings, _ subject: Subject, _ report: BenchReport, _ like: ReportSizes?
  ) throws -> ReportPlan {
    var settings = base
    let sizes = like ?? self.settings.sizes
    settings.buffer = sizes.buffer << 20
    let calibration = try Calibration.measure(
      subject, settings, encoder: report.encoder)
    let seconds = report.minutes * 60
    return like.map { ReportPlan(calibration, seconds: seconds, as: $0) }
      ?? ReportPlan(calibration, seconds: seconds, from: sizes)
  }

  /// Measures part after part; what one leaves of its time is the others'.
  private func measure(
    _ report: inout BenchReport, _ runner: PartRunner, _ plan: ReportPlan,
    began: ContinuousClock.Instant, _ clock: ContinuousClock
  ) async {
    let parts = ReportPart.order.filter(settings.parts.contains)
    let progress = ReportProgress(plan, parts: parts)
    var measured: [ReportPart: BenchReport.Part] = [:]
    var planned = parts.reduce(0) { $0 + (plan.seconds[$1] ?? 0) }
    for part in parts {
      let left = max(0, report.minutes * 60 - (clock.now - began).seconds)
      let own = plan.seconds[part] ?? 0
      let budget = planned > 0 ? left * own / planned : 0
      planned -= own
      measured[part] = await run(part, runner, seconds: budget, progress, clock)
    }
    report.parts = settings.parts.compactMap { measured[$0] }
    report.isInterrupted = Interruption.isAsked
    if report.isInterrupted { progress.interrupted() }
  }

  private func run(
    _ part: ReportPart, _ runner: PartRunner, seconds: Double, _ progress: ReportProgress,
    _ clock: ContinuousClock
  ) async -> BenchReport.Part {
    var measured = BenchReport.Part(part: part)
    guard !Interruption.isAsked else {
      measured.state = .skipped
      measured.note = "the report was interrupted before"
      return measured
    }
    if part == .masks, !runner.hasVocabulary {
      measured.state = .skipped
      measured.note = "the model has no vocabulary"
      progress.finish(part, after: 0, measured.headline)
      return measured
    }
    progress.begin(part)
    let start = clock.now
    func elapsed() -> Double { (clock.now - start).seconds }
    let monitor = PartMonitor(
      seconds: seconds, least: runner.sizes.least(part), now: elapsed,
      isInterrupted: { Interruption.isAsked },
      show: { progress.show(part, elapsed: elapsed(), share: $0) })
    do { measured.points = try await runner.run(part, monitor) } catch {
      measured.state = .failed
      measured.note = Self.reason(error)
    }
    if monitor.wasInterrupted || Interruption.isAsked && measured.points.isEmpty {
      measured.state = .interrupted
      measured.note = "interrupted: fewer repetitions than planned"
    }
    measured.seconds = elapsed()
    progress.finish(part, after: measured.seconds, measured.headline)
    return measured
  }

  /// An error in one line.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case BenchError.usage(let text), BenchError.failed(let text): text
    default: "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }

  private func say(_ text: String) {
    let isTerminal = isatty(STDERR_FILENO) != 0
    FileHandle.standardError.write(Data((isTerminal ? "\(text) …" : "\(text)\n").utf8))
  }
}
