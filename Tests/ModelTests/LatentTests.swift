import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Latent attention")
struct LatentTests {
  static let shapes = [
    TinyLatent(), TinyLatent(queryRank: 10, seed: 2), TinyLatent(unsplit: true, seed: 3),
    TinyLatent(queryRank: 7, unsplit: true, seed: 4),
    TinyLatent(queryRank: 10, seen: 5, seed: 5),
  ]

  @Test("A random model gives what decompressed attention in Double gives", arguments: 0..<5)
  func oracle(_ index: Int) throws {
    let shape = Self.shapes[index]
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(20)
    let found = try runner.all(tokens, runner.model.makeCache())
    let expected = SlowLatent(shape).logits(tokens)
    for position in tokens.indices {
      #expect(largestDifference(found[position], expected[position]) < 2e-5)
    }
  }

  @Test("One tensor of keys and values gives what two give")
  func unsplit() throws {
    var shape = TinyLatent(queryRank: 8)
    let two = try Runner(shape.file)
    shape.unsplit = true
    let one = try Runner(shape.file)
    let tokens = shape.tokens(30)
    let expected = try two.all(tokens, two.model.makeCache()).flatMap { $0 }
    let found = try one.all(tokens, one.model.makeCache()).flatMap { $0 }
    #expect(largestDifference(found, expected) < 1e-5)
  }

  @Test("A prompt at once, in pieces and token by token give the same", arguments: [0, 3, 4])
  func prefill(_ index: Int) throws {
    let shape = Self.shapes[index]
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(150)
    if shape.seen == 0 { try requireBothForms(runner.model, count: tokens.count) }
    let atOnce = try runner.all(tokens, runner.model.makeCache()).flatMap { $0 }
    let cache = runner.model.makeCache()
    let stepwise = try tokens.flatMap { try runner.all([$0], cache).flatMap { $0 } }
    #expect(largestDifference(atOnce, stepwise) < 1e-4)
    let small = try Runner(shape.file, maxBatch: 7)
    let pieces = try small.all(tokens, small.model.makeCache()).flatMap { $0 }
    #expect(largestDifference(atOnce, pieces) < 1e-4)
  }

  /// Throws unless the prompt is decompressed and single rows are not.
  private func requireBothForms(_ model: Model, count: Int) throws {
    for sizes in model.config.layers.compactMap(\.latent) {
      let positions = (0..<count).map { Int32($0) }
      try #require(sizes.paysDecompressing(positions: positions, length: count))
      try #require(!sizes.paysDecompressing(positions: positions.suffix(1), length: count))
    }
  }

