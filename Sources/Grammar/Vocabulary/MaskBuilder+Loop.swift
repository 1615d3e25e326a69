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
    var start = memo.begin()
    for node in segments { memo.add(Int32(ReadyMask.segment(node))) }
    if !form.hasAllBeyondASCII { memo.add(Int32(ReadyMask.beyondASCII)) }
    recipe.subtracted = memo.end(start)
    start = memo.begin()
    walker.forget()
    walker.walkTokens(
      from: [thread],
      skip: TrieWalker.Skip(sought: form.exits, within: form.bytes, room: form.room ?? .max))
    recipe.added = keepFound()
    if let count = form.count, count > counted { recipe.removed = longer(than: count) }
    return recipe
  }
}
