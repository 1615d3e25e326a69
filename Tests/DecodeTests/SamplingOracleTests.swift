import TernDecode
import TernKernels
import TernTestSupport
import Testing

@Suite("Sampler against the definitions")
struct SamplingOracleTests {
  /// Rows of logits of every shape that makes trouble.
  private func row(_ kind: Int, _ count: Int, _ random: inout SeededGenerator) -> [Float] {
    switch kind {
    case 0: return (0..<count).map { _ in random.normal() * 0.01 }
    case 1: return (0..<count).map { _ in random.normal() }
    case 2: return (0..<count).map { _ in random.normal() * 8 }
    case 3: return (0..<count).map { _ in (random.normal() * 2).rounded() }
    case 4: return [Float](repeating: -3, count: count)
    case 5:
      // One token far above a crowd that shares the rest.
      var row = (0..<count).map { _ in 5 + random.normal() * 1e-4 }
      row[Int(random.next() % UInt64(count))] = 12
      return row
    case 6:
      return (0..<count).map { _ in
        random.next() % 3 == 0 ? -.infinity : random.next() % 5 == 0 ? .nan : random.normal() * 3
      }
    case 7: return (0..<count).map { _ in random.normal() * 1e30 }
    default: return (0..<count).map { _ in random.next() % 2 == 0 ? 0 : -0.0 }
    }
  }

  private static let kinds = 0...8

  private func compare(
    _ logits: [Float], _ options: SamplingOptions, _ isa: ISA, _ what: Comment
  ) throws {
    let expected = PlainSampling(logits, options)
    var sampler = try Sampler(options, isa: isa)
    var copy = logits
    let found = sampler.distribution(&copy)
    let p = Dictionary(uniqueKeysWithValues: found.map { ($0.token, $0.p) })
    let wanted = Dictionary(uniqueKeysWithValues: expected.tokens.map { ($0.token, $0.p) })
    // Where the mass is reached within rounding, the set may be one token smaller or larger.
    if expected.margin > 1e-6 {
      #expect(Set(p.keys) == Set(wanted.keys), what)
    } else {
      #expect(Set(p.keys).symmetricDifference(wanted.keys).count <= 4, what)
    }
    let worst = wanted.map { abs((p[$0.key] ?? 0) - $0.value) }.max() ?? 0
    #expect(worst < 2e-6, what)
    if !wanted.isEmpty { #expect(abs(found.reduce(0) { $0 + $1.p } - 1) < 1e-6, what) }
    copy = logits
    let drawn = sampler.sample(&copy)
    if let drawn { #expect(p[drawn] ?? 0 > 0, what) } else { #expect(found.isEmpty, what) }
  }

  @Test("sets and probabilities are those of the definitions", arguments: kinds)
  func small(kind: Int) throws {
    var random = SeededGenerator(seed: UInt64(100 + kind))
    for round in 0..<SharedSuites.rounds(6000) {
      let count = [1, 2, 3, 17, 63, 64, 65, 200, 1024, 1500][round % 10]
      let logits = row(kind, count, &random)
      var options = SamplingOptions()
      options.seed = UInt64(round)
      options.temperature = [0.01, 0.5, 1, 1.7, 100][Int(random.next() % 5)]
      options.topK = [0, 0, 1, 5, 40, count, count + 9][Int(random.next() % 7)]
      options.topP = [0, 1e-6, 0.3, 0.9, 0.95, 0.999_999, 1][Int(random.next() % 7)]
      options.minP = [0, 0, 1e-4, 0.05, 1][Int(random.next() % 5)]
      for isa in ISA.allCases where isa <= .detect() {
        try compare(logits, options, isa, "\(isa) round \(round), \(count) tokens: \(options)")
      }
    }
  }

  @Test("a large vocabulary is cut where sorting it all would cut it", arguments: kinds)
  func large(kind: Int) throws {
    var random = SeededGenerator(seed: UInt64(200 + kind))
    let logits = row(kind, 20_011, &random)
    for topP in [0.1, 0.9, 0.9999] as [Float] {
      var options = SamplingOptions()
      options.seed = 1
      options.topK = 0
      options.topP = topP
      options.minP = 0
      for isa in ISA.allCases where isa <= .detect() {
        try compare(logits, options, isa, "\(isa) top-p \(topP)")
      }
    }
  }

  @Test("ties at the cut of top-p keep the lowest ids")
  func ties() throws {
    var options = SamplingOptions()
    options.temperature = 1
    options.topK = 0
    options.minP = 0
    options.topP = 0.5
    var sampler = try Sampler(options)
    var logits = [Float](repeating: 2, count: 3000)
    let tokens = sampler.distribution(&logits).map(\.token)
    #expect(tokens == Array(0..<1500))
  }

  @Test("a logit of +infinity takes all the probability, whatever the options")
  func infinity() throws {
    for (topK, topP) in [(0, 1), (0, 0.9), (2, 1), (2, 0.9)] as [(Int, Float)] {
      var options = SamplingOptions()
      options.topK = topK
      options.topP = topP
      options.minP = 0
      var sampler = try Sampler(options)
      for _ in 0..<20 {
        var logits: [Float] = [1, .infinity, 3, -.infinity]
        #expect(sampler.sample(&logits) == 1)
      }
    }
  }

  @Test("draws from a long row follow the distribution, block by block")
  func longDraws() throws {
    var random = SeededGenerator(seed: 9)
    let logits = (0..<5000).map { _ in random.normal() }
    var options = SamplingOptions()
    options.temperature = 1
    options.topK = 0
    options.minP = 0
    options.seed = 4
    for topP in [1, 0.7] as [Float] {
      options.topP = topP
      var expected = [Double](repeating: 0, count: 10)
      for (token, p) in PlainSampling(logits, options).tokens { expected[Int(token) / 500] += p }
      var sampler = try Sampler(options)
      var counts = [Double](repeating: 0, count: 10)
      let rounds = 5_000
      for _ in 0..<rounds {
        var copy = logits
        let token = sampler.sample(&copy)
        counts[Int(try #require(token)) / 500] += 1
      }
      for (count, p) in zip(counts, expected) {
        // Five standard deviations of a binomial count: one false alarm in a million seeds.
        let bound = 5 * (Double(rounds) * p * (1 - p)).squareRoot() + 1
        #expect(abs(count - Double(rounds) * p) < bound)
      }
    }
  }
}
