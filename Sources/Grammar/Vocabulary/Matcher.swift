import TernTokens

/// Follows one constrained generation: which tokens may come next, which must.
///
/// ```
/// mask ─▶ sample ─▶ accept ─▶ mask …        forced ─▶ accept, accept, …
/// ```
/// Bytes decide: a token may come next if what it adds can be read and the text can be ended after it.
/// Where the text has only one way to go on, only the tokens that a tokenizer would make of it are
/// possible (``forced()``), so that a model sees the text as it saw it in training.
///
/// Working state of one generation: not thread-safe.
package final class Matcher {
  let machine: Machine
  package let tables: VocabularyTables
  var builder: MaskBuilder
  var threads: [Thread]
  /// Whether a token that ends the generation was accepted.
  package private(set) var isEnded = false
  /// The tokens accepted so far.
  package private(set) var tokens: [Int32] = []
  /// The threads before each token, one list after another.
  private var past: [Thread] = []
  private var marks: [Mark] = []
  var run = ForcedRun.unknown
  /// Makes tokens of the texts that must follow.
  var encoder: RepeatedEncoder

  /// What a token changed.
  private struct Mark {
    var threads: Int
    var text: Int
  }

  /// Where the machine came from, to be handed back to.
  private let constraint: Constraint?

  init(_ machine: Machine, _ tables: VocabularyTables, of constraint: Constraint? = nil) {
    self.machine = machine
    self.tables = tables
    self.constraint = constraint
    builder = MaskBuilder(machine, tables)
    encoder = RepeatedEncoder(tables.tokenizer, tokensOfBytes: tables.markers.tokens)
    if let kept = machine.kept, kept.tables === tables { builder.memo = kept.memo }
    machine.kept = nil
    threads = machine.begin()
  }

  deinit {
    machine.kept = Machine.Kept(tables: tables, memo: builder.memo)
    constraint?.rest(machine)
  }

  /// A generation under `constraint`, from its beginning.
  ///
  /// - Throws: ``GrammarError`` where the constraint is too complex.
  package convenience init(
    _ constraint: Constraint, _ tables: VocabularyTables
  ) throws(GrammarError) {
    self.init(try constraint.machine(tables.markers.bytes), tables, of: constraint)
  }

  /// The text so far, with its markers.
  package var text: [UInt8] { tables.markers.spelled(builder.walker.text) }

  /// Whether the text may end here.
  package var isComplete: Bool {
    isEnded || threads.contains { machine.isComplete($0) }
  }

  /// Makes `mask`, which is of the same tables, the tokens that may come next.
  package func mask(_ mask: TokenMask) {
    if let token = nextForced() {
      mask.clear()
      mask.insert(token)
      return
    }
    builder.fill(mask, threads)
    if !isEnded, isComplete { for token in tables.endings { mask.insert(token) } }
  }

  /// The same for a buffer of which nothing is known.
  ///
  /// Sets the bits of the tokens that may come next, and clears all others: bit `t & 31` of word
  /// `t >> 5` stands for token `t`.
  ///
  /// `bits` has at least ``VocabularyTables/words`` words; of a shorter one all bits are cleared.
  package func mask(_ bits: UnsafeMutableBufferPointer<UInt32>) {
    guard let start = bits.baseAddress, bits.count >= tables.words else {
      unsafe bits.update(repeating: 0)
      return
    }
    for k in tables.words..<bits.count { unsafe bits[k] = 0 }
    let mask = unsafe MaskBuffer(start, count: tables.words)
    if let token = nextForced() {
      mask.clear()
      mask.insert(token)
      return
    }
    builder.fill(mask, threads)
    if !isEnded, isComplete { for token in tables.endings { mask.insert(token) } }
  }

  /// Whether `token` is in the mask, without making it: O(bytes of the token).
  package func allows(_ token: Int32) -> Bool {
    if isEnded { return false }
    if let forced = nextForced() { return token == forced }
    if tables.endings.contains(token), isComplete { return true }
    let range = tables.trie.range(of: token)
    machine.beginAnswer()
    return !range.isEmpty && builder.walker.canRead(range, from: threads)
  }

  /// Goes on by `token`; `false`, and nothing changes, where its bytes cannot be read.
  package func accept(_ token: Int32) -> Bool {
    guard !isEnded else { return false }
    let mark = Mark(threads: past.count, text: builder.walker.text.count)
    if tables.endings.contains(token), isComplete || tables.trie.range(of: token).isEmpty {
      guard isComplete else { return false }
      note(token, mark)
      isEnded = true
      threads.removeAll(keepingCapacity: true)
      run = .free
      return true
    }
    let range = tables.trie.range(of: token)
    guard !range.isEmpty else { return false }
    machine.beginAnswer()
    let next = builder.walker.read(tables.trie.spelling[range], from: threads)
    guard !next.isEmpty else {
      builder.walker.text.removeLast(builder.walker.text.count - mark.text)
      return false
    }
    note(token, mark)
    threads = next
    run.advance(token)
    return true
  }

  private func note(_ token: Int32, _ mark: Mark) {
    marks.append(mark)
    tokens.append(token)
    past.append(contentsOf: threads)
  }

  /// Takes back the last `count` tokens, or all.
  package func rollback(_ count: Int) {
    guard count > 0, let mark = marks.dropLast(min(count, marks.count) - 1).last else { return }
    let place = max(0, marks.count - count)
    let end = place + 1 < marks.count ? marks[place + 1].threads : past.count
    threads = Array(past[mark.threads..<end])
    past.removeLast(past.count - mark.threads)
    builder.walker.text.removeLast(builder.walker.text.count - mark.text)
    marks.removeLast(marks.count - place)
    tokens.removeLast(tokens.count - place)
    isEnded = false
    run = .unknown
  }

  /// The tokens of a short text that completes this one; none where it is complete.
  package func ending() -> [Int32] {
    if isComplete { return [] }
    let bytes = machine.ending(threads, text: builder.walker.text)
    let tokens = encoder.encode(bytes[...])
    return Array(encoder.ids[tokens])
  }
}

extension Matcher {
  /// Why answers are not to be trusted any more; `nil` where they are.
  package var error: GrammarError? { machine.error }

  /// A number of tokens that suffice to complete the text; `nil` where it is not quickly known.
  ///
  /// Much larger than that of ``ending()``, but cheap: two lookups at most places.
  package func endingLimit() -> Int? {
    // Every token has a byte at least.
    isEnded ? 0 : machine.endingLimit(threads)
  }
}
