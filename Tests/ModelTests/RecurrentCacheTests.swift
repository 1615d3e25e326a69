import TernKernels
import TernModel
import TernTestSupport
import Testing

/// What caches of models with recurrent layers hold, give back and share.
@Suite("Caches with recurrent states", .serialized)
struct RecurrentCacheTests {
  /// Chunks and single steps of a delta net round differently.
  private static func tolerance(_ kind: TinyHybrid.Kind) -> Float {
    kind == .deltaNet || kind == .kimiDelta ? 5e-4 : 1e-4
  }

  @Test("Every split of a prompt gives the same logits", arguments: TinyHybrid.Kind.allCases)
  func splits(_ kind: TinyHybrid.Kind) throws {
    let shape = TinyHybrid(kind: kind)
    let tokens = shape.tokens(150)
    let runner = try Runner(shape.file)
    let single = runner.model.makeCache()
    let expected = try tokens.flatMap { try runner.all([$0], single) }
    for sizes in [[150], [1, 149], [16, 17, 64, 53], [63, 1, 1, 85], [100, 50]] {
      let cache = runner.model.makeCache()
      var (found, start) = ([[Float]](), 0)
      for size in sizes {
        found += try runner.all(Array(tokens[start..<start + size]), cache)
        start += size
      }
      let difference = largestDifference(found.flatMap { $0 }, expected.flatMap { $0 })
      #expect(difference < Self.tolerance(kind), "\(sizes)")
    }
  }

  @Test(
    "Only the logits that are wanted are computed, and they are the same",
    arguments: TinyHybrid.Kind.allCases)
  func wanted(_ kind: TinyHybrid.Kind) throws {
    let shape = TinyHybrid(kind: kind)
    let tokens = shape.tokens(70)
    let runner = try Runner(shape.file)
    let expected = try runner.all(tokens, runner.model.makeCache())
    let cache = runner.model.makeCache()
    let found = try runner.run(tokens.indices.map { (cache, tokens[$0], $0, $0 % 7 == 3) })
    let chosen = expected.indices.filter { $0 % 7 == 3 }.flatMap { expected[$0] }
    #expect(largestDifference(found.flatMap { $0 }, chosen) < Self.tolerance(kind))
  }

  @Test("Sequences in one batch do not see each other", arguments: TinyHybrid.Kind.allCases)
  func sideBySide(_ kind: TinyHybrid.Kind) throws {
    let shape = TinyHybrid(kind: kind)
    let runner = try Runner(shape.file)
    let texts = [shape.tokens(40, seed: 1), shape.tokens(40, seed: 2)]
    let expected = try texts.map { try runner.last($0, runner.model.makeCache()) }
    let caches = [runner.model.makeCache(), runner.model.makeCache()]
    // One behind the other, and then with rows that take turns.
    let together = try runner.run(
      (0..<40).map { (caches[$0 / 20], texts[$0 / 20][$0 % 20], $0 % 20, false) }
        + (0..<40).map { (caches[$0 % 2], texts[$0 % 2][20 + $0 / 2], 20 + $0 / 2, $0 >= 38) })
    for (found, expected) in zip(together, expected) {
      #expect(largestDifference(found, expected) < Self.tolerance(kind))
    }
  }

  @Test("Forks share states and go their own ways", arguments: TinyHybrid.Kind.allCases)
  func forks(_ kind: TinyHybrid.Kind) throws {
    let shape = TinyHybrid(kind: kind)
    let runner = try Runner(shape.file)
    let prefix = shape.tokens(30)
    let trunk = runner.model.makeCache()
    _ = try runner.last(prefix, trunk)
    let before = runner.model.layout.memory.byteCount
    let branch = trunk.fork()
    #expect(runner.model.layout.memory.byteCount == before)
    let tails = [shape.tokens(20, seed: 11), shape.tokens(20, seed: 12)]
    for place in 0..<20 {
      _ = try runner.all([tails[0][place]], trunk)
      _ = try runner.all([tails[1][place]], branch)
    }
    for (cache, tail) in zip([trunk, branch], tails) {
      let fresh = runner.model.makeCache()
      _ = try runner.last(prefix + tail, fresh)
      let difference = largestDifference(
        try runner.all([1], cache)[0], try runner.all([1], fresh)[0])
      #expect(difference < Self.tolerance(kind) && cache.violation == nil)
    }
  }

  @Test(
    "A truncated cache goes back to its last checkpoint and says so",
    arguments: TinyHybrid.Kind.allCases)
  func truncate(_ kind: TinyHybrid.Kind) throws {
    let shape = TinyHybrid(kind: kind)
    let runner = try Runner(shape.file)
    let interval = try #require(runner.model.layout.checkpointInterval)
    #expect(interval == 64)
    let tokens = shape.tokens(200)
    for (length, kept) in [(199, 192), (192, 192), (130, 128), (64, 64), (63, 0), (0, 0)] {
      let cache = runner.model.makeCache()
      _ = try runner.last(tokens, cache)
      #expect(cache.reusableLength(upTo: length) == kept)
      #expect(cache.truncate(to: length) == (length == kept ? .kept : .cutBack(to: kept)))
      #expect(cache.length == kept && cache.violation == nil)
      let found = try runner.last(Array(tokens[kept...]), cache)
      let expected = try runner.last(tokens, runner.model.makeCache())
      #expect(largestDifference(found, expected) < Self.tolerance(kind), "\(length)")
    }
    let cache = runner.model.makeCache()
    _ = try runner.last(tokens, cache)
    #expect(cache.truncate(to: 200) == .kept && cache.length == 200)
  }

