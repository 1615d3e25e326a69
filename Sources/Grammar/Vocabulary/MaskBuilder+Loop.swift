extension MaskBuilder {
  /// Where any characters of a class may be read, up to a count.
  ///
  /// Tokens wholly of the class come from ready masks; a walk finds the others, and passes by what
  /// holds none of the bytes that can stand outside of the class.
  mutating func loop(_ thread: Thread, _ form: LoopForm) -> MaskRecipe? {
    guard let segments = form.segments else { return nil }
    var recipe = MaskRecipe()
    let counted = VocabularyTables.counted
    if let count = form.count, count <= counted {
      recipe.base = .ready(ReadyMask.inside(upTo: count))
    } else {
      recipe.base = .ready(ReadyMask.inside)
    }
    let start = memo.begin()
    for node in segments { memo.add(Int32(ReadyMask.segment(node))) }
    if !form.hasAllBeyondASCII { memo.add(Int32(ReadyMask.beyondASCII)) }
    recipe.subtracted = memo.end(start)
    recipe.added = leavers(thread, form)
    if let count = form.count, count > counted { recipe.removed = longer(than: count) }
    return recipe
  }

  /// The tokens that leave the class, or begin with what is no character of it.
  ///
  /// With room for more characters than those tokens have, how much room there is makes no
  /// difference: then they are found once for all counts.
  private mutating func leavers(_ thread: Thread, _ form: LoopForm) -> Range<Int> {
    let endless = form.room == nil ? machine.lexer.endless(thread.leaf) : nil
    let key = endless.map { MaskMemo.LoopKey(form: $0, stack: thread.stack) }
    let isTextual = machine.dependsOnText(thread)
    var exits = form.exits
    if machine.lexer.states[Int(thread.leaf)].mode != .string {
      // What follows a text may come right behind a character of the class.
      machine.candidates(thread).forEach { exits |= ByteKinds.of[Int($0)] }
    }
    if let key, remembers, !isTextual, let known = memo.leavers[key] { return known }
    walker.forget()
    walker.walkTokens(
      from: thread,
      skip: TrieWalker.Skip(sought: exits, within: form.bytes, room: form.room ?? .max))
    let found = keepFound()
    if let key, !isTextual,
      !found.contains(where: { tables.trie.range(of: memo.ids[$0]).count > Lexer.endlessCount })
    {
      memo.leavers[key] = found
    }
    return found
  }
}