  @Test("Prompts that continue a sequence are decompressed too", arguments: [CacheType.f32, .f16])
  func continued(_ type: CacheType) throws {
    let shape = TinyLatent(rank: 20, queryRank: 9)
    let runner = try Runner(shape.file, cacheType: type)
    let tokens = shape.tokens(260)
    let (pieces, steps) = (runner.model.makeCache(), runner.model.makeCache())
    var found = try runner.all(Array(tokens[..<61]), pieces)
    found += try runner.all(Array(tokens[61...]), pieces)
    let expected = try tokens.flatMap { try runner.all([$0], steps) }
    let limit: Double = type == .f32 ? 1e-9 : 1e-5
    for (one, other) in zip(found, expected) { #expect(normalizedError(one, other) < limit) }
  }

  @Test("A quantized tensor of keys and values gives what its decoded values give")
  func quantized() throws {
    let shape = TinyLatent(rank: 64, unsplit: true)
    let file = shape.file
    var (stored, decoded) = (TinyGGUF(metadata: file.metadata), TinyGGUF(metadata: file.metadata))
    for tensor in file.declarations {
      var floats = file.floats(tensor.name)
      if tensor.name.hasSuffix("attn_kv_b.weight") {
        var bytes: [UInt8] = []
        for block in floats.indices.lazy.filter({ $0 % 32 == 0 }) {
          // A scale of 2^-8 and codes of the values.
          bytes += [0x00, 0x1C]
          for place in block..<block + 32 {
            let code = Int8(max(-127, min(127, (floats[place] * 256).rounded())))
            bytes.append(UInt8(bitPattern: code))
            floats[place] = Float(code) / 256
          }
        }
        stored.add(tensor.name, .q8_0, tensor.dimensions, bytes: bytes)
      } else {
        stored.add(tensor.name, tensor.dimensions, floats: floats)
      }
      decoded.add(tensor.name, tensor.dimensions, floats: floats)
    }
    let (one, other) = try (Runner(stored), Runner(decoded))
    let tokens = shape.tokens(40)
    let found = try one.all(tokens, one.model.makeCache()).flatMap { $0 }
    let expected = try other.all(tokens, other.model.makeCache()).flatMap { $0 }
    // Rows of 8-bit weights round what they are multiplied with.
    #expect(normalizedError(found, expected) < 1e-4)
  }

  @Test("Only rows that ask get logits, of two sequences in one batch", arguments: [1, 4])
  func wanted(_ index: Int) throws {
    let shape = Self.shapes[index]
    let runner = try Runner(shape.file)
    let (first, second) = (shape.tokens(80, seed: 3), shape.tokens(20, seed: 4))
    let (a, b) = (runner.model.makeCache(), runner.model.makeCache())
    var rows: [(cache: KVCache, token: Int32, at: Int, wanted: Bool)] = []
    for (position, token) in first.enumerated() {
      rows.append((a, token, position, position % 9 == 5))
      if position < second.count { rows.append((b, second[position], position, position == 19)) }
    }
    let found = try runner.run(rows)
    let alone = try [
      runner.all(first, runner.model.makeCache()), runner.all(second, runner.model.makeCache()),
    ]
    for (row, logits) in zip(rows.filter(\.wanted), found) {
      let expected = alone[row.cache === a ? 0 : 1][row.at]
      #expect(largestDifference(logits, expected) < 1e-4)
    }
  }

  @Test("Forks and truncated caches go on as fresh ones", arguments: [0, 4])
  func forkAndTruncate(_ index: Int) throws {
    let shape = Self.shapes[index]
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(130)
    let trunk = runner.model.makeCache()
    _ = try runner.last(tokens, trunk)
    let branch = trunk.fork()
    #expect(branch.truncate(to: 70) == .kept)
    let tail = shape.tokens(10, seed: 9)
    for (cache, prefix) in [(branch, Array(tokens[..<70])), (trunk, tokens)] {
      let fresh = runner.model.makeCache()
      _ = try runner.last(prefix, fresh)
      let expected = try runner.all(tail, fresh).flatMap { $0 }
      let found = try runner.all(tail, cache).flatMap { $0 }
      #expect(largestDifference(found, expected) < 1e-4)
    }
  }

  @Test("Narrower caches change the logits little", arguments: [CacheType.f16, .q8_0])
  func cacheTypes(_ type: CacheType) throws {
    let shape = TinyLatent(rank: 28, rope: 4)
    let (exact, narrow) = try (Runner(shape.file), Runner(shape.file, cacheType: type))
    let tokens = shape.tokens(100)
    let (full, cache) = (exact.model.makeCache(), narrow.model.makeCache())
    let expected = try exact.last(tokens, full)
    let error = normalizedError(try narrow.last(tokens, cache), expected)
    #expect(error < (type == .f16 ? 1e-6 : 3e-4))
    #expect(error > 0)
    #expect(cache.byteCount < full.byteCount)
  }

  @Test("A cache holds one compressed row for a position of a layer, and an indexer's key")
  func bytes() throws {
    for shape in [Self.shapes[0], Self.shapes[4]] {
      let runner = try Runner(shape.file)
      let cache = runner.model.makeCache()
      _ = try runner.last(shape.tokens(64), cache)
      let width = shape.rank + shape.rope + (shape.seen > 0 ? shape.indexDim : 0)
      #expect(cache.byteCount == shape.layers * 64 * width * 4)
    }
  }

  @Test("A snapshot of compressed rows is read back")
  func snapshot() throws {
    let shape = Self.shapes[4]
    let runner = try Runner(shape.file)
    let cache = runner.model.makeCache()
    _ = try runner.last(shape.tokens(90), cache)
    var bytes: [UInt8] = []
    unsafe cache.snapshot().write { unsafe bytes.append(contentsOf: $0) }
    var place = 0
    let read = unsafe runner.model.layout.readSnapshot(byteCount: bytes.count) { target in
      unsafe target.copyBytes(from: bytes[place..<place + target.count])
      place += target.count
    }
    let restored = try #require(read.flatMap { runner.model.makeCache(restoring: $0) })
    let expected = try runner.all([3], cache)[0]
    #expect(try runner.all([3], restored)[0] == expected)
  }

  @Test(
    "Routers score by softmax without a key, but for files of GLM 4.7 Flash", arguments: [3, 47])
  func gating(_ layers: Int) throws {
    let shape = TinyLatent(layers: layers, embedding: 1)
    var file = TinyGGUF()
    for (key, value) in shape.metadata { file.metadata[key] = value }
    file.metadata["deepseek2.expert_gating_func"] = nil
    file.add(
      "token_embd.weight", [1, 154_880], floats: [Float](repeating: 0, count: 154_880))
    for layer in 0..<layers { file.add("blk.\(layer).x.weight", [1], floats: [0]) }
    let config = try Config(file.file())
    #expect(config.experts?.scores == (layers == 47 ? .sigmoid : .softmax))
  }

  @Test("Keys that cannot be are errors")
  func badKeys() throws {
    func error(_ key: String, _ value: MetadataValue?, _ shape: TinyLatent) -> ModelError? {
      var file = shape.file
      file.metadata["\(shape.architecture).\(key)"] = value
      guard let opened = try? file.file() else { return .cancelled }
      do throws(ModelError) {
        _ = try Model(opened, compute: Compute(threads: 1))
        return nil
      } catch { return error }
    }
    let (plain, sparse) = (Self.shapes[0], Self.shapes[4])
    let wrong: [(String, MetadataValue?, TinyLatent)] = [
      ("attention.kv_lora_rank", nil, plain), ("attention.kv_lora_rank", .uint32(0), plain),
      ("rope.dimension_count", nil, plain), ("rope.dimension_count", .uint32(10), plain),
      ("rope.dimension_count", .uint32(3), plain),
      ("attention.key_length_mla", .uint32(0), plain),
      ("attention.indexer.top_k", .uint32(0), sparse),
      ("attention.indexer.key_length", .uint32(2), sparse),
      ("attention.q_lora_rank", .uint32(0), sparse),
    ]
    for (key, value, shape) in wrong {
      switch error(key, value, shape) {
      case .missingKey, .badValue: break
      case let other: Issue.record("\(key): \(String(describing: other))")
      }
    }
    let other = error("attention.kv_lora_rank", .uint32(8), plain)
    guard case .wrongShape = other else {
      Issue.record("\(String(describing: other))")
      return
    }
  }
}
