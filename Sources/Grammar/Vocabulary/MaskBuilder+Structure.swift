extension MaskBuilder {
  /// Between leaves, or where a leaf may end.
  mutating func structure(_ thread: Thread) -> MaskRecipe {
    if machine.whitespaceLimit == 0 { return structureWithoutTables(thread) }
    if let after = threadAfterSpace(thread) {
      let room = Int(machine.whitespaceLimit - after.space + 1)
      if room >= tables.longestSpace, thread.leaf < 0 { return between(thread, after) }
      if room >= tables.longestSpace, let known = spaced(after) {
        walker.forget()
        walker.walkTokens(from: thread, except: .whitespace)
        if walker.foundCount > manyTokens { return structureWithoutTables(thread) }
        var recipe = MaskRecipe()
        recipe.base = .ready(ReadyMask.spaces)
        let start = keepFound().lowerBound
        memo.ids.append(again: known)
        recipe.added = memo.end(start)
        return recipe
      }
    }
    let spaced = threadsAfterSpace(thread)
    return spaced.isEmpty ? structureWithoutTables(thread) : structure(thread, spaced)
  }

  /// The same between leaves, where any white space may come, after which `after` is the thread.
  private mutating func between(_ thread: Thread, _ after: Thread) -> MaskRecipe {
    // What follows is the same with white space before it.
    let start = memo.begin()
    walker.forget()
    let bytes = walker.bytes(after: thread)
    walker.walkRests(of: tables.marked, from: thread, bytes: bytes.intersection(Structure.marks))
    addTokens(of: tables.marked, .max)
    let others = bytes.subtracting(Structure.marks).subtracting(.whitespace)
    if others != .none {
      walker.forget()
      walker.walkRests(of: tables.spaced, from: after, bytes: others)
      addTokens(of: tables.spaced, .max)
      walker.forget()
      walker.walkTokens(from: thread, except: Structure.marks.union(.whitespace))
      if walker.foundCount > manyTokens { return structureWithoutTables(thread) }
      _ = keepFound()
    }
    return MaskRecipe(base: .ready(ReadyMask.spaces), added: memo.end(start))
  }

  /// The same where `spaced` are the threads after a space.
  private mutating func structure(_ thread: Thread, _ spaced: [Thread]) -> MaskRecipe {
    let room = Int(machine.whitespaceLimit - spaced[0].space + 1)
    walker.forget()
    walker.walkTokens(from: thread, except: .whitespace)
    var recipe = collected()
    if case .none = recipe.base {} else { return structureWithoutTables(thread) }
    let start = recipe.added.lowerBound
    if room >= tables.longestSpace {
      recipe.base = .ready(ReadyMask.spaces)
    } else {
      for (token, length) in zip(tables.spaces, tables.spaceLengths) where length <= room {
        memo.add(token)
      }
    }
    walker.forget()
    walker.text.append(0x20)
    walker.walkRests(of: tables.spaced, from: spaced)
    walker.text.removeLast()
    addTokens(of: tables.spaced, room)
    recipe.added = memo.end(start)
    return recipe
  }

  /// The tokens of white space and something else that may follow a space before `thread`, whatever
  /// their white space is; `nil` where they are not the same for other texts.
  private mutating func spaced(_ thread: Thread) -> Range<Int>? {
    if !remembers || machine.dependsOnText(thread) { return nil }
    let key = MaskMemo.StackKey(stack: thread.stack)
    if let known = memo.spaced[key] { return known }
    let start = memo.begin()
    walker.forget()
    walker.text.append(0x20)
    walker.walkRests(of: tables.spaced, from: thread)
    walker.text.removeLast()
    addTokens(of: tables.spaced, .max)
    let tokens = memo.end(start)
    memo.spaced.keep(key, tokens)
    return tokens
  }

  /// Adds the tokens of the lists of `table` that the walker found, of at most `room` bytes of white
  /// space.
  private func addTokens(of table: SuffixTable, _ room: Int) {
    for list in 0..<walker.foundCount {
      for place in table.range(Int(walker.found(list))) where table.counts[place] <= room {
        memo.add(table.tokens[place])
      }
    }
  }

  private mutating func structureWithoutTables(_ thread: Thread) -> MaskRecipe {
    walker.forget()
    walker.walkTokens(from: thread)
    return collected()
  }

  /// The thread after a space that stands outside of leaves, where it is the only one for certain.
  private mutating func threadAfterSpace(_ thread: Thread) -> Thread? {
    let node = machine.steps(at: thread.stack)
    guard node.isClear, node.allowsSpace(thread, machine.whitespaceLimit) else { return nil }
    guard thread.leaf >= 0 else {
      return Thread(leaf: -1, stack: thread.stack, space: thread.space + 1)
    }
    guard machine.lexer.bytes(after: thread.leaf).intersection(.whitespace) == .none else {
      return nil
    }
    var end = machine.knownEnd(thread, node)
    if end < 0 { end = machine.findEnd(thread, text: walker.text) }
    guard end >= 0, machine.steps(at: end).hasSpace else { return nil }
    return Thread(leaf: -1, stack: end, space: 1)
  }

  /// The threads after a space that stands outside of leaves; none where it cannot, or where a leaf
  /// could read it too.
  private func threadsAfterSpace(_ thread: Thread) -> [Thread] {
    guard machine.whitespaceLimit > 0, machine.candidates(thread).contains(0x20) else { return [] }
    if thread.leaf >= 0, machine.lexer.bytes(after: thread.leaf).intersection(.whitespace) != .none
    {
      return []
    }
    var after: [Thread] = []
    machine.step(thread, 0x20, text: walker.text, into: &after)
    let isPlain = after.allSatisfy { $0.leaf < 0 && $0.space == after[0].space && $0.space > 0 }
    return isPlain ? after : []
  }
}
