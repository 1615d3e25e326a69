import Foundation
import TernDecode
import TernTestSupport
import Testing

@Suite("Sampler")
struct SamplerTests {
  /// The distribution by the definitions, in the plainest way: sort, cut, normalise.
  private func expected(_ logits: [Float], _ options: SamplingOptions) -> [Int32: Double] {
    func softmax(_ entries: [(Int32, Double)]) -> [(Int32, Double)] {
      let weights = entries.map { ($0.0, exp($0.1)) }
      let total = weights.reduce(0) { $0 + $1.1 }
      return weights.map { ($0.0, $0.1 / total) }
    }
    var entries = logits.enumerated().map { (Int32($0), Double($1)) }
    entries.sort { $0.1 > $1.1 || ($0.1 == $1.1 && $0.0 < $1.0) }
    if options.topK > 0 { entries = Array(entries.prefix(options.topK)) }
    var held = 0.0
    var kept = 0
    for (_, p) in softmax(entries) {
      kept += 1
      held += p
      if held >= Double(options.topP) { break }
    }
    if options.topP < 1 { entries = Array(entries.prefix(kept)) }
    let best = softmax(entries)[0].1
    let probable = zip(entries, softmax(entries)).filter { $1.1 >= Double(options.minP) * best }
    let scaled = probable.map { ($0.0.0, $0.0.1 / Double(options.temperature)) }
    return Dictionary(uniqueKeysWithValues: softmax(scaled))
  }

  private func options(
    _ temperature: Float, topK: Int = 0, topP: Float = 1, minP: Float = 0
  ) -> SamplingOptions {
    var options = SamplingOptions()
    options.temperature = temperature
    options.topK = topK
    options.topP = topP
    options.minP = minP
    options.seed = 7
    return options
  }

