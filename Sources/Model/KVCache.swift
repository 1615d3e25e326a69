import TernKernels

/// The keys and values of one sequence, layer by layer, in pages of 64 positions.
///
/// ```
/// layer 0 (full)      page 0…63 │ 64…127 │ 128…191 │ …          up to `length`
/// layer 1 (window 8)                      │ 128…191 │            only what is still needed
/// ```
///
/// Pages are shared between forks and copied when one of them writes to a shared page. Belongs to
/// the model that made it and to the thread that runs the model.
package final class KVCache {
  let layout: CacheLayout
  var layers: [Pages]
  /// Positions `0..<length` have been stored; sliding layers hold only the last of them.
  package internal(set) var length = 0

  /// One layer's pages without gaps; `first` is the position of the first page's first slot.
  struct Pages {
    var pages: [KVPage] = []
    var first = 0
    var end: Int { first + pages.count * KVPage.positions }
  }

  init(_ layout: CacheLayout) {
    self.layout = layout
    layers = Array(repeating: Pages(), count: layout.layers.count)
  }

  private init(_ other: KVCache, layers: [Pages]) {
    layout = other.layout
    self.layers = layers
    length = other.length
  }

  /// A cache with the same contents that shares this one's pages; cost: O(layers) now, and one
  /// page copy per layer when either is appended to.
  package func fork() -> KVCache { KVCache(self, layers: layers) }

  /// A cache with the same contents and pages of its own; cost: one pass over `byteCount` bytes.
  package func copy() -> KVCache {
    KVCache(
      self,
      layers: layers.map { Pages(pages: $0.pages.map { $0.copy() }, first: $0.first) })
  }

  /// Bytes of all pages this cache refers to; pages shared with forks count in each.
  package var byteCount: Int {
    layers.reduce(0) { $0 + $1.pages.reduce(0) { $0 + $1.byteCount } }
  }

  /// Forgets the positions from `length` on.
  ///
  /// Where a sliding-window layer has already dropped what position `length` would look at, the
  /// cache is emptied and the answer is a miss: the caller prefills again. A `length` at or beyond
  /// the present one changes nothing.
  package func truncate(to length: Int) -> TruncateResult {
    precondition(length >= 0, "a cache cannot have a negative length")
    guard length < self.length else { return .kept }
    let needed = zip(layers, layout.layers).map { layer, shape in
      layer.first <= Self.oldest(needed: length, window: shape.window)
    }
    guard length == 0 || needed.allSatisfy({ $0 }) else {
      let first = layers.map(\.first).max() ?? 0
      let holds = first..<self.length
      clear()
      return .miss(holds: holds)
    }
    guard length > 0 else {
      clear()
      return .kept
    }
    for index in layers.indices {
      let count = max(0, length - layers[index].first)
      let kept = (count + KVPage.positions - 1) / KVPage.positions
      layers[index].pages.removeLast(max(0, layers[index].pages.count - kept))
    }
    self.length = length
    return .kept
  }

  private func clear() {
    layers = Array(repeating: Pages(), count: layout.layers.count)
    length = 0
  }

  /// Makes room for `count` more positions: adds pages, makes the page written to unshared, and
  /// drops those that no position from `length` on can see.
  func reserve(_ count: Int) {
    for index in layers.indices {
      let shape = layout.layers[index]
      drop(layer: index, before: Self.oldest(needed: length, window: shape.window))
      if length < layers[index].end {
        let page = (length - layers[index].first) / KVPage.positions
        if !isKnownUniquelyReferenced(&layers[index].pages[page]) {
          layers[index].pages[page] = layers[index].pages[page].copy()
        }
      }
      while layers[index].end < length + count {
        layers[index].pages.append(
          KVPage(
            type: layout.type, heads: shape.heads, keyDim: shape.keyDim, valueDim: shape.valueDim))
      }
    }
  }

  /// Counts `count` reserved positions as stored.
  func commit(_ count: Int) { length += count }

  func view(layer: Int) -> KVView {
    KVView(pages: layers[layer].pages, firstPosition: layers[layer].first)
  }

  private func drop(layer: Int, before position: Int) {
    let pages = (position - layers[layer].first) / KVPage.positions
    guard pages > 0 else { return }
    let count = min(pages, layers[layer].pages.count)
    layers[layer].pages.removeFirst(count)
    layers[layer].first += count * KVPage.positions
  }

  /// The oldest position that a row at `position` sees.
  static func oldest(needed position: Int, window: Int?) -> Int {
    window.map { max(0, position - $0 + 1) } ?? 0
  }
}

/// What became of a cache that was truncated.
package enum TruncateResult: Sendable, Equatable {
  /// The cache ends where it was told to.
  case kept
  /// Some layer held only these positions, too few to go on: the cache is now empty.
  case miss(holds: Range<Int>)
}

/// The shapes of a model's caches.
final class CacheLayout: Sendable {
  struct Layer: Sendable {
    let heads: Int
    let keyDim: Int
    let valueDim: Int
    let window: Int?
  }

  let type: CacheType
  /// Layers with keys and values of their own.
  let layers: [Layer]
  /// For every layer of the model its place in `layers`.
  let slots: [Int]

  /// Throws where pages of `type` cannot hold the model's heads.
  init(_ layers: [LayerConfig], type: CacheType) throws(ModelError) {
    var own: [Layer] = []
    var slots: [Int] = []
    for layer in layers {
      if let source = layer.sharesCacheOf {
        slots.append(slots[source])
        continue
      }
      for dimension in [layer.keyDim, layer.valueDim] where type == .q8_0 && dimension % 32 != 0 {
        throw .unsupportedCache(type: "\(type)", headDimension: dimension)
      }
      slots.append(own.count)
      own.append(
        Layer(
          heads: layer.kvHeads, keyDim: layer.keyDim, valueDim: layer.valueDim,
          window: layer.window))
    }
    self.type = type
    self.layers = own
    self.slots = slots
  }
}
