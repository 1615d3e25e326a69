import TernKernels

/// What the layers keep of one sequence: keys and values in pages of 64 positions, and the states
/// of recurrent layers.
///
/// ```
/// layer 0 (full)      page 0…63 │ 64…127 │ 128…191 │ …          up to `length`
/// layer 1 (window 8)                      │ 128…191 │            only what is still needed
/// layer 2 (recurrent) state after position `length` - 1, and at checkpoints before it
/// ```
///
/// A pass reserves the positions it writes, and then commits or abandons them; in between nothing
/// else changes the cache. Pages and states are shared between forks: a cache that reserves
/// positions takes copies of those that it will write to. Belongs to the model that made it and to
/// the thread that runs the model.
package final class KVCache {
  let layout: CacheLayout
  private(set) var layers: [Pages]
  /// The recurrent states after the stored positions; empty where nothing is stored.
  private(set) var states: [RecurrentState]
  /// Earlier states to which the sequence can be cut back, in order of their lengths.
  private(set) var checkpoints: [Checkpoint]
  /// The length of the checkpoint that ``keepStates()`` made, until drafts are settled.
  private var keptLength: Int?
  /// The states before the present pass, where it may be abandoned.
  private var before: [RecurrentState]?
  /// Passes drop no page that position `keptFrom` sees, where that is before their beginning.
  package var keptFrom = Int.max
  /// Positions `0..<length` have been stored; sliding layers hold only the last of them.
  package private(set) var length = 0
  /// Positions from `length` on that the present pass may write; 0 outside of a pass.
  private(set) var reserved = 0
  /// What the head for drafts keeps of the sequence; `nil` where it has read nothing.
  ///
  /// It may hold tokens from `length` on, where recurrent layers went back behind them.
  var drafts: DraftCache?

  /// One layer's pages without gaps; `first` is the position of the first page's first slot.
  struct Pages {
    var pages: [KVPage] = []
    var first = 0
    var end: Int { first + pages.count * KVPage.positions }
  }

  /// The recurrent states after the first `length` positions.
  struct Checkpoint {
    let length: Int
    let states: [RecurrentState]
  }

  init(_ layout: CacheLayout) {
    self.layout = layout
    layers = Array(repeating: Pages(), count: layout.layers.count)
    states = []
    checkpoints = []
  }

  /// A cache of stored positions; pages beyond them are let go.
  init(
    _ layout: CacheLayout, layers: [Pages], states: [RecurrentState], checkpoints: [Checkpoint],
    length: Int
  ) {
    self.layout = layout
    self.layers = layers
    self.states = states
    self.checkpoints = checkpoints
    self.length = length
    trim()
    checkInvariants()
  }

  /// A cache with the same contents that shares this one's pages and states; cost: O(layers) now,
  /// and a copy of one page or state per layer when either is appended to.
  package func fork() -> KVCache {
    precondition(reserved == 0, "the cache is in a pass")
    let fork = KVCache(
      layout, layers: layers, states: states, checkpoints: checkpoints, length: length)
    fork.drafts = drafts?.fork()
    return fork
  }

  /// A cache with the same contents, but those of the head for drafts, and pages and states of its own;
  /// cost: one pass over `byteCount` bytes.
  package func copy() throws(MemoryError) -> KVCache {
    let copy = fork()
    for layer in copy.layers.indices {
      for page in copy.layers[layer].pages.indices {
        copy.layers[layer].pages[page] = try copy.layers[layer].pages[page].copy()
      }
    }
    for index in copy.states.indices { copy.states[index] = try copy.states[index].copy() }
    copy.checkpoints = []
    copy.drafts = nil
    return copy
  }

  /// Bytes of all pages and states this cache refers to; what is shared with forks counts in each,
  /// and states that are a checkpoint too count twice.
  package var byteCount: Int {
    let kept = (1 + checkpoints.count) * states.reduce(0) { $0 + $1.byteCount }
    return layers.reduce(kept + (drafts?.cache.byteCount ?? 0)) {
      $0 + $1.pages.count * ($1.pages.first?.byteCount ?? 0)
    }
  }

  /// Calls `body` with every page and every state this cache refers to, and its bytes.
  package func forEachBlock(_ body: (AnyObject, _ byteCount: Int) -> Void) {
    for layer in layers { for page in layer.pages { body(page, page.byteCount) } }
    for state in states { body(state, state.byteCount) }
    for checkpoint in checkpoints {
      for state in checkpoint.states { body(state, state.byteCount) }
    }
    drafts?.cache.forEachBlock(body)
  }

  /// The position behind the last token that the head for drafts has read; 0 where it has read none.
  package var draftLength: Int { drafts?.end ?? 0 }

  /// How many tokens the head for drafts has read.
  package var draftTokenCount: Int { drafts?.positions.count ?? 0 }

  /// Forgets what the head for drafts has read from position `length` on.
  package func truncateDrafts(to length: Int) {
    if length == 0 { drafts = nil } else { drafts?.truncate(to: length) }
  }

  func view(slot layer: Int) -> KVView {
    KVView(
      pages: layers[layer].pages, firstPosition: layers[layer].first, end: length + reserved)
  }
}

