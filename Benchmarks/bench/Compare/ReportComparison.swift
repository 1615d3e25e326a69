/// Two reports beside each other, figure by figure.
struct ReportComparison {
  /// A figure that both have.
  struct Line {
    var part: ReportPart
    var point: String
    /// The figure of each.
    var a: Figure
    var b: Figure
    /// Above 1 where B is better, whichever way the figure counts; `nil` for counts, and where there is
    /// no ratio.
    var gain: RatioInterval?

    enum Verdict: String {
      /// Counts.
      case same, differs
      /// The interval leaves out 1.
      case better, worse
      /// The difference is not larger than the spread.
      case within
      /// Too few values to know the spread.
      case unknown
    }

    var verdict: Verdict {
      if a.kind == .count { return a.values == b.values ? .same : .differs }
      guard let gain, gain.bounds != nil else { return .unknown }
      guard gain.isBeyondSpread else { return .within }
      return gain.ratio > 1 ? .better : .worse
    }
  }

  /// Something that makes the figures hard to compare.
  struct Warning: Equatable {
    var what: String
    var a: String
    var b: String
  }

  let a: BenchReport
  let b: BenchReport
  /// What the reports are called: their paths.
  let names: (a: String, b: String)
  let lines: [Line]
  let warnings: [Warning]

  init(
    _ a: BenchReport, _ b: BenchReport, names: (a: String, b: String)
  ) throws(ReportFileError) {
    (self.a, self.b, self.names) = (a, b, names)
    lines = Self.lines(a, b)
    warnings = Self.warnings(a, b)
    guard !lines.isEmpty else { throw .nothingInCommon(names.a, names.b) }
  }

  private static func lines(_ a: BenchReport, _ b: BenchReport) -> [Line] {
    ReportPart.allCases.flatMap { part in
      (a.part(part)?.points ?? []).flatMap { point in
        point.figures.compactMap { figure -> Line? in
          guard figure.kind != .fact,
            let other = b.figure(part, figure.key, at: point.name), other.kind == figure.kind,
            other.unit == figure.unit, !figure.values.isEmpty, !other.values.isEmpty
          else { return nil }
          return Line(
            part: part, point: point.name, a: figure, b: other, gain: gain(figure, other))
        }
      }
    }
  }

  private static func gain(_ a: Figure, _ b: Figure) -> RatioInterval? {
    guard a.kind != .count else { return nil }
    let ratio = RatioInterval(of: b.values, to: a.values)
    return a.kind == .rate ? ratio : ratio?.inverse
  }

  private static func warnings(_ a: BenchReport, _ b: BenchReport) -> [Warning] {
    var pairs: [(String, String, String)] = [
      ("processor", a.machine.processor, b.machine.processor),
      ("instruction set", a.machine.instructionSet, b.machine.instructionSet),
      ("processors", "\(a.machine.processors)", "\(b.machine.processors)"),
      ("memory", memory(a), memory(b)), ("system", a.machine.system, b.machine.system),
      ("model", model(a.model), model(b.model)),
      ("encoder", a.encoder.map(model) ?? "none", b.encoder.map(model) ?? "none"),
      ("threads", "\(a.threads)", "\(b.threads)"), ("keys and values", a.cache, b.cache),
    ]
    for (part, value) in sizes(a.sizes, b.sizes) { pairs.append((part, value.0, value.1)) }
    pairs.append(("ended", ending(a), ending(b)))
    return pairs.filter { $0.1 != $0.2 }.map { Warning(what: $0.0, a: $0.1, b: $0.2) }
  }

  private static func model(_ model: ModelFacts) -> String {
    "\(model.shown), \(model.quantization), \(Quantity.text(Double(model.bytes), "bytes"))"
  }

  /// To a tenth of a gigabyte: systems keep a little for themselves.
  private static func memory(_ report: BenchReport) -> String {
    fixed(Double(report.machine.memoryBytes) / 1e9, 1) + " GB"
  }

  private static func ending(_ report: BenchReport) -> String {
    report.isInterrupted ? "interrupted" : "complete"
  }

  private static func sizes(
    _ a: ReportSizes, _ b: ReportSizes
  ) -> [(String, (String, String))] {
    func list(_ numbers: [Int]) -> String { numbers.map { "\($0)" }.joined(separator: ", ") }
    return [
      ("prompt", ("\(a.prompt)", "\(b.prompt)")),
      ("tokens generated", ("\(a.generate)", "\(b.generate)")),
      ("depths", (list(a.depths), list(b.depths))),
      ("prompt at depths", ("\(a.depthPrompt)", "\(b.depthPrompt)")),
      ("tokens at depths", ("\(a.depthGenerate)", "\(b.depthGenerate)")),
      ("numbers of sequences", (list(a.sequences), list(b.sequences))),
      ("prompts of sequences", ("\(a.manyPrompt)", "\(b.manyPrompt)")),
      ("tokens of sequences", ("\(a.manyGenerate)", "\(b.manyGenerate)")),
      ("texts of a batch", ("\(a.texts)", "\(b.texts)")),
      ("tokens of a text", (list(a.textTokens), list(b.textTokens))),
    ]
  }

  func count(_ verdict: Line.Verdict) -> Int { lines.count { $0.verdict == verdict } }

  /// Figures whose interval leaves out 1 though nothing changed, as is to be expected: one in twenty.
  var expectedByChance: Int {
    let tested = lines.count { $0.gain?.bounds != nil }
    return Int((Double(tested) / 20).rounded())
  }

  /// What came out, in a sentence or two.
  var summary: String {
    let words: [(Line.Verdict, String)] = [
      (.better, "better in B"), (.worse, "worse in B"), (.within, "within the spread"),
      (.unknown, "with too few values to tell"), (.same, "equal counts"),
      (.differs, "different counts"),
    ]
    let counts = words.compactMap { verdict, text in
      count(verdict) > 0 ? "\(count(verdict)) \(text)" : nil
    }
    return "Of \(lines.count) figures: \(counts.joined(separator: ", ")). Without any change about "
      + "\(expectedByChance) would differ by chance; and what the machine did between the two runs is "
      + "in no interval: measure in turn, A B A B, before you believe a few percent."
  }
}
