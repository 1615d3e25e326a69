import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Models that cannot be")
struct ModelErrorTests {
  private func error(_ tiny: TinyGGUF) -> ModelError? {
    do {
      _ = try Model(try tiny.file(), compute: Compute(threads: 1))
      return nil
    } catch let error as ModelError {
      return error
    } catch {
      return .format(error as? FormatError ?? .empty)
    }
  }

  @Test("An unknown architecture is named beside the known ones")
  func unknown() throws {
    let found = try #require(error(TinyModel(architecture: "sorcerer\n2").file))
    guard case .unknownArchitecture("sorcerer\n2", _, let known) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(known.contains("llama"))
    #expect(known.contains("gpt-oss"))
    #expect(known == known.sorted())
    #expect(!"\(found)".contains("\n"))
  }

  @Test("Every missing tensor is named")
  func missing() {
    let whole = TinyModel().file
    for tensor in whole.declarations where tensor.name != "output.weight" {
      #expect(error(whole.without(tensor.name)) == .missingTensor(tensor.name))
    }
    // Without a head of its own a model uses its embeddings.
    #expect(error(whole.without("output.weight")) == nil)
  }

  @Test("Every wrong shape is named with both shapes")
  func shapes() throws {
    let whole = TinyModel().file
    for tensor in whole.declarations where tensor.name != "token_embd.weight" {
      var wrong = tensor.dimensions
      wrong[wrong.count - 1] += 1
      let found = error(whole.changed { $0 == tensor.name ? wrong : $1 })
      #expect(
        found
          == .wrongShape(tensor: tensor.name, expected: tensor.dimensions, found: wrong))
    }
  }

  @Test("A tensor that the family does not know is an error, not ignored")
  func unused() {
    var tiny = TinyModel().file
    tiny.add("blk.1.attn_q_norm.weight", [4], floats: [1, 1, 1, 1])
    #expect(
      error(tiny) == .unusedTensor("blk.1.attn_q_norm.weight", architecture: "llama"))
  }

  static let absurd: [(String, MetadataValue)] = [
    ("block_count", .uint32(0)), ("block_count", .uint32(4_000_000_000)),
    ("block_count", .string(GGUFString("two"))), ("block_count", .int32(-1)),
    ("context_length", .uint32(0)), ("embedding_length", .uint32(0)),
    ("embedding_length", .uint64(1 << 62)), ("feed_forward_length", .uint32(0)),
    ("attention.head_count", .uint32(0)), ("attention.head_count", .uint32(3)),
    ("attention.head_count", .uint64(1 << 40)), ("attention.head_count_kv", .uint32(0)),
    ("attention.head_count_kv", .uint32(3)), ("attention.head_count_kv", .uint32(8)),
    ("attention.head_count", .array(.int32([4]))), ("attention.key_length", .uint32(0)),
    ("attention.key_length", .uint32(3)), ("attention.value_length", .uint32(5)),
    ("attention.layer_norm_rms_epsilon", .float32(.nan)),
    ("attention.layer_norm_rms_epsilon", .float32(-1)),
    ("attention.layer_norm_rms_epsilon", .bool(true)),
    ("rope.dimension_count", .uint32(3)), ("rope.dimension_count", .uint32(6)),
    ("rope.dimension_count", .uint32(0)), ("rope.freq_base", .float32(0)),
    ("rope.freq_base", .float32(.infinity)), ("rope.scaling.type", .string(GGUFString("cubic"))),
    ("rope.scaling.factor", .float32(-2)), ("rope.dimension_sections", .array(.int32([1, 1]))),
    ("expert_count", .uint32(4_000_000_000)), ("expert_count", .int32(8)),
  ]

  @Test("Impossible metadata is an error that names the key", arguments: absurd.indices)
  func metadata(_ index: Int) throws {
    let (key, value) = Self.absurd[index]
    let found = try #require(error(TinyModel(extra: [key: value]).file), "\(key) \(value)")
    #expect(!"\(found)".contains("\n"))
    switch found {
    case .badValue(let named, _, _): #expect(named.hasPrefix("llama."))
    case .missingKey, .missingTensor, .wrongShape: break
    default: Issue.record("\(key): \(found)")
    }
  }

  @Test("More experts used than there are is an error")
  func experts() throws {
    for used in [0, 5] as [UInt32] {
      let tiny = TinyModel(experts: 4, extra: ["expert_used_count": .uint32(used)]).file
      guard case .badValue("llama.expert_used_count", _, _) = error(tiny) else {
        Issue.record("\(used)")
        continue
      }
    }
    let many = TinyModel(experts: 4, extra: ["expert_count": .uint32(1 << 29)]).file
    guard case .wrongShape("blk.0.ffn_gate_inp.weight", _, _) = error(many) else {
      Issue.record("a count beyond the tensors")
      return
    }
  }

  @Test("Weights of a type without numbers are an error")
  func types() {
    let whole = TinyModel().file
    var tiny = TinyGGUF(metadata: whole.metadata)
    for (tensor, bytes) in zip(whole.declarations, whole.data) {
      tiny.add(
        tensor.name, tensor.name == "blk.0.attn_q.weight" ? .i32 : .f32, tensor.dimensions,
        bytes: bytes)
    }
    guard case .badTensor("blk.0.attn_q.weight", _) = error(tiny) else {
      Issue.record("\(String(describing: error(tiny)))")
      return
    }
  }

  @Test("Rows that cannot run leave the caches as they were")
  func rows() throws {
    let runner = try Runner(TinyModel(context: 10).file)
    let cache = runner.model.makeCache()
    _ = try runner.last([1, 2, 3], cache)
    func failure(_ rows: [(cache: KVCache, token: Int32, at: Int, wanted: Bool)]) -> ModelError? {
      do {
        _ = try runner.run(rows)
        return nil
      } catch { return error as? ModelError }
    }
    #expect(
      failure([(cache, 1, 3, true), (cache, 32, 4, true)])
        == .tokenOutOfRange(32, vocabulary: 32))
    #expect(failure([(cache, -1, 3, true)]) == .tokenOutOfRange(-1, vocabulary: 32))
    #expect(failure([(cache, 1, 4, true)]) == .positionGap(expected: 3, found: 4))
    #expect(failure([(cache, 1, 2, true)]) == .positionGap(expected: 3, found: 2))
    #expect(
      failure([(cache, 1, 3, true), (cache, 1, 3, true)]) == .positionGap(expected: 4, found: 3))
    #expect(
      failure((3...10).map { (cache, 1, $0, false) })
        == .contextExceeded(position: 10, limit: 10))
    #expect(cache.length == 3)
    _ = try runner.all([1], cache)
    #expect(cache.length == 4)
  }

  @Test("The context grows on request up to the model's own")
  func context() throws {
    let runner = try Runner(TinyModel(context: 100).file, context: 5)
    #expect(runner.model.contextLength == 5)
    #expect(throws: ModelError.badContext(requested: 101, limit: 100)) {
      try runner.model.growContext(to: 101)
    }
    try runner.model.growContext(to: 50)
    try runner.model.growContext(to: 20)
    #expect(runner.model.contextLength == 50)
    #expect(throws: ModelError.badContext(requested: 101, limit: 100)) {
      _ = try Runner(TinyModel(context: 100).file, context: 101)
    }
    #expect(try Runner(TinyModel(context: 100_000).file).model.contextLength == 4096)
  }

  @Test("A q8_0 cache of narrow heads is an error")
  func narrow() {
    #expect(throws: ModelError.unsupportedCache(type: "q8_0", headDimension: 4)) {
      _ = try Runner(TinyModel().file, cacheType: .q8_0)
    }
  }

  @Test("Loading reports its progress and stops when told to")
  func progress() throws {
    let file = try TinyModel().file.file()
    var seen: [Double] = []
    _ = try Model(file, compute: Compute(threads: 1)) { share in
      seen.append(share)
      return true
    }
    #expect(seen == seen.sorted())
    #expect(seen.last == 1)
    #expect(throws: ModelError.cancelled) {
      _ = try Model(file, compute: Compute(threads: 1)) { $0 < 0.5 }
    }
  }

  @Test("Any mutation of the metadata ends in an error or a model that runs")
  func fuzz() throws {
    let shapes = [
      TinyModel(), TinyModel(experts: 4), TinyModel(architecture: "gemma2", layers: 3, window: 5),
      TinyModel(
        extra: [
          "rope.scaling.type": .string(GGUFString("yarn")), "rope.scaling.factor": .float32(4),
          "rope.scaling.original_context_length": .uint32(16),
        ]),
    ]
    let keys =
      Self.absurd.map(\.0) + [
        "attention.sliding_window", "attention.sliding_window_pattern", "nextn_predict_layers",
        "expert_used_count", "leading_dense_block_count", "interleave_moe_layer_step",
        "attention.scale", "final_logit_softcapping", "attn_logit_softcapping",
        "rope.scaling.original_context_length", "expert_feed_forward_length", "rope.freq_base_swa",
        "rope.scaling.attn_factor", "expert_weights_scale", "attention.key_length_swa",
        "rope.dimension_count_swa", "expert_group_count", "rope.scale_linear",
      ]
    var random = SeededGenerator(seed: 99)
    var working = 0
    for round in 0..<SharedSuites.rounds(20_000) {
      var shape = shapes[round % shapes.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let key = keys[Int.random(in: 0..<keys.count, using: &random)]
        shape.extra[key] = Self.value(&random)
      }
      do {
        let runner = try Runner(shape.file, context: min(shape.context, 64))
        _ = try runner.all([1, 2, 3], runner.model.makeCache())
        working += 1
      } catch is ModelError {}
    }
    #expect(working > 0)
  }

  private static func value(_ random: inout SeededGenerator) -> MetadataValue {
    let ints: [Int64] = [
      0, 1, 2, 3, 4, 5, 8, 16, 63, 64, 255, 65535, 1 << 20, 1 << 30, 1 << 31, 1 << 40, -1, .max,
      .min,
    ]
    let floats: [Float] = [
      0, -0.0, 1, -1, 1e-30, 1e30, .nan, .infinity, -.infinity, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, 0.5, 10000,
    ]
    let int = ints[Int.random(in: 0..<ints.count, using: &random)]
    let float = floats[Int.random(in: 0..<floats.count, using: &random)]
    switch Int.random(in: 0..<7, using: &random) {
    case 0...2: return .int64(int)
    case 3: return .float32(float)
    case 4: return .array(.int64([int, int, 4]))
    case 5: return .bool(int > 3)
    default: return .string(GGUFString("yarn"))
    }
  }
}
