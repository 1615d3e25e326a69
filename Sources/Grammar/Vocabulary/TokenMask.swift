/// The tokens that may come next, made anew for every token.
///
/// Most masks are one of a few ready ones with some tokens more or less. Of each of these there is a
/// copy in which the last changes are taken back, so that a mask costs as much as it has changes, and
/// not as much as the vocabulary has words.
///
/// Working state of one generation: not thread-safe. Memory: five masks.
@safe package final class TokenMask {
  private let tables: VocabularyTables
  /// The bits of the ready masks.
  private let ready: [UInt32]
  /// The words of the copies, one after another.
  private let memory: UnsafeMutablePointer<UInt32>
  private var copies = [Copy](repeating: Copy(), count: copyCount)
  /// The copy that is the mask.
  private var current = 0
  /// Where the tokens of recipes lie.
  private var ids: Pool<Int32>?

  /// A ready mask with changes.
  private struct Copy {
    /// The number of the ready mask, ``nothing`` or ``anything``.
    var base = anything
    /// The last recipe's tokens that were taken out, and put in.
    var removed = 0..<0
    var added = 0..<0
    /// The words that were changed besides, the first so many.
    var changed = SIMD8<Int32>(repeating: 0)
    var changes = 0

    mutating func note(_ word: Int32) {
      if changes < 8 { changed[changes] = word } else { base = TokenMask.anything }
      changes += 1
    }
  }

  /// No token.
  private static let nothing = -1
  /// What is not known.
  private static let anything = -2
  private static let copyCount = 5
  /// More changes are not taken back: all words are written faster.
  private static let manyChanges = 128

  /// No token.
  package init(_ tables: VocabularyTables) {
    self.tables = tables
    ready = tables.masks.bits
    let count = Self.copyCount * max(1, tables.words)
    unsafe memory = .allocate(capacity: count)
    unsafe memory.initialize(repeating: 0, count: count)
  }

  deinit { unsafe memory.deallocate() }

  /// Bit `t & 31` of word `t >> 5` stands for token `t`; valid until the next change.
  package var words: UnsafeBufferPointer<UInt32> {
    unsafe UnsafeBufferPointer(start: memory + current * tables.words, count: tables.words)
  }

  /// Whether a token of the vocabulary is in the mask.
  package func contains(_ token: Int32) -> Bool { holds(token) && buffer.contains(token) }

  /// Adds a token; ids that have no bit are passed over.
  package func insert(_ token: Int32) {
    guard holds(token) else { return }
    buffer.insert(token)
    copies[current].note(token >> 5)
  }

  /// Takes a token out; ids that have no bit are passed over.
  package func remove(_ token: Int32) {
    guard holds(token) else { return }
    buffer.remove(token)
    copies[current].note(token >> 5)
  }

  private func holds(_ token: Int32) -> Bool { token >= 0 && Int(token >> 5) < tables.words }

  private var buffer: MaskBuffer {
    unsafe MaskBuffer(memory + current * tables.words, count: tables.words)
  }

  /// Makes it no token at all.
  func clear() { begin(0, Self.nothing) }

  /// Makes it a ready mask.
  private func begin(ready mask: Int) {
    begin(mask == ReadyMask.body ? 1 : mask == ReadyMask.spaces ? 2 : 3, mask)
  }

  private func begin(_ number: Int, _ base: Int) {
    current = number
    let copy = copies[number]
    if copy.base != base || copy.removed.count + copy.added.count > Self.manyChanges {
      if base == Self.nothing { buffer.clear() } else { buffer.copy(ready, base) }
    } else {
      restore(copy, base)
    }
    copies[number] = Copy(base: base)
  }

  /// Takes the changes of the current copy back.
  private func restore(_ copy: Copy, _ base: Int) {
    let buffer = buffer
    for change in 0..<copy.changes { buffer.restore(copy.changed[change], ready, base) }
    guard let ids else { return }
    for place in copy.removed { buffer.restore(ids[place] >> 5, ready, base) }
    for place in copy.added { buffer.restore(ids[place] >> 5, ready, base) }
  }

  /// Words to be filled as a whole.
  func beginWhole() -> MaskBuffer {
    current = 4
    return buffer
  }

  /// Makes it the mask of `recipe`; `false` where that needs more whole words than those of its base.
  func set(_ recipe: MaskRecipe, _ memo: MaskMemo) -> Bool {
    guard recipe.subtracted.isEmpty else { return false }
    if ids !== memo.ids { forget(for: memo.ids) }
    switch recipe.base {
    case .none: clear()
    case .ready(let mask): begin(ready: mask)
    case .saved: return false
    }
    let (buffer, ids) = (buffer, memo.ids)
    for place in recipe.removed { buffer.remove(ids[place]) }
    for place in recipe.added { buffer.insert(ids[place]) }
    copies[current].removed = recipe.removed
    copies[current].added = recipe.added
    return true
  }

  /// Forgets what the copies are, because what was changed can no longer be told.
  private func forget(for ids: Pool<Int32>) {
    for number in 0..<Self.copyCount { copies[number].base = Self.anything }
    self.ids = ids
  }
}

extension MaskBuffer {
  /// Makes a word that of mask `mask` of those in `bits`, or 0 where that is negative.
  @inline(__always)
  fileprivate func restore(_ word: Int32, _ bits: [UInt32], _ mask: Int) {
    set(Int(word), mask < 0 ? 0 : bits[mask * count + Int(word)])
  }
}
