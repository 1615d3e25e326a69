extension Languages {
  /// The term of a set of words.
  func wordSet(_ words: [String]) -> Term {
    var list = WordList()
    for word in words { list.append(word.unicodeScalars.lazy.map(\.value)) }
    return wordSet(list)
  }

  /// The term of a set of words, each as its scalars, in any order.
  func wordSet(_ words: [ContiguousArray<UInt32>]) -> Term {
    var list = WordList()
    for word in words { list.append(word) }
    return wordSet(list)
  }

  private func wordSet(_ list: WordList) -> Term {
    var mixer = Mixer(seed)
    let firstScalar = wordScalars.count
    let first = Int32(wordOffsets.count - 1)
    var count: Int32 = 0
    var previous = 0..<0
    for range in list.sorted() {
      let word = list.scalars[range]
      if count > 0, word == list.scalars[previous] { continue }
      previous = range
      wordScalars.append(contentsOf: word)
      for scalar in word { mixer.add(scalar) }
      mixer.add(.max)
      wordOffsets.append(Int32(wordScalars.count))
      count += 1
    }
    let added = first..<(first + count)
    let hash = mixer.result
    if let known = wordSets[hash], isSame(known, added) {
      wordScalars.removeLast(wordScalars.count - firstScalar)
      wordOffsets.removeLast(Int(count))
      return makeWords(known.lowerBound, known.upperBound, 0)
    }
    wordSets[hash] = added
    return makeWords(added.lowerBound, added.upperBound, 0)
  }

  private func isSame(_ x: Range<Int32>, _ y: Range<Int32>) -> Bool {
    x.count == y.count
      && zip(x, y).allSatisfy {
        wordScalars[wordRange($0)].elementsEqual(wordScalars[wordRange($1)])
      }
  }

  /// Where the scalars of a word are.
  func wordRange(_ word: Int32) -> Range<Int> {
    Int(wordOffsets[Int(word)])..<Int(wordOffsets[Int(word) + 1])
  }

  /// How many scalars a word has.
  @inline(__always)
  func wordLength(_ word: Int32) -> Int32 { wordOffsets[Int(word) + 1] - wordOffsets[Int(word)] }

  /// What is left of words of one set behind their first `depth` scalars, which are the same.
  func makeWords(_ low: Int32, _ high: Int32, _ depth: Int32) -> Term {
    if low >= high { return Self.empty }
    let isNullable = wordLength(low) == depth
    if isNullable, high - low == 1 { return Self.epsilon }
    var shortest: Int32 = isNullable ? 0 : 1
    var longest = LanguageNode.unlimited
    if high - low <= 64 {
      longest = 0
      shortest = .max
      for word in low..<high {
        longest = Swift.max(longest, wordLength(word) - depth)
        shortest = Swift.min(shortest, wordLength(word) - depth)
      }
    }
    return intern(
      LanguageNode(
        kind: .words, flags: isNullable ? [.live, .bothNullable] : .live, a: low, b: high, c: depth,
        shortest: shortest, longest: longest))
  }

  /// The words that a term of words stands for; "" for `epsilon`.
  func wordsOf(_ term: Term) -> [ContiguousArray<UInt32>] {
    let node = nodes[Int(term)]
    guard node.kind == .words else { return term == Self.epsilon ? [[]] : [] }
    return (node.a..<node.b).map {
      ContiguousArray(wordScalars[wordRange($0).dropFirst(Int(node.c))])
    }
  }

  /// The end of the words from `low` on that have the scalar of `low` behind `depth` scalars.
  func endOfGroup(_ low: Int32, _ high: Int32, _ depth: Int32) -> Int32 {
    let scalar = wordScalars[Int(wordOffsets[Int(low)] + depth)]
    var inside = low
    var outside = high
    // Galloping first: groups are short in large sets.
    var reach: Int32 = 1
    while inside + reach < outside {
      if wordScalars[Int(wordOffsets[Int(inside + reach)] + depth)] == scalar {
        inside += reach
        reach *= 2
      } else {
        outside = inside + reach
      }
    }
    while outside - inside > 1 {
      let middle = inside + (outside - inside) / 2
      if wordScalars[Int(wordOffsets[Int(middle)] + depth)] == scalar {
        inside = middle
      } else {
        outside = middle
      }
    }
    return outside
  }

  /// The term of those of its words that are in `language`.
  ///
  /// Words with a common beginning share its steps.
  func filter(_ words: Term, by language: Term) -> Term {
    var kept: [ContiguousArray<UInt32>] = []
    var states = [language]
    var previous: ContiguousArray<UInt32> = []
    for word in wordsOf(words) {
      var common = 0
      while common < word.count, common < previous.count, common + 1 < states.count,
        word[common] == previous[common]
      {
        common += 1
      }
      states.removeLast(states.count - 1 - common)
      while states.count <= word.count, let state = states.last, state != Self.empty {
        states.append(step(state, word[states.count - 1]))
      }
      if states.count == word.count + 1, let last = states.last,
        nodes[Int(last)].flags.contains(.nullableAtEnd)
      {
        kept.append(word)
      }
      previous = word
    }
    return wordSet(kept)
  }
}
