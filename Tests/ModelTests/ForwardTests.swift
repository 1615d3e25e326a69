import Foundation
import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("The forward pass")
struct ForwardTests {
  /// One layer, one head, two dimensions, worked out with pencil and paper.
  ///
  /// Queries are 0, so attention averages the values; rms([1, 1]) = 1 keeps the numbers round.
  /// ```
  /// token 1 = [1, 1]    v = [2, 2]            x = [3, 3]    n = [1, 1]
  ///   gate = ln 3, silu = 3/4 ln 3, up = 4    down adds [3, 0]        x = [6, 3]
  ///   rms = √22.5        logits = [6, 3, 9] / √22.5
  /// token 2 = [1, -1]   v = [0, 0], averaged with the first: [1, 1]
  ///   x = [2, 0], down adds [c, 0]: whatever c is, norm([2 + c, 0]) = [√2, 0]
  ///   logits = [√2, 0, √2]
  /// ```
  @Test("A one-layer model gives what was worked out by hand")
  func byHand() throws {
    var tiny = TinyGGUF()
    let shape = TinyModel(
      layers: 1, embedding: 2, heads: 1, kvHeads: 1, headDim: 2, feedForward: 1, vocabulary: 3,
      extra: ["attention.layer_norm_rms_epsilon": .float32(0)])
    for (key, value) in shape.metadata { tiny.metadata[key] = value }
    let ln3 = Float(log(3.0))
    tiny.add("token_embd.weight", [2, 3], floats: [0, 0, 1, 1, 1, -1])
    tiny.add("output_norm.weight", [2], floats: [1, 1])
    tiny.add("output.weight", [2, 3], floats: [1, 0, 0, 1, 1, 1])
    tiny.add("blk.0.attn_norm.weight", [2], floats: [1, 1])
    tiny.add("blk.0.attn_q.weight", [2, 2], floats: [0, 0, 0, 0])
    tiny.add("blk.0.attn_k.weight", [2, 2], floats: [1, 2, 3, 4])
    tiny.add("blk.0.attn_v.weight", [2, 2], floats: [1, 1, 1, 1])
    tiny.add("blk.0.attn_output.weight", [2, 2], floats: [1, 0, 0, 1])
    tiny.add("blk.0.ffn_norm.weight", [2], floats: [1, 1])
    tiny.add("blk.0.ffn_gate.weight", [2, 1], floats: [ln3, 0])
    tiny.add("blk.0.ffn_up.weight", [2, 1], floats: [4, 0])
    tiny.add("blk.0.ffn_down.weight", [1, 2], floats: [1 / ln3, 0])
    let runner = try Runner(tiny)
    let logits = try runner.all([1, 2], runner.model.makeCache())
    let root = Float(22.5).squareRoot()
    #expect(largestDifference(logits[0], [6 / root, 3 / root, 9 / root]) < 1e-6)
    let two = Float(2).squareRoot()
    #expect(largestDifference(logits[1], [two, 0, two]) < 1e-6)
  }

  @Test(
    "A random model, dense or of experts, gives what a plain pass in Double gives",
    arguments: 1...3 as ClosedRange, [0, 4])
  func oracle(_ seed: Int, _ experts: Int) throws {
    let shape = TinyModel(layers: 3, experts: experts, seed: UInt64(seed))
    let weights = shape.file
    let runner = try Runner(weights)
    let tokens = shape.tokens(9, seed: UInt64(seed))
    let found = try runner.all(tokens, runner.model.makeCache())
    let slow = SlowLlama(shape: shape, weights: weights)
    for position in tokens.indices {
      let expected = slow.logits(Array(tokens[...position])).map { Float($0) }
      #expect(largestDifference(found[position], expected) < 2e-5)
    }
  }

