extension Tokenizer {
  /// The ids of `text`.
  ///
  /// - Parameters:
  ///   - addSpecial: put BOS before and EOS after the text, as far as the vocabulary wants them.
  ///   - parseSpecial: recognise control tokens (`<|im_end|>`) in the text. User-defined tokens are
  ///     always recognised.
  package func encode(
    _ text: String, addSpecial: Bool = false, parseSpecial: Bool = false
  ) -> [Int32] {
    encode(utf8: Array(text.utf8), addSpecial: addSpecial, parseSpecial: parseSpecial)
  }

  /// The ids of text given as bytes, which need not be valid UTF-8.
  ///
  /// Byte-level vocabularies keep every byte that they have a token for (a few lack bytes that are rare
  /// in UTF-8; these are left out). In rules, a byte that is in no character counts as a symbol.
  /// - Parameter continuing: the text goes on another one, so no space is put before it.
  package func encode(
    utf8 text: [UInt8], addSpecial: Bool = false, parseSpecial: Bool = false,
    continuing: Bool = false
  ) -> [Int32] {
    var ids: [Int32] = []
    ids.reserveCapacity(text.count / 3 + 4)
    if addSpecial, addBOS, let bos { ids.append(bos) }
    var merger = Merger()
    encode(text, parseSpecial: parseSpecial, continuing: continuing, &merger, &ids)
    if addSpecial, let last = closing { ids.append(last) }
    return ids
  }

  /// The ids of a prompt of text that may hold control tokens and data that must not.
  ///
  /// Words reach over the borders of data, as they do in one text.
  /// - Parameters:
  ///   - data: where data lies in `text`, ascending and without overlaps.
  ///   - guarding: tokens that are not recognised in data, besides all control tokens.
  ///   - continuing: the text goes on another one, so no space is put before it.
  package func encode(
    prompt text: [UInt8], data: [Range<Int>], guarding: Set<Int32> = [], continuing: Bool = false
  ) -> [Int32] {
    var ids: [Int32] = []
    var merger = Merger()
    encode(
      text, parseSpecial: true, continuing: continuing, &merger, &ids,
      guarded: SpecialTokens.Guarded(ranges: data, tokens: guarding))
    return ids
  }

  /// The number of pairs that encoding `text` looks at, or of steps where nothing merges: a measure of
  /// work that does not depend on the machine.
  package func pairsExamined(utf8 text: [UInt8]) -> Int {
    var ids: [Int32] = []
    var merger = Merger()
    encode(text, parseSpecial: false, continuing: false, &merger, &ids)
    return merger.work
  }

  /// The words that a byte-level vocabulary cuts `text` into before merging; for other vocabularies
  /// the whole text.
  package func words(_ text: String) -> [String] {
    guard case .bytePair(_, let stages, let table) = encoding.encoder else { return [text] }
    let text = ClassifiedText(Array(text.utf8), table: table)
    var cascade = Cascade(stages)
    var words: [String] = []
    var p = 0
    while p < text.bytes.count {
      let q = cascade.wordEnd(text, p, text.bytes.count)
      words.append(String(decoding: text.bytes[p..<q], as: UTF8.self))
      p = q
    }
    return words
  }

  private func encode(
    _ text: [UInt8], parseSpecial: Bool, continuing: Bool, _ merger: inout Merger,
    _ ids: inout [Int32], guarded: SpecialTokens.Guarded = .init()
  ) {
    let encoding = encoding
    var afterSpecial = !continuing
    for part in special.split(text, all: parseSpecial, guarded: guarded) {
      switch part {
      case .token(let id):
        ids.append(id)
        afterSpecial = true
      case .text(let range):
        switch encoding.encoder {
        case .bytePair(let pairs, let stages, let table):
          let part = range.count == text.count ? text : Array(text[range])
          var cache = WordCache(length: part.count)
          encoding.encodeWords(
            ClassifiedText(part, table: table), from: 0, stages, pairs, &cache, &merger, &ids)
        case .spacedBytePair(let pairs):
          encoding.encodeLines(
            SpaceMark.escape(text, range, prefix: false), pairs, &merger, &ids)
        case .score(let scores):
          let prefix = addsSpacePrefix && afterSpecial
          encoding.encodePieces(
            SpaceMark.escape(text, range, prefix: prefix), scores, &merger, &ids)
        case .wordPiece(let pieces):
          let seed = encoding.vocabulary.index.hash.seed
          merger.work += pieces.encode(text, range, seed: seed, &ids)
        case .unigram(let unigram):
          let isNext = continuing && range.lowerBound == 0
          merger.work += unigram.encode(text, range, continuing: isNext, &ids)
        case .longestMatch(let longest): merger.work += longest.encode(text, range, &ids)
        case .cost(let cost): merger.work += cost.encode(text, range, &ids)
        }
        afterSpecial = false
      }
    }
  }

}

