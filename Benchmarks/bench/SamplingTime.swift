import TernDecode
import TernModel

/// What choosing one token costs, over the logits that a token of the model leaves.
struct SamplingTime {
  private var logits: [Float] = []

  /// Computes the logits of one token.
  init(_ model: Model) throws {
    let row = BatchRow(token: 1, cache: model.makeCache(), position: 0, wantsLogits: true)
    var values: [Float] = []
    try unsafe model.forward([row]) { _, row in unsafe values.append(contentsOf: row) }
    logits = values
  }

  /// Microseconds for a token: the median of `repetitions` runs of 20 for the default options, and
  /// for top-p alone, which has to look at the whole vocabulary.
  mutating func figures(_ repetitions: Int) throws -> [Figure] {
    var topP = SamplingOptions()
    topP.topK = 0
    topP.topP = 0.9
    topP.minP = 0
    return [
      Figure(
        "sample_us", "sampling, default options", "µs", .time,
        each: try microseconds(SamplingOptions(), repetitions)),
      Figure(
        "sample_top_p_us", "sampling, top-p 0.9 alone", "µs", .time,
        each: try microseconds(topP, repetitions)),
    ]
  }

  private mutating func microseconds(
    _ options: SamplingOptions, _ repetitions: Int
  ) throws -> [Double] {
    var sampler = try Sampler(options)
    let tokens = 20
    // The first takes memory, the others reuse it.
    guard sampler.sample(&logits) != nil else { return [] }
    return (0..<repetitions).map { _ in
      seconds { for _ in 0..<tokens { _ = sampler.sample(&logits) } } / Double(tokens) * 1e6
    }
  }
}
