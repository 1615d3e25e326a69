import TernFormat
import TernKernels
import TernModel
import TernTestSupport

/// Opens the file of a model and does with it all that can be done: what is wrong with the file ends
/// in a typed error.
struct ModelTrial {
  let compute = Compute(threads: 1)
  private(set) var done = 0
  private(set) var refused = 0
  /// Of those, how often memory was missing.
  private(set) var short = 0

  /// Runs the file of a draft; where `repairs` says so, first gives the metadata the tensors that it
  /// asks for.
  mutating func run(
    _ draft: ModelDraft, repairs: Bool, _ random: inout SeededGenerator
  ) throws {
    var draft = draft
    for _ in 0..<(repairs ? 60 : 1) {
      guard let bytes = draft.bytes() else { return }
      do {
        try run(bytes, &random)
        done += 1
        return
      } catch let error as ModelError {
        refused += 1
        if case .memory = error { short += 1 }
        guard repairs, draft.repair(error, &random) else { return }
      } catch is FormatError {
        refused += 1
        return
      }
    }
  }

  /// Runs the bytes of a file.
  private func run(_ bytes: [UInt8], _ random: inout SeededGenerator) throws {
    let types: [CacheType] = [.f32, .f16, .f16, .q8_0]
    var options = ModelOptions(cacheType: types.randomElement(using: &random) ?? .f16)
    options.maxBatch = [1, 4, 64, 512].randomElement(using: &random) ?? 4
    let model = try Model(GGUFFile(bytes: bytes), compute: compute, options: options)
    let isLong = Int.random(in: 0..<8, using: &random) == 0
    if model.config.generates {
      try generate(model, isLong ? 70 : 17, &random)
    } else {
      try embed(model, isLong ? 70 : 17, &random)
    }
  }

  private func token(_ model: Model, _ random: inout SeededGenerator) -> Int32 {
    Int32.random(in: 0..<Int32(model.vocabularySize), using: &random)
  }

  /// Three tokens one by one, a fork, a batch of both sequences, and then back and on again.
  private func generate(_ model: Model, _ count: Int, _ random: inout SeededGenerator) throws {
    let first = model.makeCache()
    for _ in 0..<3 { try append(1, to: [first], model, &random) }
    let second = first.fork()
    try append(count, to: [first, second], model, &random)
    _ = second.truncate(to: Int.random(in: 0...second.length, using: &random))
    try append(2, to: [second], model, &random)
    let snapshot = first.snapshot()
    guard let restored = model.makeCache(restoring: snapshot) else { return }
    try append(2, to: [restored], model, &random)
  }

  private func append(
    _ count: Int, to caches: [KVCache], _ model: Model, _ random: inout SeededGenerator
  ) throws {
    var rows: [BatchRow] = []
    for cache in caches {
      for place in 0..<max(0, min(count, model.contextLength - cache.length)) {
        rows.append(
          BatchRow(
            token: token(model, &random), cache: cache, position: cache.length + place,
            wantsLogits: Bool.random(using: &random)))
      }
    }
    unsafe try model.forward(rows) { _, logits in
      precondition(logits.count == model.vocabularySize)
    }
    precondition(caches.allSatisfy { $0.violation == nil })
  }

  /// Two texts, pooled in every way.
  private func embed(_ model: Model, _ count: Int, _ random: inout SeededGenerator) throws {
    let lengths = [min(count, model.contextLength), min(3, model.contextLength)]
    let texts = lengths.map { length in (0..<length).map { _ in token(model, &random) } }
    for pooling in Pooling.allCases {
      do {
        var run = EncodingRun(texts, pooling: pooling, model: model)
        while run.vectors == nil { try run.step(model, limit: 24) }
      } catch {
        guard case .noRankingHead = error, pooling == .rank else { throw error }
      }
    }
  }
}
