import TernModel
import TernTestSupport
import Testing

@Suite("Caches")
struct KVCacheTests {
  static let shapes = [TinyModel(), TinyModel(architecture: "gemma2", layers: 3, window: 40)]

  @Test("Forks share pages and go their own ways", arguments: 0..<2, [1, 63, 64, 100])
  func fork(_ index: Int, _ length: Int) throws {
    let shape = Self.shapes[index]
    let runner = try Runner(shape.file)
    let prefix = shape.tokens(length)
    let trunk = runner.model.makeCache()
    _ = try runner.last(prefix, trunk)
    let branch = trunk.fork()
    #expect(branch.length == length)
    let left = shape.tokens(70, seed: 11)
    let right = shape.tokens(70, seed: 12)
    // Interleaved, so that each writes beside what the other has just written.
    for (a, b) in zip(left, right) {
      _ = try runner.all([a], trunk)
      _ = try runner.all([b], branch)
    }
    for (cache, tail) in [(trunk, left), (branch, right)] {
      let fresh = runner.model.makeCache()
      _ = try runner.last(prefix + tail, fresh)
      let expected = try runner.all([1], fresh)[0]
      #expect(largestDifference(try runner.all([1], cache)[0], expected) < 1e-4)
    }
  }

  @Test("A copy owns its pages")
  func copy() throws {
    let shape = TinyModel()
    let runner = try Runner(shape.file)
    let cache = runner.model.makeCache()
    _ = try runner.last(shape.tokens(100), cache)
    let copy = cache.copy()
    #expect(copy.byteCount == cache.byteCount)
    _ = try runner.last(shape.tokens(30, seed: 2), cache)
    let fresh = runner.model.makeCache()
    _ = try runner.last(shape.tokens(100), fresh)
    let expected = try runner.all([3], fresh)[0]
    #expect(largestDifference(try runner.all([3], copy)[0], expected) < 1e-4)
  }

  @Test("A truncated cache continues as if the rest had never been", arguments: [0, 1, 63, 64, 90])
  func truncate(_ length: Int) throws {
    let shape = TinyModel()
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(130)
    let cache = runner.model.makeCache()
    _ = try runner.last(tokens, cache)
    let whole = cache.byteCount
    let other = cache.fork()
    #expect(cache.truncate(to: length) == .kept)
    #expect(cache.length == length)
    #expect(cache.byteCount < whole)
    let tail = shape.tokens(20, seed: 5)
    let found = try runner.last(tail, cache)
    let fresh = runner.model.makeCache()
    let expected = try runner.last(Array(tokens.prefix(length)) + tail, fresh)
    #expect(largestDifference(found, expected) < 1e-4)
    // The fork was not touched.
    let control = runner.model.makeCache()
    _ = try runner.last(tokens, control)
    let next = try runner.all([2], control)[0]
    #expect(largestDifference(try runner.all([2], other)[0], next) < 1e-4)
  }

  @Test("Truncating to the present length or beyond changes nothing")
  func truncateNothing() throws {
    let runner = try Runner(TinyModel().file)
    let cache = runner.model.makeCache()
    _ = try runner.last([1, 2, 3], cache)
    #expect(cache.truncate(to: 3) == .kept)
    #expect(cache.truncate(to: 99) == .kept)
    #expect(cache.length == 3)
  }

  @Test("Sliding layers hold a bounded number of pages")
  func bounded() throws {
    // Layers 0 and 2 slide, layer 1 is full.
    let shape = TinyModel(architecture: "gemma2", layers: 3, window: 40)
    let runner = try Runner(shape.file, maxBatch: 32)
    let cache = runner.model.makeCache()
    var sizes: [Int] = []
    for _ in 0..<6 {
      _ = try runner.last(shape.tokens(64), cache)
      sizes.append(cache.byteCount)
    }
    let page = sizes[0] / 3
    let full = TinyModel(architecture: "gemma2", layers: 3, window: 4000)
    let unbounded = try Runner(full.file, maxBatch: 32)
    let control = unbounded.model.makeCache()
    _ = try unbounded.last(shape.tokens(384), control)
    #expect(control.byteCount == 18 * page)
    // Six pages in the full layer, at most two in each sliding one.
    #expect(cache.byteCount <= 10 * page)
    #expect(cache.byteCount >= 8 * page)
  }

  @Test("Truncating below what a sliding layer holds is a miss that empties the cache")
  func miss() throws {
    let shape = TinyModel(architecture: "gemma2", layers: 3, window: 40)
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(300)
    let cache = runner.model.makeCache()
    for token in tokens { _ = try runner.all([token], cache) }
    // Position 299 still looks at 260, so the page that begins at 256 is the oldest.
    let fork = cache.fork()
    #expect(cache.truncate(to: 100) == .miss(holds: 256..<300))
    #expect(cache.length == 0)
    #expect(cache.byteCount == 0)
    let again = try runner.last(Array(tokens.prefix(101)), cache)
    let fresh = runner.model.makeCache()
    let expected = try runner.last(Array(tokens.prefix(101)), fresh)
    #expect(largestDifference(again, expected) < 1e-5)
    // Position 297 looks at 258 and later: all there.
    #expect(fork.truncate(to: 297) == .kept)
    let tail = try runner.last(Array(tokens[297...]), fork)
    let whole = runner.model.makeCache()
    #expect(largestDifference(tail, try runner.last(tokens, whole)) < 1e-4)
  }
}
