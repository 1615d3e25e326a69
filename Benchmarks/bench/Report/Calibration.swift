import TernFormat
import TernModel

/// How fast this machine is about, from a short look.
struct Calibration: Equatable {
  /// Seconds to load the model and to pack its weights.
  var load: Double
  /// Tokens per second.
  var prompt: Double
  var generation: Double
  /// Seconds to measure what the machine gives at most.
  var limits: Double
  /// Tokens that the model takes.
  var context: Int
  /// Parameters of the model, and of the encoder where there is one.
  var parameters: Double
  var encoderParameters: Double
  /// Tokens that the encoder takes.
  var encoderContext: Int

  /// Measures for about two seconds; on a slow machine until there is a first value for each.
  static func measure(
    _ subject: Subject, _ settings: Settings, encoder: ModelFacts?
  ) throws -> Calibration {
    let file = try GGUFFile(path: subject.path)
    let facts = ModelFacts(file, name: "", isSynthetic: false)
    var loaded: Model?
    let context = min(512, facts.context ?? 512)
    let load = try seconds {
      let model = try subject.load(file, settings, context: context)
      try Runner(model: model).fill(model.makeCache(), 1, logits: true)
      model.finishPacking()
      loaded = model
    }
    guard let loaded else { throw BenchError.failed("\(subject.path) was not loaded") }
    let runner = Runner(model: loaded)
    let prompt = try rate(upTo: context) { try runner.prompt(loaded.makeCache(), $0) }
    let generation = try rate(upTo: context - 1) {
      try runner.generation(loaded.makeCache(), $0)
    }
    var limits = Limits(subject.compute, settings)
    return Calibration(
      load: load, prompt: prompt, generation: generation, limits: seconds { limits.measure() },
      context: loaded.config.contextLength, parameters: Double(facts.parameters),
      encoderParameters: Double(encoder?.parameters ?? 0),
      encoderContext: encoder?.context ?? 512)
  }

  /// A rate over ever more tokens, until they take a quarter of a second.
  private static func rate(upTo most: Int, _ measure: (Int) throws -> Double) throws -> Double {
    var count = min(4, most)
    while true {
      let rate = try measure(count)
      if count >= most || Double(count) / rate > 0.25 { return max(rate, 1e-3) }
      count = min(most, count * 4)
    }
  }
}
