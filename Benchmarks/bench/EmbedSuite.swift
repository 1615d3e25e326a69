import TernFormat
import TernModel

/// Texts per second to vectors: texts of equal length in one pass, pooled as the file says.
struct EmbedSuite {
  let settings: Settings
  let subject: Subject
  /// The place of this run among those of a report that follow each other.
  var stretch = 0
  var stretches = 1

  func run(_ result: inout SuiteResult) throws {
    let file = try GGUFFile(path: subject.path)
    let model = try Model(
      file, compute: subject.compute,
      options: ModelOptions(context: settings.tokens, cacheType: settings.cache))
    model.finishPacking()
    let encoding = model.config.encoding
    let pooling = encoding.pooling ?? (encoding.isBidirectional ? .mean : .last)
    let texts = texts(model)
    var vectors = try encode(texts, pooling, model)
    guard vectors.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
      throw BenchError.failed("a vector is not finite")
    }
    var rates: [Double] = []
    var limits = Limits(subject.compute, settings)
    for _ in result.rounds(settings.repetitions, stretch: stretch, of: stretches) {
      let time = try seconds { vectors = try encode(texts, pooling, model) }
      rates.append(Double(settings.texts) / time)
      limits.measure()
    }
    guard !rates.isEmpty else { return }
    let tokens = rates.map { $0 * Double(settings.tokens) }
    result.figures =
      limits.figures + [
        Figure("texts_per_s", "texts", "texts/s", .rate, each: rates),
        Figure("tokens_per_s", "tokens", "tokens/s", .rate, each: tokens)
          .noted(share(rates, file, model, limits)),
        Figure(count: "dimensions", "values of a vector", "", vectors.first?.count ?? 0),
      ]
    if let operations = operations(file, model) {
      result.figures.append(
        Figure(count: "operations_per_text", "operations for a text", "operations", operations))
    }
  }

  private func encode(
    _ texts: [[Int32]], _ pooling: Pooling, _ model: Model
  ) throws -> [[Float]] {
    var run = EncodingRun(texts, pooling: pooling, model: model)
    while true {
      if let vectors = run.vectors { return vectors }
      try run.step(model, limit: settings.texts * settings.tokens)
    }
  }

  /// Ids all over the vocabulary, other ones in each text.
  private func texts(_ model: Model) -> [[Int32]] {
    (0..<settings.texts).map { text in
      (0..<settings.tokens).map { place in
        Int32(((text * settings.tokens + place) * 7919 + 13) % model.vocabularySize)
      }
    }
  }

  private func operations(_ file: GGUFFile, _ model: Model) -> Int? {
    Work(file, model, cache: settings.cache).operations(text: settings.tokens)
  }

  private func share(
    _ rates: [Double], _ file: GGUFFile, _ model: Model, _ limits: Limits
  ) -> String {
    guard !limits.int8.isEmpty, let operations = operations(file, model) else { return "" }
    return "\(percent(Limits.shares(rates, operations, of: limits.int8).median)) of the int8 peak"
  }
}
