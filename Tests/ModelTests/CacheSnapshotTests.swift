import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Snapshots of caches")
struct CacheSnapshotTests {
  /// The snapshot's bytes, and the largest piece that they came in.
  private func bytes(_ snapshot: CacheSnapshot) -> (all: [UInt8], largest: Int) {
    var (all, largest) = ([UInt8](), 0)
    unsafe snapshot.write { piece in
      unsafe all.append(contentsOf: piece)
      largest = max(largest, piece.count)
    }
    return (all, largest)
  }

  /// Whether a snapshot is of these bytes; says no more, because they are many.
  private func isEqual(_ snapshot: CacheSnapshot, _ expected: [UInt8]) -> Bool {
    bytes(snapshot).all == expected
  }

  /// What bytes hold, and the largest piece that was asked for.
  private func read(
    _ bytes: [UInt8], _ layout: CacheLayout
  ) -> (snapshot: CacheSnapshot?, largest: Int) {
    var (rest, largest) = (bytes[...], 0)
    let snapshot = unsafe layout.readSnapshot(byteCount: bytes.count) { buffer in
      unsafe buffer.copyBytes(from: rest.prefix(buffer.count))
      rest = rest.dropFirst(buffer.count)
      largest = max(largest, buffer.count)
    }
    return (snapshot, largest)
  }

  @Test(
    "are written and read page by page, with the memory of one page beside the pages at most",
    arguments: [200, 800], 0..<2)
  func memory(_ length: Int, _ index: Int) throws {
    let shape = [
      TinyModel(headDim: 32, context: 1024),
      TinyModel(architecture: "gemma2", layers: 3, headDim: 32, context: 1024, window: 40),
    ][index]
    let runner = try Runner(shape.file)
    let memory = runner.model.layout.memory
    let cache = runner.model.makeCache()
    _ = try runner.last(shape.tokens(length), cache)
    let own = cache.byteCount
    #expect(memory.byteCount == own)
    let written = bytes(cache.snapshot())
    let page = 2 * 64 * (32 + 32) * 4
    #expect(memory.byteCount == own && written.largest == page)
    #expect(written.all.count == cache.snapshot().byteCount && written.all.count < own + 128)
    let found = read(written.all, runner.model.layout)
    #expect(found.largest == page && memory.byteCount == 2 * own)
    let snapshot = try #require(found.snapshot)
    let restored = try #require(runner.model.makeCache(restoring: snapshot))
    #expect(restored.length == length && restored.violation == nil)
    #expect(try runner.all([5], restored) == runner.all([5], cache))
  }

  @Test("a snapshot keeps what it holds while its cache goes on")
  func unchanged() throws {
    let shape = TinyModel()
    let runner = try Runner(shape.file)
    let cache = runner.model.makeCache()
    _ = try runner.last(shape.tokens(70), cache)
    let snapshot = cache.snapshot()
    let before = bytes(snapshot).all
    _ = try runner.last(shape.tokens(90, seed: 8), cache)
    #expect(bytes(snapshot).all == before)
  }

  @Test(
    "hold nothing of what was stored beyond their length",
    arguments: CacheType.allCases, [1, 30, 64, 65, 100])
  func nothingBeyond(_ type: CacheType, _ length: Int) throws {
    for shape in [
      TinyModel(headDim: 32), TinyModel(architecture: "gemma2", layers: 3, headDim: 32, window: 40),
    ] {
      let runner = try Runner(shape.file, cacheType: type)
      let cache = runner.model.makeCache()
      _ = try runner.last(shape.tokens(length), cache)
      let expected = bytes(cache.snapshot()).all
      _ = try runner.last(shape.tokens(90, seed: 9), cache)
      let fork = cache.fork()
      for longer in [cache, fork] {
        #expect(longer.truncate(to: length) == .kept)
        #expect(isEqual(longer.snapshot(), expected))
      }
      // A pass that was cancelled has written too, and a copied page holds what its source held.
      let rows = shape.tokens(20, seed: 10).enumerated().map {
        BatchRow(token: $1, cache: fork, position: length + $0, wantsLogits: false)
      }
      var layers = 0
      #expect(throws: ModelError.cancelled) {
        try unsafe runner.model.forward(
          rows,
          isCancelled: {
            layers += 1
            return layers > 1
          },
          logits: { _, _ in })
      }
      #expect(isEqual(fork.snapshot(), expected))
      #expect(isEqual(try fork.copy().snapshot(), expected))
      let restored = try #require(read(expected, runner.model.layout).snapshot)
      #expect(isEqual(restored, expected))
      let again = try #require(runner.model.makeCache(restoring: restored))
      #expect(try runner.all([5], again) == runner.all([5], fork))
    }
  }

  @Test("keys of other rotations are refused, those of the same taken")
  func rotations() throws {
    let shape = TinyModel(extra: ["rope.scaling.original_context_length": .uint32(64)])
    var file = shape.file
    file.add("rope_factors_short.weight", [2], floats: [1, 1])
    file.add("rope_factors_long.weight", [2], floats: [1, 4])
    var other = shape
    other.extra["rope.freq_base"] = .float32(20_000)
    let short = try Runner(file, context: 48)
    let cache = short.model.makeCache()
    _ = try short.last(shape.tokens(20), cache)
    let bytes = bytes(cache.snapshot()).all
    #expect(read(bytes, try Runner(file, context: 64).model.layout).snapshot != nil)
    #expect(read(bytes, try Runner(file, context: 65).model.layout).snapshot == nil)
    #expect(read(bytes, try Runner(other.file, context: 48).model.layout).snapshot == nil)
  }
}
