import TernKernels
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

  @Test("A window keeps the pages that an earlier position sees, where it is told to")
  func keptFrom() throws {
    let shape = Self.shapes[1]
    let runner = try Runner(shape.file)
    let (usual, keeping) = (runner.model.makeCache(), runner.model.makeCache())
    for cache in [usual, keeping] { _ = try runner.last(shape.tokens(100), cache) }
    keeping.keptFrom = 100
    for cache in [usual, keeping] {
      _ = try runner.last(shape.tokens(10, seed: 3), cache)
      _ = try runner.last(shape.tokens(1, seed: 4), cache)
    }
    #expect(keeping.byteCount > usual.byteCount)
    #expect(keeping.reusableLength(upTo: 102) == 102 && usual.reusableLength(upTo: 102) == 0)
    // Once nothing is to be kept, it goes.
    keeping.keptFrom = .max
    for cache in [usual, keeping] { _ = try runner.last(shape.tokens(1, seed: 5), cache) }
    #expect(keeping.byteCount == usual.byteCount)
  }

  @Test("A copy owns its pages")
  func copy() throws {
    let shape = TinyModel()
    let runner = try Runner(shape.file)
    let cache = runner.model.makeCache()
    _ = try runner.last(shape.tokens(100), cache)
    let copy = try cache.copy()
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

  /// Begins to append tokens to a cache and stops before a layer.
  private func cancel(_ tokens: [Int32], _ cache: KVCache, beforeLayer layer: Int, _ model: Model)
    throws
  {
    let rows = tokens.enumerated().map {
      BatchRow(token: $1, cache: cache, position: cache.length + $0, wantsLogits: false)
    }
    var layers = 0
    #expect(throws: ModelError.cancelled) {
      try unsafe model.forward(
        rows,
        isCancelled: {
          layers += 1
          return layers > layer
        },
        logits: { _, _ in })
    }
  }

  @Test(
    "Forks of a cache whose pass was cancelled go their own ways",
    arguments: 0..<2, [1, 64, 100])
  func cancelledThenForked(_ index: Int, _ length: Int) throws {
    let shape = Self.shapes[index]
    let runner = try Runner(shape.file)
    for (layer, truncates) in [(0, false), (1, false), (1, true)] {
      let prefix = shape.tokens(length)
      let trunk = runner.model.makeCache()
      _ = try runner.last(prefix, trunk)
      let whole = trunk.byteCount
      try cancel(shape.tokens(150, seed: 3), trunk, beforeLayer: layer, runner.model)
      if truncates { #expect(trunk.truncate(to: length) == .kept) }
      let branch = trunk.fork()
      #expect(trunk.length == length && branch.length == length)
      #expect(trunk.byteCount == whole && branch.byteCount == whole)
      #expect(trunk.violation == nil && branch.violation == nil)
      let tails = [shape.tokens(150, seed: 11), shape.tokens(150, seed: 12)]
      let caches = [trunk, branch]
      let found = try runner.run(
        (0..<300).map { (caches[$0 % 2], tails[$0 % 2][$0 / 2], length + $0 / 2, $0 >= 298) })
      for (tail, logits) in zip(tails, found) {
        let expected = try runner.last(prefix + tail, runner.model.makeCache())
        #expect(largestDifference(logits, expected) < 1e-4, "layer \(layer), \(truncates)")
      }
    }
  }

  @Test(
    "A pass that finds no memory for its pages is a typed error and leaves the caches as they were")
  func noMemory() throws {
    let shape = TinyModel()
    // Two layers of pages, three pages each.
    let limit = 6 * 64 * 2 * (4 + 16) * 4
    var options = ModelOptions(cacheType: .f32, maxBatch: 32)
    options.cacheBytes = limit
    let model = try Model(shape.file.file(), compute: Compute(threads: 1), options: options)
    let cache = model.makeCache()
    func append(_ tokens: [Int32]) throws -> [Float] {
      var last: [Float] = []
      let rows = tokens.enumerated().map { place, token in
        BatchRow(
          token: token, cache: cache, position: cache.length + place,
          wantsLogits: place == tokens.count - 1)
      }
      try unsafe model.forward(rows) { _, values in unsafe last = Array(values) }
      return last
    }
    let tokens = shape.tokens(193)
    _ = try append(Array(tokens[..<190]))
    #expect(model.layout.memory.byteCount == limit)
    #expect(throws: ModelError.memory(.pageLimit(bytes: limit))) { try append(tokens.suffix(3)) }
    #expect(cache.length == 190 && cache.violation == nil && cache.byteCount == limit)
    let found = try append(Array(tokens[190..<192]))
    let fresh = try Runner(shape.file)
    let expected = try fresh.last(Array(tokens[..<192]), fresh.model.makeCache())
    #expect(largestDifference(found, expected) < 1e-4)
  }
}
