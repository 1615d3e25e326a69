import TernKernels

/// The keys and values of one sequence, layer by layer, in pages of 64 positions.
///
/// ```
/// layer 0 (full)      page 0…63 │ 64…127 │ 128…191 │ …          up to `length`
/// layer 1 (window 8)                      │ 128…191 │            only what is still needed
/// ```
///
/// A pass reserves the positions it writes, and then commits or abandons them; in between nothing
/// else changes the cache. Pages are shared between forks: a cache that reserves positions of a
/// shared page takes a copy of it. Belongs to the model that made it and to the thread that runs
/// the model.
package final class KVCache {
  let layout: CacheLayout
  private(set) var layers: [Pages]
  /// Positions `0..<length` have been stored; sliding layers hold only the last of them.
  package private(set) var length = 0
  /// Positions from `length` on that the present pass may write; 0 outside of a pass.
  private(set) var reserved = 0

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

  /// A cache of stored positions; pages beyond them are let go.
  init(_ layout: CacheLayout, layers: [Pages], length: Int) {
    self.layout = layout
    self.layers = layers
    self.length = length
    trim()
    checkInvariants()
  }

  /// A cache with the same contents that shares this one's pages; cost: O(layers) now, and one
  /// page copy per layer when either is appended to.
  package func fork() -> KVCache { KVCache(layout, layers: layers, length: length) }

  /// A cache with the same contents and pages of its own; cost: one pass over `byteCount` bytes.
  package func copy() throws(MemoryError) -> KVCache {
    let copy = fork()
    for layer in copy.layers.indices {
      for page in copy.layers[layer].pages.indices {
        copy.layers[layer].pages[page] = try copy.layers[layer].pages[page].copy()
      }
    }
    return copy
  }

  /// Bytes of all pages this cache refers to; pages shared with forks count in each.
  package var byteCount: Int {
    layers.reduce(0) { $0 + $1.pages.count * ($1.pages.first?.byteCount ?? 0) }
  }

  /// Calls `body` with every page this cache refers to.
  package func forEachPage(_ body: (KVPage) -> Void) {
    for layer in layers { layer.pages.forEach(body) }
  }

  func view(slot layer: Int) -> KVView {
    KVView(
      pages: layers[layer].pages, firstPosition: layers[layer].first, end: length + reserved)
  }
}

// MARK: Mutations.

extension KVCache {
  /// Begins a pass of `count` more positions: adds pages, makes all that will be written to
  /// unshared, and drops those that no position from `length` on can see.
  ///
  /// ``commit()`` or ``abandon()`` ends the pass. Where a page cannot be had nothing is reserved.
  func reserve(_ count: Int) throws(MemoryError) {
    precondition(count >= 0 && reserved == 0, "the cache is in a pass already")
    reserved = count
    do {
      for layer in layers.indices { try makeWritable(layer) }
    } catch {
      abandon()
      throw error
    }
    checkInvariants()
  }

  /// Ends a pass: the reserved positions have been stored.
  func commit() {
    length += reserved
    reserved = 0
    checkInvariants()
  }

  /// Ends a pass whose positions do not count, or does nothing where there is none.
  func abandon() {
    reserved = 0
    trim()
    checkInvariants()
  }

  /// Forgets the positions from `length` on.
  ///
  /// Where a sliding-window layer has already dropped what position `length` would look at, the
  /// cache is emptied and the answer is a miss: the caller prefills again. A `length` at or beyond
  /// the present one changes nothing.
  package func truncate(to length: Int) -> TruncateResult {
    precondition(length >= 0, "a cache cannot have a negative length")
    precondition(reserved == 0, "the cache is in a pass")
    let needed = zip(layers, layout.layers).allSatisfy { layer, shape in
      layer.first <= Self.oldest(needed: length, window: shape.window)
    }
    if length == 0 {
      clear()
    } else if length < self.length, !needed {
      let first = layers.map(\.first).max() ?? 0
      let holds = first..<self.length
      clear()
      return .miss(holds: holds)
    } else {
      self.length = min(length, self.length)
      trim()
    }
    checkInvariants()
    return .kept
  }

  private func makeWritable(_ layer: Int) throws(MemoryError) {
    drop(layer: layer, before: Self.oldest(needed: length, window: layout.layers[layer].window))
    let written = (length - layers[layer].first) / KVPage.positions
    for page in written..<max(written, layers[layer].pages.count)
    where !isKnownUniquelyReferenced(&layers[layer].pages[page]) {
      layers[layer].pages[page] = try layers[layer].pages[page].copy()
    }
    while layers[layer].end < length + reserved {
      layers[layer].pages.append(try layout.makePage(layer))
    }
  }

  /// Lets go of the pages that no stored or reserved position is in.
  private func trim() {
    for layer in layers.indices {
      let used = Self.pageCount(length + reserved, first: layers[layer].first)
      let extra = layers[layer].pages.count - used
      if extra > 0 { layers[layer].pages.removeLast(extra) }
    }
  }

  private func clear() {
    layers = Array(repeating: Pages(), count: layout.layers.count)
    length = 0
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

  /// How many pages hold the positions from `first` to `length`.
  static func pageCount(_ length: Int, first: Int) -> Int {
    (length - first + KVPage.positions - 1) / KVPage.positions
  }
}

// MARK: Invariants.

extension KVCache {
  /// Traps in debug builds where ``violation`` finds something; costs nothing in release builds.
  func checkInvariants() { assert(violation == nil, violation ?? "") }

  /// What is wrong with the pages, or `nil`: a layer has other pages than the stored and reserved
  /// positions need, or a page that may be written to is shared.
  package var violation: String? {
    for (layer, shape) in layout.layers.enumerated() {
      let (first, count) = (layers[layer].first, layers[layer].pages.count)
      guard first % KVPage.positions == 0,
        first <= Self.oldest(needed: length, window: shape.window)
      else { return "layer \(layer) begins at \(first), too late for position \(length)" }
      let expected = Self.pageCount(length + reserved, first: first)
      guard count == expected else {
        return
          "layer \(layer) has \(count) pages for \(length) positions and \(reserved) reserved, "
          + "not \(expected)"
      }
      guard reserved > 0 else { continue }
      for page in (length - first) / KVPage.positions..<count
      where !isKnownUniquelyReferenced(&layers[layer].pages[page]) {
        return "page \(page) of layer \(layer) is written to and shared"
      }
    }
    return nil
  }
}

/// What became of a cache that was truncated.
package enum TruncateResult: Sendable, Equatable {
  /// The cache ends where it was told to.
  case kept
  /// Some layer held only these positions, too few to go on: the cache is now empty.
  case miss(holds: Range<Int>)
}