extension Encoding {
  /// Byte-level text from `start` on, word by word.
  func encodeWords(
    _ text: borrowing ClassifiedText, from start: Int, _ stages: [Stage], _ pairs: BytePairEncoder,
    _ cache: inout WordCache, _ merger: inout Merger, _ ids: inout [Int32]
  ) {
    let end = text.bytes.count
    var p = start
    if stages.count == 1, case .words(let rules) = stages[0] {
      while p < end {
        let q = rules.wordEnd(text, p, end)
        encodeWord(text.bytes, p..<q, pairs, &cache, &merger, &ids)
        p = q
      }
    } else if stages.count == 1, case .gpt2 = stages[0] {
      while p < end {
        let q = GPT2Words.wordEnd(text, p, end)
        encodeWord(text.bytes, p..<q, pairs, &cache, &merger, &ids)
        p = q
      }
    } else {
      var cascade = Cascade(stages)
      while p < end {
        let q = cascade.wordEnd(text, p, end)
        encodeWord(text.bytes, p..<q, pairs, &cache, &merger, &ids)
        p = q
      }
    }
  }

  @inline(__always)
  private func encodeWord(
    _ text: [UInt8], _ range: Range<Int>, _ pairs: BytePairEncoder, _ cache: inout WordCache,
    _ merger: inout Merger, _ ids: inout [Int32]
  ) {
    let hash = vocabulary.index.hash.of(text, range)
    if cache.recall(text, range, hash: hash, &ids) { return }
    let first = ids.count
    pairs.encode(text, range, hash: hash, vocabulary, &merger, &ids)
    cache.note(range, hash: hash, ids, from: first)
  }

  /// Text with marked spaces: lines and runs of line ends, cut where no merge can cross.
  fileprivate func encodeLines(
    _ text: [UInt8], _ pairs: BytePairEncoder, _ merger: inout Merger, _ ids: inout [Int32]
  ) {
    var cache = WordCache(length: text.count)
    var p = 0
    while p < text.count {
      let isLineEnd = text[p] == 0x0A
      var q = p + 1
      while q < text.count, (text[q] == 0x0A) == isLineEnd, !isCut(text, p, q) { q += 1 }
      if isLineEnd,
        let id = vocabulary.id(text, p..<q, hash: vocabulary.index.hash.of(text, p..<q))
      {
        ids.append(id)
      } else {
        encodeWord(text, p..<q, pairs, &cache, &merger, &ids)
      }
      p = q
    }
  }

  /// Text with marked spaces, cut where no merge can cross.
  fileprivate func encodePieces(
    _ text: [UInt8], _ scores: ScoreEncoder, _ merger: inout Merger, _ ids: inout [Int32]
  ) {
    var cache = WordCache(length: text.count)
    var joiner = scores.joiner(vocabulary)
    // Only the cache uses it: the joiner has hashes of its own.
    let hash = TextHash(kind: .blocks, seed: vocabulary.index.hash.seed)
    var p = 0
    while p < text.count {
      var q = p + 1
      while q < text.count, !isCut(text, p, q) { q += 1 }
      let hash = hash.of(text, p..<q)
      if !cache.recall(text, p..<q, hash: hash, &ids) {
        let first = ids.count
        scores.encode(text, p..<q, vocabulary, &merger, &joiner, &ids)
        cache.note(p..<q, hash: hash, ids, from: first)
      }
      p = q
    }
  }

  /// Whether text from `start` can be cut at `q`: a `▁` begins there after a character that no token
  /// has before a `▁`.
  @inline(__always)
  private func isCut(_ text: [UInt8], _ start: Int, _ q: Int) -> Bool {
    text[q] == 0xE2 && SpaceMark.begins(text, q, text.count)
      && !vocabulary.joinsMark[Int(text[q - 1])] && !SpaceMark.ends(text, start, q)
      && Characters.isBoundary(text, start, q)
  }
}
