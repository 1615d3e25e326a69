import TernFormat
import TernModel
import TernTestSupport
import Testing

@Suite("What a cache costs")
struct CacheCostTests {
  @Test("Checkpoints are as near as the memory for them allows, and the reason is the right one")
  func rule() throws {
    /// A tiny model's states, at a context and a memory for caches.
    func rule(_ context: Int, _ cacheBytes: Int) throws -> CheckpointRule {
      var shape = TinyHybrid(kind: .stateSpace)
      shape.context = context
      let config = try Config(try shape.file.file())
      return try #require(try CacheCost(config, cacheBytes: cacheBytes)?.checkpoints)
    }
    let near = try rule(4096, .max)
    #expect(near.interval == 64 && near.reason == .nearest && near.repeatedPositions == 63)
    let bytes = try #require(
      try CacheCost(Config(try TinyHybrid(kind: .stateSpace).file.file()), cacheBytes: .max)
    ).stateBytes
    // An eighth of the memory has room for so many checkpoints of 4,096 positions.
    for (count, interval) in [(64, 64), (63, 128), (32, 128), (10, 448), (1, 4096), (0, 4096)] {
      let found = try rule(4096, 8 * bytes * count)
      #expect(found.interval == interval, "\(count)")
      #expect(found.reason == (interval == 64 ? .nearest : .shareOfMemory(bytes * count)))
    }
  }

  @Test("The cost of a token is what a cache takes, page by page", arguments: [1, 64, 65, 200])
  func measured(_ count: Int) throws {
    for kind in [TinyHybrid.Kind.shortConvolution, .stateSpace, .selectiveStateSpace] {
      let shape = TinyHybrid(kind: kind)
      let runner = try Runner(shape.file, cacheType: .f16)
      let cost = try #require(try CacheCost(runner.model.config, cacheBytes: .max))
      let cache = runner.model.makeCache()
      _ = try runner.last(shape.tokens(count), cache)
      let token = cost.rows.reduce(0) { $0 + ($1.byteCount(.f16) ?? 0) }
      let interval = try #require(cost.checkpoints?.interval)
      let pages = (count + 63) / 64 * 64
      #expect(cache.byteCount == pages * token + (1 + count / interval) * cost.stateBytes)
    }
  }
}