  @Test(
    "No checkpoint is left out where memory is short: the next pass finds none instead",
    arguments: TinyHybrid.Kind.allCases)
  func shortMemory(_ kind: TinyHybrid.Kind) throws {
    var shape = TinyHybrid(kind: kind)
    shape.context = 128
    let file = try shape.file.file()
    let layout = try Model(file, compute: Compute(threads: 1), options: .single).layout
    let states = layout.stateBytes
    let page = layout.byteCount(of: 1, rows: 1) - 2 * states
    // Room for one page of each layer and the states; then also for a second page; then for both.
    for (room, length) in [
      (page + states, 64), (2 * page + states, 64), (2 * page + 2 * states, 65),
    ] {
      var options = ModelOptions.single
      options.cacheBytes = 16 * (page + states) + room
      let model = try Model(file, compute: Compute(threads: 1), options: options)
      #expect(model.layout.checkpointInterval == 64)
      func append(_ count: Int, to cache: KVCache) throws {
        let rows = shape.tokens(count).enumerated().map {
          BatchRow(token: $1, cache: cache, position: cache.length + $0, wantsLogits: false)
        }
        try unsafe model.forward(rows) { _, _ in }
      }
      let others = (0..<16).map { _ in model.makeCache() }
      for other in others { try append(1, to: other) }
      let cache = model.makeCache()
      try append(64, to: cache)
      #expect(model.layout.memory.byteCount == 17 * (page + states))
      if length == 64 {
        #expect(throws: ModelError.memory(.pageLimit(bytes: options.cacheBytes))) {
          try append(1, to: cache)
        }
      } else {
        try append(1, to: cache)
        #expect(cache.reusableLength(upTo: 64) == 64)
      }
      #expect(cache.length == length && cache.violation == nil)
      #expect(model.layout.memory.byteCount <= options.cacheBytes)
      #expect(others.allSatisfy { $0.length == 1 })
    }
  }

  @Test(
    "A cancelled pass leaves the states as they were", arguments: TinyHybrid.Kind.allCases,
    [1, 16, 17, 60])
  func cancelled(_ kind: TinyHybrid.Kind, _ count: Int) throws {
    let shape = TinyHybrid(kind: kind)
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(30)
    for layer in 0..<shape.layers {
      let cache = runner.model.makeCache()
      _ = try runner.last(tokens, cache)
      let rows = shape.tokens(count, seed: 9).enumerated().map {
        BatchRow(token: $1, cache: cache, position: 30 + $0, wantsLogits: false)
      }
      var asked = 0
      do {
        try unsafe runner.model.forward(
          rows,
          isCancelled: {
            asked += 1
            return asked > layer
          }, logits: { _, _ in })
        // Too short to be worth a copy of the states: it runs to its end.
        #expect(count <= 16 && cache.length == 30 + count)
        continue
      } catch {
        #expect(error == .cancelled && count > 16)
      }
      #expect(cache.length == 30 && cache.violation == nil)
      let found = try runner.all([1], cache)[0]
      let fresh = runner.model.makeCache()
      _ = try runner.last(tokens, fresh)
      #expect(found == (try runner.all([1], fresh)[0]), "layer \(layer)")
    }
  }

  @Test(
    "What is saved and restored goes on with the same bits, and can go back to a checkpoint",
    arguments: TinyHybrid.Kind.allCases)
  func snapshots(_ kind: TinyHybrid.Kind) throws {
    let shape = TinyHybrid(kind: kind)
    let runner = try Runner(shape.file)
    for length in [1, 63, 64, 100] {
      let tokens = shape.tokens(length)
      let cache = runner.model.makeCache()
      _ = try runner.last(tokens, cache)
      let snapshot = cache.snapshot()
      var bytes: [UInt8] = []
      unsafe snapshot.write { unsafe bytes.append(contentsOf: $0) }
      #expect(bytes.count == snapshot.byteCount)
      func read(_ bytes: [UInt8]) -> CacheSnapshot? {
        var rest = bytes[...]
        return unsafe runner.model.layout.readSnapshot(byteCount: bytes.count) { buffer in
          unsafe buffer.copyBytes(from: rest.prefix(buffer.count))
          rest = rest.dropFirst(buffer.count)
        }
      }
      let found = try #require(read(bytes))
      let restored = try #require(runner.model.makeCache(restoring: found))
      #expect(restored.length == length && restored.violation == nil)
      let tail = shape.tokens(20, seed: 4)
      #expect(try runner.all(tail, restored) == runner.all(tail, cache))
      #expect(restored.reusableLength(upTo: length - 1) == cache.reusableLength(upTo: length - 1))
      #expect(read(Array(bytes.dropLast())) == nil)
    }
  }
}

extension ModelOptions {
  /// Caches of single precision.
  fileprivate static var single: ModelOptions { ModelOptions(cacheType: .f32) }
}