  @Test("Scores that fall with the distance give what a plain pass in Double gives")
  func slopes() throws {
    let shape = TinyModel(architecture: "baichuan", layers: 40, embedding: 8, heads: 4, headDim: 2)
    let weights = shape.file
    let runner = try Runner(weights)
    let tokens = shape.tokens(7)
    let found = try runner.all(tokens, runner.model.makeCache())
    let cache = runner.model.makeCache()
    let single = try tokens.map { try runner.all([$0], cache)[0] }
    let expected = SlowLlama(shape: shape, weights: weights).logits(tokens).map { Float($0) }
    #expect(largestDifference(found[6], expected) < 1e-4)
    #expect(largestDifference(single[6], expected) < 1e-4)
  }

  static let shapes = [
    TinyModel(), TinyModel(experts: 4), TinyModel(architecture: "gemma2", layers: 3, window: 5),
    TinyModel(architecture: "qwen2"),
  ]

  @Test("A prompt at once, in pieces and token by token give the same", arguments: 0..<4)
  func prefill(_ index: Int) throws {
    let shape = Self.shapes[index]
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(150)
    let atOnce = try runner.all(tokens, runner.model.makeCache()).flatMap { $0 }
    let cache = runner.model.makeCache()
    let stepwise = try tokens.flatMap { try runner.all([$0], cache).flatMap { $0 } }
    #expect(largestDifference(atOnce, stepwise) < 1e-4)
    let small = try Runner(shape.file, maxBatch: 7)
    let pieces = try small.all(tokens, small.model.makeCache()).flatMap { $0 }
    #expect(largestDifference(atOnce, pieces) < 1e-4)
  }

  @Test("Rows of two sequences in one batch give what each gives alone", arguments: 0..<4)
  func twoSequences(_ index: Int) throws {
    let shape = Self.shapes[index]
    let runner = try Runner(shape.file)
    let first = shape.tokens(70, seed: 3)
    let second = shape.tokens(20, seed: 4)
    let a = runner.model.makeCache()
    let b = runner.model.makeCache()
    var rows: [(cache: KVCache, token: Int32, at: Int, wanted: Bool)] = []
    for (position, token) in first.enumerated() {
      rows.append((a, token, position, true))
      if position < second.count { rows.append((b, second[position], position, true)) }
    }
    let mixed = try runner.run(rows)
    let alone = try [
      runner.all(first, runner.model.makeCache()), runner.all(second, runner.model.makeCache()),
    ]
    for (row, logits) in zip(rows, mixed) {
      let expected = alone[row.cache === a ? 0 : 1][row.at]
      #expect(largestDifference(logits, expected) < 1e-4)
    }
    #expect(a.length == 70)
    #expect(b.length == 20)
  }

  @Test("Only rows that ask get logits, and these do not change", arguments: 0..<4)
  func wanted(_ index: Int) throws {
    let shape = Self.shapes[index]
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(30)
    let all = try runner.all(tokens, runner.model.makeCache())
    let cache = runner.model.makeCache()
    let some = try runner.run(
      tokens.enumerated().map { (cache, $1, $0, [3, 17, 29].contains($0)) })
    #expect(largestDifference(some.flatMap { $0 }, all[3] + all[17] + all[29]) < 1e-4)
    let silent = runner.model.makeCache()
    #expect(try runner.run(tokens.enumerated().map { (silent, $1, $0, false) }).isEmpty)
    #expect(silent.length == 30)
    let next = try runner.all([5], silent)
    #expect(largestDifference(next[0], try runner.all([5], cache)[0]) < 1e-4)
  }

  @Test("Narrower caches change the logits little", arguments: [CacheType.f16, .q8_0])
  func cacheTypes(_ type: CacheType) throws {
    let shape = TinyModel(embedding: 32, heads: 2, kvHeads: 1, headDim: 32)
    let exact = try Runner(shape.file)
    let narrow = try Runner(shape.file, cacheType: type)
    let tokens = shape.tokens(100)
    let expected = try exact.last(tokens, exact.model.makeCache())
    let cache = narrow.model.makeCache()
    let found = try narrow.last(tokens, cache)
    let error = normalizedError(found, expected)
    #expect(error < (type == .f16 ? 1e-6 : 1e-4))
    #expect(error > 0)
    let full = exact.model.makeCache()
    _ = try exact.last(tokens, full)
    #expect(cache.byteCount < full.byteCount)
  }
}
