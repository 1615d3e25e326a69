import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Encoders")
struct EncoderTests {
  private func model(_ tiny: TinyGGUF, threads: Int = 2) throws -> Model {
    try Runner(tiny, threads: threads).model
  }

  private func vectors(
    _ model: Model, _ texts: [[Int32]], _ pooling: Pooling, limit: Int = 512
  ) throws -> [[Float]] {
    var run = EncodingRun(texts, pooling: pooling, model: model)
    while run.vectors == nil { try run.step(model, limit: limit) }
    return try #require(run.vectors)
  }

  private func difference(_ found: [Float], _ expected: [Double]) -> Double {
    guard found.count == expected.count else { return .infinity }
    return zip(found, expected).reduce(0) { max($0, abs(Double($1.0) - $1.1)) }
  }

  @Test(
    "every state is the slow twin's, for texts of less than a page to more than two",
    arguments: TinyEncoder.Kind.allCases)
  func states(_ kind: TinyEncoder.Kind) throws {
    let shape = TinyEncoder(kind: kind)
    let slow = SlowEncoder(shape)
    let texts = [1, 6, 64, 140].enumerated().map { shape.tokens($1, seed: UInt64($0)) }
    // A limit below the longest text: it runs by itself.
    let found = try vectors(try model(shape.file), texts, .none, limit: 100)
    for (text, found) in zip(texts, found) {
      let error = difference(found, slow.states(text).flatMap { $0 })
      #expect(error < 2e-5, "\(kind) \(text.count): \(error)")
    }
  }

  @Test("each way of pooling is the slow twin's", arguments: TinyEncoder.Kind.allCases)
  func poolings(_ kind: TinyEncoder.Kind) throws {
    var shape = TinyEncoder(kind: kind)
    shape.scores = 3
    let slow = SlowEncoder(shape)
    let model = try model(shape.file)
    let text = shape.tokens(21, seed: 3)
    let states = slow.states(text)
    let mean = states[0].indices.map { column in
      states.reduce(0) { $0 + $1[column] } / Double(states.count)
    }
    let expected: [(Pooling, [Double])] = [
      (.mean, mean), (.first, states[0]), (.last, states[20]),
      (.rank, slow.scores(kind == .modern ? mean : states[0])),
    ]
    for (pooling, expected) in expected {
      let error = difference(try vectors(model, [text], pooling)[0], expected)
      #expect(error < 2e-5, "\(kind) \(pooling): \(error)")
    }
  }

  @Test("a text's vector is the same bits beside other texts and on any number of threads")
  func packed() throws {
    let shape = TinyEncoder(kind: .modern)
    let texts = (0..<9).map { shape.tokens(3 + 17 * $0, seed: UInt64($0)) }
    let alone = try texts.map { try vectors(model(shape.file), [$0], .mean)[0] }
    for (limit, threads) in [(1, 1), (200, 2), (2000, 3)] {
      let packed = try vectors(model(shape.file, threads: threads), texts, .mean, limit: limit)
      for (a, b) in zip(alone, packed) { #expect(largestDifference(a, b) < 1e-6) }
    }
  }

  @Test("a decoder's texts may be cut between passes")
  func decoder() throws {
    let shape = TinyModel()
    let model = try Runner(shape.file).model
    let texts = [5, 40, 1, 90].map { shape.tokens($0, seed: UInt64($0)) }
    for pooling in [Pooling.none, .mean, .first, .last] {
      let whole = try vectors(model, texts, pooling)
      for limit in [1, 7, 64] {
        let cut = try vectors(model, texts, pooling, limit: limit)
        for (a, b) in zip(whole, cut) { #expect(largestDifference(a, b) < 1e-5) }
      }
    }
  }

  @Test("a decoder that the file says sees both directions reads whole texts")
  func bidirectionalDecoder() throws {
    var shape = TinyModel()
    shape.extra["attention.causal"] = .bool(false)
    let model = try Runner(shape.file).model
    let text = shape.tokens(30)
    let states = try vectors(model, [text], .none)[0]
    var changed = text
    changed[29] = (text[29] + 1) % 32
    let other = try vectors(model, [changed], .none)[0]
    #expect(states.prefix(16) != other.prefix(16), "the first state knows the last token")
    #expect(throws: ModelError.encoderOnly(architecture: "llama")) {
      try Runner(shape.file).last(text, model.makeCache())
    }
  }

  @Test("what an encoder cannot do is said by type")
  func errors() throws {
    let shape = TinyEncoder(kind: .bert)
    let runner = try Runner(shape.file)
    let encoderOnly = ModelError.encoderOnly(architecture: "bert")
    #expect(!runner.model.config.generates)
    #expect(throws: encoderOnly) { try runner.last([1, 2], runner.model.makeCache()) }
    #expect(throws: ModelError.noRankingHead(architecture: "bert")) {
      try vectors(runner.model, [[1, 2]], .rank)
    }
    // What was read is not continued.
    let cache = runner.model.makeCache()
    func read(_ token: Int32, at position: Int) throws {
      let row = BatchRow(token: token, cache: cache, position: position, wantsLogits: true)
      try unsafe runner.model.states([row]) { _, _ in }
    }
    try read(1, at: 0)
    #expect(throws: encoderOnly) { try read(2, at: 1) }
  }

  @Test("tensors and keys that are missing or of another shape are named")
  func damaged() throws {
    let t5 = TinyEncoder(kind: .t5).file
    #expect(throws: ModelError.missingTensor("enc.blk.0.attn_rel_b.weight")) {
      try model(t5.without("enc.blk.0.attn_rel_b.weight"))
    }
    #expect(throws: ModelError.missingTensor("enc.output_norm.weight")) {
      try model(t5.without("enc.output_norm.weight"))
    }
    let bert = TinyEncoder(kind: .bert).file
    #expect(throws: ModelError.missingTensor("blk.1.attn_output_norm.weight")) {
      try model(bert.without("blk.1.attn_output_norm.weight"))
    }
    #expect(throws: ModelError.self) {
      try model(bert.changed { $0 == "token_types.weight" ? [7, 2] : $1 })
    }
    var odd = bert
    odd.metadata["bert.pooling_type"] = .uint32(9)
    #expect(throws: ModelError.self) { try model(odd) }
    var uneven = TinyEncoder(kind: .jina).file
    uneven.metadata["jina-bert-v2.attention.head_count"] = .array(.int32([6, 3, 6]))
    #expect(throws: ModelError.self) { try model(uneven) }
    for count in [0, 3, 257] as [UInt32] {
      var buckets = t5
      buckets.metadata["t5encoder.attention.relative_buckets_count"] = .uint32(count)
      #expect(throws: ModelError.self) { try model(buckets) }
    }
    // A file without token types has none added.
    _ = try model(bert.without("token_types.weight"))
  }
}
