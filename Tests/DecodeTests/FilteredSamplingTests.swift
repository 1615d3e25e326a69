import TernDecode
import TernTestSupport
import Testing

/// Allows a fixed set of tokens and counts how often it was asked for the whole set.
private struct FixedFilter: TokenFilter {
  let allowed: Set<Int32>
  var masks = 0

  init(_ allowed: Set<Int32>) { self.allowed = allowed }

  func allows(_ token: Int32) -> Bool { allowed.contains(token) }

  mutating func forbidOthers(_ logits: inout [Float]) {
    masks += 1
    for token in logits.indices where !allowed.contains(Int32(token)) {
      logits[token] = -.infinity
    }
  }
}

@Suite("Sampling with a filter")
struct FilteredSamplingTests {
  private func options(
    _ temperature: Float, topK: Int = 0, topP: Float = 1, minP: Float = 0
  ) -> SamplingOptions {
    var options = SamplingOptions()
    options.temperature = temperature
    options.topK = topK
    options.topP = topP
    options.minP = minP
    options.seed = 21
    return options
  }

  /// Draws with the filter are distributed as the definition has it: forbid, then sample.
  private func compare(
    _ options: SamplingOptions, _ logits: [Float], _ allowed: Set<Int32>
  ) throws -> Int {
    var filter = FixedFilter(allowed)
    var masked = logits
    filter.forbidOthers(&masked)
    var plain = try Sampler(options)
    let expected = plain.distribution(&masked)
    filter.masks = 0
    var sampler = try Sampler(options)
    var counts: [Int32: Double] = [:]
    let rounds = 8_000
    for _ in 0..<rounds {
      var copy = logits
      counts[try #require(sampler.sample(&copy, &filter)), default: 0] += 1
    }
    #expect(Set(counts.keys).isSubset(of: expected.map(\.token)))
    // Pearson's statistic over the tokens that are likely enough for it, the rest as one.
    var statistic = 0.0
    var rest = (count: 0.0, p: 0.0)
    var cells = 0
    for (token, p) in expected {
      if p * Double(rounds) < 5 {
        rest = (rest.count + counts[token, default: 0], rest.p + p)
      } else {
        let mean = p * Double(rounds)
        statistic += (counts[token, default: 0] - mean) * (counts[token, default: 0] - mean) / mean
        cells += 1
      }
    }
    if rest.p * Double(rounds) >= 5 {
      let mean = rest.p * Double(rounds)
      statistic += (rest.count - mean) * (rest.count - mean) / mean
      cells += 1
    }
    // Mean cells − 1, variance twice that: five standard deviations above.
    let freedom = Double(max(1, cells - 1))
    #expect(statistic < freedom + 5 * (2 * freedom).squareRoot() + 5)
    return filter.masks
  }

  @Test(
    "draws are distributed as if the other tokens had been forbidden first",
    arguments: [
      (1, 0, 1, 0), (2, 0, 1, 0), (0.6, 0, 1, 0), (1, 5, 1, 0), (1, 0, 0.8, 0), (1.3, 0, 1, 0.2),
      (0.8, 40, 0.95, 0.05),
    ] as [(Float, Int, Float, Float)])
  func distribution(temperature: Float, topK: Int, topP: Float, minP: Float) throws {
    var random = SeededGenerator(seed: 5)
    let options = options(temperature, topK: topK, topP: topP, minP: minP)
    for share in [0.9, 0.3, 0.02] {
      let logits = (0..<120).map { _ in random.normal() * 2 }
      let allowed = Set(
        (0..<120).filter { _ in Double.random(in: 0..<1, using: &random) < share }.map(Int32.init))
      guard !allowed.isEmpty else { continue }
      _ = try compare(options, logits, allowed)
    }
  }

  @Test("the whole set is asked for only when the first choice is not allowed")
  func asksRarely() throws {
    var logits = [Float](repeating: 0, count: 100)
    logits[7] = 6
    let all = Set<Int32>(0..<100)
    #expect(try compare(options(1), logits, all) == 0)
    // e^6 against 99: the one that is not allowed takes four fifths of the draws.
    let masks = try compare(options(1), logits, all.subtracting([7]))
    #expect(masks > 5_000 && masks < 7_800)
    #expect(try compare(options(1, topK: 3), logits, all) == 8_000)
  }

  @Test("greedy takes the highest logit of the allowed tokens, the first of equals")
  func greedy() throws {
    var random = SeededGenerator(seed: 8)
    var sampler = try Sampler(.greedy)
    for _ in 0..<300 {
      let logits = (0..<40).map { _ in (random.normal() * 2).rounded() }
      let allowed = Set((0..<40).filter { _ in random.next() % 3 == 0 }.map(Int32.init))
      let best = allowed.min {
        (-logits[Int($0)], $0) < (-logits[Int($1)], $1)
      }
      var filter = FixedFilter(allowed)
      var copy = logits
      #expect(sampler.sample(&copy, &filter) == best)
    }
  }

  @Test("where no allowed token is possible there is none")
  func none() throws {
    for options in [SamplingOptions.greedy, options(1), options(1, topK: 3)] {
      var sampler = try Sampler(options)
      var filter = FixedFilter([1])
      var logits: [Float] = [3, .nan, 2]
      #expect(sampler.sample(&logits, &filter) == nil)
      var empty = FixedFilter([])
      logits = [3, 2, 1]
      #expect(sampler.sample(&logits, &empty) == nil)
    }
  }
}
