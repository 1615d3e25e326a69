/// Finds the tokens that one thread can read, cheapest way first.
///
/// - in the free body of a string: ready masks by the number of characters, and the tokens with a
///   closing quote, whose rests are walked once for each stack;
/// - in a body without some words: the same, less what runs into those words;
/// - in a repeated class of characters: ready masks less the tokens with other bytes, and a walk for
///   the tokens that leave the class;
/// - between leaves with white space: ready lists, and the rests behind white space;
/// - otherwise: a walk of the trie.
@safe struct MaskBuilder: ~Copyable {
  let machine: Machine
  let tables: VocabularyTables
  var walker: TrieWalker
  var memo = MaskMemo()
  /// Whether results are kept for the next mask; for tests.
  var remembers = true
  let scratch: MaskBuffer
  private let scratchWords: UnsafeMutablePointer<UInt32>
  /// Bytes of a name by which masks are kept.
  private static let shortName = 64
  /// More tokens than this are kept as a whole mask.
  let manyTokens: Int

  init(_ machine: Machine, _ tables: VocabularyTables) {
    self.machine = machine
    self.tables = tables
    walker = TrieWalker(machine, tables)
    unsafe scratchWords = .allocate(capacity: tables.words)
    unsafe scratchWords.initialize(repeating: 0, count: tables.words)
    unsafe scratch = MaskBuffer(scratchWords, count: tables.words)
    manyTokens = max(64, tables.words)
  }

  deinit { unsafe scratchWords.deallocate() }

  /// Makes `mask` the tokens that any of `threads` can read.
  mutating func fill(_ mask: TokenMask, _ threads: [Thread]) {
    if threads.isEmpty {
      mask.clear()
      return
    }
    if threads.count == 1 {
      memo.trim()
      if mask.set(recipe(threads[0]), memo) { return }
    }
    fill(mask.beginWhole(), threads)
  }

  /// Puts the tokens that any of `threads` can read into `mask`.
  mutating func fill(_ mask: MaskBuffer, _ threads: [Thread]) {
    memo.trim()
    machine.beginAnswer()
    if threads.isEmpty { mask.clear() }
    if machine.hasLexemes, threads.count > 1 {
      fillTogether(mask, threads)
      return
    }
    for (place, thread) in threads.enumerated() {
      let recipe = recipe(thread)
      if place == 0 {
        mask.set(recipe, memo, tables.masks)
      } else if recipe.subtracted.isEmpty, recipe.removed.isEmpty {
        mask.formUnion(recipe, memo, tables.masks)
      } else {
        scratch.set(recipe, memo, tables.masks)
        mask.formUnion(scratch)
      }
    }
  }

  /// The same where what one thread reads depends on the others: lexemes compete.
  private mutating func fillTogether(_ mask: MaskBuffer, _ threads: [Thread]) {
    // Lexemes that began at one place are told by their states alone.
    let starts = Set(threads.map(\.start))
    var keys: [MaskMemo.Key]? = starts.count == 1 && remembers ? [] : nil
    for thread in threads {
      guard let key = key(thread) else {
        keys = nil
        break
      }
      keys?.append(key)
    }
    if let keys, let known = memo.recipesOfSets[keys] {
      mask.set(known, memo, tables.masks)
      return
    }
    walker.forget()
    walker.walkTokens(from: threads)
    let recipe = collected()
    mask.set(recipe, memo, tables.masks)
    if let keys { memo.recipesOfSets[keys] = recipe }
  }

  private mutating func recipe(_ thread: Thread) -> MaskRecipe {
    let isTextual = machine.dependsOnText(thread)
    let key = key(thread, isTextual)
    if let key, let known = memo.recipes[key] { return known }
    let recipe = build(thread, isTextual)
    if let key { memo.keep(key, recipe) }
    return recipe
  }

  /// What the tokens after `thread` depend on; `nil` where that is too much to be kept.
  mutating func key(_ thread: Thread) -> MaskMemo.Key? {
    key(thread, machine.dependsOnText(thread))
  }

  private mutating func key(_ thread: Thread, _ isTextual: Bool) -> MaskMemo.Key? {
    guard remembers, !isTextual || isShortName(thread) else { return nil }
    let spare = machine.whitespaceLimit - Int32(tables.longestSpace)
    return MaskMemo.Key(
      leaf: thread.leaf < 0 ? thread.leaf : alike(thread.leaf), stack: thread.stack,
      space: thread.leaf < 0 ? max(0, thread.space - max(0, spare)) : 0,
      name: isTextual ? memo.number(of: walker.text[Int(thread.start)...]) : 0)
  }

  /// The state that stands for all after which the tokens are the same as after `leaf`.
  private mutating func alike(_ leaf: Int32) -> Int32 {
    if let known = memo.alike(leaf) { return known }
    let alike = machine.lexer.alike(leaf, reach: tables.numberReach)
    memo.keep(leaf, alike: alike)
    return alike
  }

  private func isShortName(_ thread: Thread) -> Bool {
    machine.dependsOnName(thread) && walker.text.count - Int(thread.start) <= Self.shortName
  }

  private mutating func build(_ thread: Thread, _ isTextual: Bool) -> MaskRecipe {
    let lexer = machine.lexer
    if thread.leaf < 0 || lexer.isFinal(thread.leaf) { return structure(thread) }
    if let body = lexer.freeBody(thread.leaf) {
      return self.body(thread, body.minimum, body.maximum, isTextual)
    }
    if lexer.exceptWords(thread.leaf) { return exceptWords(thread, isTextual) }
    if let form = lexer.loopForm(thread.leaf), let recipe = loop(thread, form) { return recipe }
    walker.forget()
    walker.walkTokens(from: thread)
    return collected()
  }

  /// The recipe of the tokens that the walker found in the trie.
  mutating func collected() -> MaskRecipe {
    var recipe = MaskRecipe()
    guard walker.foundCount > manyTokens else {
      recipe.added = keepFound()
      return recipe
    }
    scratch.clear()
    for place in 0..<walker.foundCount {
      tables.trie.forEach(walker.found(place)) { scratch.insert($0) }
    }
    recipe.base = .saved(memo.save(scratch))
    return recipe
  }

  /// Keeps the tokens that the walker found in the trie.
  mutating func keepFound() -> Range<Int> {
    let start = memo.begin()
    if tables.trie.several.isEmpty {
      // Values are tokens.
      unsafe memo.add(walker.foundTokens)
    } else {
      for place in 0..<walker.foundCount {
        tables.trie.forEach(walker.found(place)) { memo.add($0) }
      }
    }
    return memo.end(start)
  }
}
