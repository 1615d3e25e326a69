extension MaskBuilder {
  /// Between leaves, or where a leaf may end.
  mutating func structure(_ thread: Thread) -> MaskRecipe {
    walker.forget()
    let spaced = threadsAfterSpace(thread)
    walker.walkTokens(from: [thread], except: spaced.isEmpty ? .none : .whitespace)
    guard let first = spaced.first else { return collected() }
    let room = Int(machine.whitespaceLimit - first.space + 1)
    var recipe = collected()
    if case .none = recipe.base {} else { return structureWithoutTables(thread) }
    let start = recipe.added.lowerBound
    if room >= TrieNode.longest {
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
    for list in 0..<walker.foundCount {
      for place in tables.spaced.range(Int(walker.found(list)))
      where tables.spaced.counts[place] <= room {
        memo.add(tables.spaced.tokens[place])
      }
    }
    recipe.added = memo.end(start)
    return recipe
  }

  private mutating func structureWithoutTables(_ thread: Thread) -> MaskRecipe {
    walker.forget()
    walker.walkTokens(from: [thread])
    return collected()
  }

  /// The threads after a space that stands outside of leaves; none where it cannot, or where a leaf
  /// could read it too.
  private func threadsAfterSpace(_ thread: Thread) -> [Thread] {
    guard machine.whitespaceLimit > 0, machine.candidates(thread).contains(0x20) else { return [] }
    if thread.leaf >= 0 {
      for byte in [0x20, 0x0A, 0x0D, 0x09] as [UInt8]
      where machine.lexer.next(thread.leaf, byte) >= 0 { return [] }
    }
    var after: [Thread] = []
    machine.step(thread, 0x20, text: walker.text, into: &after)
    let isPlain = after.allSatisfy { $0.leaf < 0 && $0.space == after[0].space && $0.space > 0 }
    return isPlain ? after : []
  }
}
