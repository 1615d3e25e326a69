import TernFormat

/// Measures the parts of a report with the suites.
struct PartRunner {
  let sizes: ReportSizes
  let subject: Subject
  let encoder: Subject?
  /// The options that all suites share.
  let base: Settings
  /// Whether the model's tokens have texts.
  let hasVocabulary: Bool

  /// The figures of a part, at its points.
  func run(_ part: ReportPart, _ monitor: PartMonitor) async throws -> [BenchReport.Point] {
    switch part {
    case .load: return try load(monitor)
    case .memory: return try memory(monitor)
    case .embeddings: return try embeddings(monitor)
    default: break
    }
    let settings = settings(part)
    var result = SuiteResult(settings)
    result.monitor = monitor
    switch part {
    case .speed: try SpeedSuite(settings: settings, subject: subject).run(&result)
    case .depth: try DepthSuite(settings: settings, subject: subject).run(&result)
    case .many: try await ManySuite(settings: settings, subject: subject).run(&result)
    case .masks:
      let suite = MaskSuite(settings: settings, subject: subject, corpus: try .standard())
      try suite.run(&result)
      result.figures = Self.eachAlone(result.figures)
    case .load, .memory, .embeddings: break
    }
    return Self.points(result)
  }

  private func settings(_ part: ReportPart) -> Settings {
    var settings = base
    settings.repetitions = sizes.most
    settings.buffer = sizes.buffer << 20
    switch part {
    case .speed:
      settings.suite = .speed
      (settings.prompt, settings.generate) = (sizes.prompt, sizes.generate)
    case .depth:
      settings.suite = .depth
      settings.depths = sizes.depths
      (settings.prompt, settings.generate) = (sizes.depthPrompt, sizes.depthGenerate)
    case .many:
      settings.suite = .many
      settings.sequences = sizes.sequences
      (settings.prompt, settings.generate) = (sizes.manyPrompt, sizes.manyGenerate)
    case .masks: settings.suite = .mask
    case .embeddings: settings.suite = .embed
    case .load: settings.suite = .load
    case .memory: settings.suite = .memory
    }
    return settings
  }

  private func load(_ monitor: PartMonitor) throws -> [BenchReport.Point] {
    let run = ChildRun(arguments: ["load", "-m", subject.path, "-r", "1"] + childOptions)
    return [.init(figures: try run.figures(ChildRun.Wanted.load, rounds(monitor)))]
      .filter { !$0.figures.isEmpty }
  }

  private func memory(_ monitor: PartMonitor) throws -> [BenchReport.Point] {
    let options = ["-p", "\(sizes.prompt)", "-n", "\(sizes.memoryGenerate)"]
    let run = ChildRun(arguments: ["memory", "-m", subject.path] + options + childOptions)
    return [.init(figures: try run.figures(ChildRun.Wanted.memory, rounds(monitor)))]
      .filter { !$0.figures.isEmpty }
  }

  /// Processes hardly differ: a few are enough.
  private func rounds(_ monitor: PartMonitor) -> Rounds {
    Rounds(min(sizes.most, 10), monitor, stretch: 0, of: 1)
  }

  private var childOptions: [String] { ["-t", "\(base.threads)", "--cache", "\(base.cache)"] }

  /// A point for each length of texts.
  private func embeddings(_ monitor: PartMonitor) throws -> [BenchReport.Point] {
    guard let encoder else { return [] }
    var points: [BenchReport.Point] = []
    for (place, tokens) in sizes.textTokens.enumerated() {
      var settings = settings(.embeddings)
      (settings.texts, settings.tokens) = (sizes.texts, tokens)
      var result = SuiteResult(settings)
      result.monitor = monitor
      let suite = EmbedSuite(
        settings: settings, subject: encoder, stretch: place, stretches: sizes.textTokens.count)
      try suite.run(&result)
      points += Self.points(result).map { .init(name: "\(tokens)", figures: $0.figures) }
    }
    return points
  }

  /// The figures of a suite as those of a report: finite values, in lists.
  private static func points(_ result: SuiteResult) -> [BenchReport.Point] {
    let whole = BenchReport.Point(figures: result.figures)
    let points = result.points.map { BenchReport.Point(name: $0.label, figures: $0.figures) }
    return ([whole] + points).map { point in
      var point = point
      point.figures = point.figures.compactMap(\.inReport)
      return point
    }.filter { !$0.figures.isEmpty }
  }

  /// Instead of one value over all repetitions the values of each, where both are there.
  private static func eachAlone(_ figures: [Figure]) -> [Figure] {
    let suffix = "_each"
    let each = figures.filter { $0.key.hasSuffix(suffix) }
    let keys = Set(each.map { String($0.key.dropLast(suffix.count)) })
    let alone: [Figure] = figures.compactMap { figure in
      if keys.contains(figure.key) {
        return each.first { $0.key == figure.key + suffix }.map {
          Figure(figure.key, figure.label, figure.unit, figure.kind, each: $0.values)
        }
      }
      guard figure.key.hasSuffix(suffix) else { return figure }
      let key = String(figure.key.dropLast(suffix.count))
      guard !figures.contains(where: { $0.key == key }) else { return nil }
      return Figure(key, figure.label, figure.unit, figure.kind, each: figure.values)
    }
    return alone.filter { $0.key != "compile_ms_mean" && $0.key != "compile_ms_max" }.map {
      figure in
      Figure(figure, label: MaskKind.label(figure.key) ?? figure.label)
    }
  }
}

/// What is told of the times of masks.
enum MaskKind: String, CaseIterable {
  case half = "p50"
  case mean
  case most90 = "p90"
  case most99 = "p99"
  case most = "max"

  private var words: String {
    switch self {
    case .half: "half below"
    case .mean: "mean"
    case .most90: "90% below"
    case .most99: "99% below"
    case .most: "most"
    }
  }

  /// The figure's name where the schema is new, and where it was used before.
  var keys: [String] { [rawValue, "warm_\(rawValue)"] }

  /// What a figure of this name is in words; `nil` for one of something else.
  static func label(_ key: String) -> String? {
    guard let kind = allCases.first(where: { $0.keys.contains(key) }) else { return nil }
    return (key == kind.rawValue ? "new schema: " : "used before: ") + kind.words
  }
}

extension Figure {
  /// The figure with another label.
  fileprivate init(_ figure: Figure, label: String) {
    self = figure
    self.label = label
  }

  /// The figure with finite values alone, as a list; `nil` where none is left.
  fileprivate var inReport: Figure? {
    let finite = values.filter(\.isFinite)
    guard !finite.isEmpty else { return nil }
    var figure = self
    figure.values = finite
    figure.isList = true
    return figure
  }
}