// MARK: Mutations.

extension KVCache {
  /// Begins a pass of `count` more positions: adds pages, makes all that will be written to
  /// unshared, and drops those that no position from `length` on, or ``keptFrom``, can see.
  ///
  /// ``commit()`` or ``abandon()`` ends the pass. Where memory cannot be had nothing is reserved.
  /// Recurrent states are written in place. Before a pass of more than ``shortPass`` positions they
  /// are copied, so that it can be abandoned; a shorter pass runs to its end.
  func reserve(_ count: Int) throws(MemoryError) {
    precondition(count >= 0 && reserved == 0, "the cache is in a pass already")
    reserved = count
    do {
      for layer in layers.indices { try makeWritable(layer) }
      if !layout.states.isEmpty { try makeStatesWritable() }
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
    before = nil
    addCheckpoint()
    checkInvariants()
  }

  /// Ends a pass whose positions do not count, or does nothing where there is none.
  func abandon() {
    reserved = 0
    if let before { states = before }
    before = nil
    trim()
    checkInvariants()
  }

  /// Whether the present pass can still be abandoned once its layers have begun to run.
  var canAbandon: Bool { layout.states.isEmpty || before != nil }

  /// The length that ``truncate(to:)`` would leave.
  package func reusableLength(upTo length: Int) -> Int {
    guard length < self.length else { return self.length }
    let length = layout.states.isEmpty ? length : checkpoint(upTo: length)?.length ?? 0
    return holds(what: length) ? length : 0
  }

  /// Forgets the positions from `length` on.
  ///
  /// Where recurrent layers have no state of that length, more is forgotten: back to the last
  /// checkpoint. Where a sliding-window layer has already dropped what the next position would look
  /// at, the cache is emptied and the answer is a miss: the caller prefills again. A `length` at or
  /// beyond the present one changes nothing.
  package func truncate(to length: Int) -> TruncateResult {
    precondition(length >= 0, "a cache cannot have a negative length")
    precondition(reserved == 0, "the cache is in a pass")
    drafts?.truncate(to: length)
    guard length < self.length else { return .kept }
    let checkpoint = checkpoint(upTo: length)
    let target = layout.states.isEmpty ? length : checkpoint?.length ?? 0
    if target == 0 {
      clear()
    } else if !holds(what: target) {
      let first = layers.map(\.first).max() ?? 0
      let holds = first..<self.length
      clear()
      drafts = nil
      return .miss(holds: holds)
    } else {
      self.length = target
      states = checkpoint?.states ?? []
      checkpoints.removeAll { $0.length > target }
      trim()
    }
    checkInvariants()
    return target == length ? .kept : .cutBack(to: target)
  }

  /// Keeps the recurrent states as they are, for ``settle(at:)``; the next pass writes to copies.
  package func keepStates() {
    precondition(reserved == 0, "the cache is in a pass")
    guard !layout.states.isEmpty, length > 0, checkpoints.last?.length != length else { return }
    checkpoints.append(Checkpoint(length: length, states: states))
    keptLength = length
  }

  /// Forgets the positions from `length` on, or more as ``truncate(to:)`` does, but none that were
  /// stored before ``keepStates()``; the states that were kept then are let go.
  ///
  /// - Parameter start: Where the last pass begins without drafts: pages that it would have dropped are
  ///   dropped.
  package func settle(at length: Int, lastPass start: Int? = nil) {
    _ = truncate(to: length)
    if let start, start < self.length {
      for (layer, shape) in layout.layers.enumerated() {
        drop(layer: layer, before: Self.oldest(needed: start, window: shape.window))
      }
    }
    if let kept = keptLength {
      checkpoints.removeAll { $0.length == kept }
      keptLength = nil
    }
    checkInvariants()
  }

  private func checkpoint(upTo length: Int) -> Checkpoint? {
    checkpoints.last { $0.length <= length }
  }

  /// Whether every layer still holds what position `length` would look at.
  private func holds(what length: Int) -> Bool {
    zip(layers, layout.layers).allSatisfy { layer, shape in
      layer.first <= Self.oldest(needed: length, window: shape.window)
    }
  }

  /// Gives the pass states of its own, and keeps those before it where it may be abandoned.
  private func makeStatesWritable() throws(MemoryError) {
    if states.isEmpty {
      // All or none: where memory ends in between, the cache is as before.
      var made: [RecurrentState] = []
      for shape in layout.states { made.append(try layout.makeState(shape)) }
      states = made
      if reserved > Self.shortPass { before = [] }
      return
    }
    if reserved > Self.shortPass { before = states }
    for index in states.indices where !isKnownUniquelyReferenced(&states[index]) {
      states[index] = try states[index].copy()
    }
  }

  /// A pass of at most so many positions is not worth a copy of the states before it.
  static let shortPass = 16

  /// Keeps the present states where the length is one of a checkpoint.
  ///
  /// The next pass writes to copies of them. So no checkpoint is ever left out for want of memory:
  /// where there is none for the copies, it is that pass which does not begin.
  private func addCheckpoint() {
    guard let interval = layout.checkpointInterval, length > 0, length % interval == 0,
      checkpoints.last?.length != length
    else { return }
    checkpoints.append(Checkpoint(length: length, states: states))
  }

  private func makeWritable(_ layer: Int) throws(MemoryError) {
    drop(
      layer: layer,
      before: Self.oldest(needed: min(length, keptFrom), window: layout.layers[layer].window))
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
    states = []
    checkpoints = []
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

  /// What is wrong with the pages and states, or `nil`: a layer has others than the stored and
  /// reserved positions need, or one that may be written to is shared.
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
    return stateViolation
  }

  private var stateViolation: String? {
    let expected = length + reserved > 0 ? layout.states.count : 0
    guard states.count == expected else { return "\(states.count) states, not \(expected)" }
    for (place, checkpoint) in checkpoints.enumerated() {
      guard checkpoint.length <= length, checkpoint.states.count == layout.states.count,
        place == 0 || checkpoints[place - 1].length < checkpoint.length
      else { return "a checkpoint at \(checkpoint.length) of \(length) positions" }
    }
    guard reserved > 0 else { return nil }
    for index in states.indices where !isKnownUniquelyReferenced(&states[index]) {
      return "state \(index) is written to and shared"
    }
    return nil
  }
}

/// What became of a cache that was truncated.
package enum TruncateResult: Sendable, Equatable {
  /// The cache ends where it was told to.
  case kept
  /// The cache ends earlier, at the last state that recurrent layers have; 0: it is empty.
  case cutBack(to: Int)
  /// Some layer held only these positions, too few to go on: the cache is now empty.
  case miss(holds: Range<Int>)
}