  @Test(
    "the distribution is the one the definitions give",
    arguments: [
      (1.0, 0, 1.0, 0.0), (0.7, 5, 1.0, 0.0), (1.3, 0, 0.9, 0.0), (1.0, 0, 1.0, 0.1),
      (0.8, 40, 0.95, 0.05), (2.0, 3, 0.5, 0.3), (1.0, 1000, 0.99999, 0.0),
    ] as [(Float, Int, Float, Float)])
  func distribution(temperature: Float, topK: Int, topP: Float, minP: Float) throws {
    var random = SeededGenerator(seed: 11)
    let options = options(temperature, topK: topK, topP: topP, minP: minP)
    for scale in [0.5, 2, 6] as [Float] {
      let logits = (0..<200).map { _ in random.normal() * scale }
      let expected = expected(logits, options)
      var sampler = try Sampler(options)
      var copy = logits
      let found = Dictionary(
        uniqueKeysWithValues: sampler.distribution(&copy).map { ($0.token, $0.p) })
      #expect(Set(found.keys) == Set(expected.keys))
      for (token, p) in expected { #expect(abs((found[token] ?? -1) - p) < 1e-6) }
    }
  }

  @Test("draws follow the distribution")
  func draws() throws {
    let logits: [Float] = [2, 1, 0, -1, 0.5, -30]
    var sampler = try Sampler(options(1))
    let rounds = 20_000
    var counts = [Double](repeating: 0, count: logits.count)
    for _ in 0..<rounds {
      var copy = logits
      let token = sampler.sample(&copy)
      counts[Int(try #require(token))] += 1
    }
    let p = expected(logits, options(1))
    for (token, count) in counts.enumerated() {
      let probability = p[Int32(token)] ?? 0
      // Five standard deviations of a binomial count: one false alarm in a million seeds.
      let bound = 5 * (Double(rounds) * probability * (1 - probability)).squareRoot() + 1
      #expect(abs(count - Double(rounds) * probability) < bound)
    }
  }

  @Test("the same seed gives the same tokens, another seed others")
  func seeds() throws {
    var random = SeededGenerator(seed: 3)
    let logits = (0..<500).map { _ in random.normal() }
    func tokens(_ seed: UInt64) throws -> [Int32?] {
      var options = options(1)
      options.seed = seed
      var sampler = try Sampler(options)
      return (0..<50).map { _ in
        var copy = logits
        return sampler.sample(&copy)
      }
    }
    #expect(try tokens(1) == tokens(1))
    #expect(try tokens(1) != tokens(2))
  }

  @Test("a drawn seed is reported and gives the same tokens again")
  func drawnSeed() throws {
    var free = options(1)
    free.seed = nil
    var first = try Sampler(free)
    free.seed = first.seed
    var second = try Sampler(free)
    let logits = (0..<100).map { Float($0 % 7) }
    for _ in 0..<20 {
      var a = logits
      var b = logits
      #expect(first.sample(&a) == second.sample(&b))
    }
  }

  @Test("greedy takes the highest logit, the first of equals, and never NaN")
  func greedy() throws {
    var sampler = try Sampler(.greedy)
    var logits: [Float] = [1, .nan, 5, 5, -1]
    #expect(sampler.sample(&logits) == 2)
    var none: [Float] = [.nan, -.infinity]
    #expect(sampler.sample(&none) == nil)
  }

  @Test(
    "NaN and forbidden logits are never drawn",
    arguments: [(0, 1.0), (3, 1.0), (0, 0.9)] as [(Int, Float)])
  func notANumber(topK: Int, topP: Float) throws {
    var sampler = try Sampler(options(1, topK: topK, topP: topP))
    for _ in 0..<200 {
      var logits: [Float] = [.nan, 1, -.infinity, 0.5, .nan]
      let token = sampler.sample(&logits)
      #expect(token == 1 || token == 3)
    }
    var none: [Float] = [.nan, -.infinity]
    #expect(sampler.sample(&none) == nil)
  }

  @Test("a bias of -infinity forbids a token, a large one forces it")
  func bias() throws {
    var options = SamplingOptions.greedy
    options.logitBias = [0: -.infinity]
    var sampler = try Sampler(options)
    var logits: [Float] = [9, 3, 1]
    #expect(sampler.sample(&logits) == 1)
    options.logitBias = [2: 100, 77: 5]
    sampler = try Sampler(options)
    logits = [9, 3, 1]
    #expect(sampler.sample(&logits) == 2)
  }

  @Test("penalties lower the logits of seen tokens by their definitions")
  func penalties() throws {
    var options = options(1)
    options.repetitionPenalty = 2
    options.frequencyPenalty = 0.5
    options.presencePenalty = 0.25
    var sampler = try Sampler(options)
    for token: Int32 in [0, 0, 1] { sampler.accept(token) }
    var logits: [Float] = [4, -4, 1]
    _ = sampler.distribution(&logits)
    let expected: [Float] = [0.75, -8.75, 1]  // 4/2 − 2·0.5 − 0.25; −4·2 − 0.5 − 0.25; unseen
    #expect(logits == expected)
  }

  @Test("penalties forget tokens that left the window")
  func penaltyWindow() throws {
    var options = options(1)
    options.presencePenalty = 1
    options.penaltyWindow = 2
    var sampler = try Sampler(options)
    for token: Int32 in [0, 1, 1, 2] { sampler.accept(token) }
    var logits: [Float] = [0, 0, 0]
    _ = sampler.distribution(&logits)
    #expect(logits == [0, -1, -1])
  }

  @Test("options out of range are errors that name them")
  func badOptions() {
    let changes: [(String, (inout SamplingOptions) -> Void)] = [
      ("temperature", { $0.temperature = -1 }), ("temperature", { $0.temperature = .nan }),
      ("top-p", { $0.topP = 1.5 }), ("min-p", { $0.minP = -0.1 }), ("top-k", { $0.topK = -1 }),
      ("repetition penalty", { $0.repetitionPenalty = 0 }),
      ("frequency penalty", { $0.frequencyPenalty = .infinity }),
      ("penalty window", { $0.penaltyWindow = -2 }), ("logit bias", { $0.logitBias = [1: .nan] }),
    ]
    for (name, change) in changes {
      var options = SamplingOptions()
      change(&options)
      #expect {
        try Sampler(options)
      } throws: { "\($0)".contains(name) }
    }
  }
}
