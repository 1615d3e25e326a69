extension MaskBuilder {
  /// In a string whose rest is any `minimum` to `maximum` characters.
  mutating func body(
    _ thread: Thread, _ minimum: Int, _ maximum: Int?, _ isTextual: Bool
  ) -> MaskRecipe {
    var recipe = MaskRecipe()
    let counted = VocabularyTables.counted
    if let maximum, maximum <= counted {
      recipe.base = maximum > 0 ? .ready(ReadyMask.inside(upTo: maximum)) : .none
    } else {
      recipe.base = .ready(minimum == 0 && maximum == nil ? ReadyMask.body : ReadyMask.inside)
      if let maximum { recipe.removed = longer(than: maximum) }
    }
    recipe.added = closers(thread, minimum, maximum, isTextual)
    return recipe
  }

  /// The tokens that need more than `count` characters, of those without a mask of their own.
  mutating func longer(than count: Int) -> Range<Int> {
    let start = memo.begin()
    for token in tables.longBodies.reversed() {
      guard tables.bodyCounts[Int(token)] > count else { break }
      memo.add(token)
    }
    return memo.end(start)
  }

  /// The tokens with a closing quote after `minimum` to `maximum` characters; for any number, without
  /// those that end with it.
  private mutating func closers(
    _ thread: Thread, _ minimum: Int, _ maximum: Int?, _ isTextual: Bool
  ) -> Range<Int> {
    let lists = closerLists(thread, isTextual)
    let start = memo.begin()
    if minimum > 0 || maximum != nil { addClosers(0, minimum, maximum) }
    let isAlike = isTextual && machine.treatsTextAlike(thread)
    for place in lists {
      // What follows may depend on the text: what was found holds for tokens that begin with the
      // quote, all others are tried.
      let list = Int(memo.ids[place])
      let holds = !isTextual || (isAlike && !tables.closers.hasStrings[list])
      addClosers(list, minimum, holds ? maximum : 0)
    }
    if isTextual {
      addTextualClosers(thread, max(1, minimum), maximum, onlyStrings: isAlike)
    }
    return memo.end(start)
  }

  /// Adds the tokens of list `list` with `minimum` to `maximum` characters before the quote.
  private mutating func addClosers(_ list: Int, _ minimum: Int, _ maximum: Int?) {
    let closers = tables.closers
    for place in closers.range(list) {
      let count = Int(closers.counts[place])
      if count < minimum { continue }
      if let maximum, count > maximum { break }
      memo.add(closers.tokens[place])
    }
  }

  /// The lists of rests that may follow the closing quote; the empty rest is not among them.
  private mutating func closerLists(_ thread: Thread, _ isTextual: Bool) -> Range<Int> {
    let key = MaskMemo.StackKey(stack: thread.stack)
    if !isTextual, remembers, let known = memo.closers[key] { return known }
    walker.forget()
    walker.text.append(UInt8(ascii: "\""))
    walker.walkRests(of: tables.closers, from: closed(thread))
    walker.text.removeLast()
    let start = memo.begin()
    for place in 0..<walker.foundCount { memo.add(Int32(walker.found(place))) }
    let lists = memo.end(start)
    if !isTextual, remembers { memo.closers.keep(key, lists) }
    return lists
  }

  private func closed(_ thread: Thread) -> Thread {
    Thread(leaf: Lexer.done, stack: thread.stack, start: thread.start)
  }

  /// Tries the tokens with `minimum` to `maximum` characters before the quote and something behind
  /// it, or only those with a whole string there.
  private mutating func addTextualClosers(
    _ thread: Thread, _ minimum: Int, _ maximum: Int?, onlyStrings: Bool
  ) {
    let after = machine.candidates(closed(thread))
    let nodes = tables.closers.trie.nodes
    var node = 0
    while node < nodes.count {
      let end = nodes[node].end
      guard after.contains(nodes[node].byte) else {
        node = end
        continue
      }
      while node < end {
        let list = nodes[node].value
        if list != TrieNode.none, !onlyStrings || tables.closers.hasStrings[Int(list)] {
          for place in tables.closers.range(Int(list)) {
            let (token, count) = (tables.closers.tokens[place], Int(tables.closers.counts[place]))
            guard count >= minimum, count <= maximum ?? .max else { continue }
            if walker.canRead(tables.trie.range(of: token), from: [thread]) { memo.add(token) }
          }
        }
        node += 1
      }
    }
  }

  /// In a string that may be anything but some words: what leaves those words is as in a free body.
  mutating func exceptWords(_ thread: Thread, _ isTextual: Bool) -> MaskRecipe {
    var recipe = MaskRecipe()
    recipe.base = .ready(ReadyMask.body)
    let all = closers(thread, 0, nil, isTextual)
    walker.forget()
    walker.walkDifference(from: thread.leaf, free: machine.lexer.freeBodyStart)
    recipe.removed = keepFound()
    scratch.clear()
    for place in recipe.removed { scratch.insert(memo.ids[place]) }
    let start = memo.begin()
    for place in all where !scratch.contains(memo.ids[place]) { memo.add(memo.ids[place]) }
    recipe.added = memo.end(start)
    return recipe
  }
}
