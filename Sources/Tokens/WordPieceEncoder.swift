/// Makes tokens of words by taking the longest piece at each place.
///
/// A word begins with `▁`, as first pieces are spelled; a word that pieces do not tile is one unknown
/// token.
///
/// ```
/// "Playing, Ü" ─▶ ▁playing ▁, ▁u ─▶ [▁play][ing] [▁,] [▁u]
/// ```
/// Source: Devlin et al., "BERT" (2018), the WordPiece tokenizer.
struct WordPieceEncoder: Sendable {
  private let finder: TokenFinder
  private let normalizer: WordNormalizer
  private let unknown: Int32?

  init(_ vocabulary: Vocabulary, _ normalizer: WordNormalizer, unknown: Int32?) {
    finder = TokenFinder(vocabulary) { _ in true }
    self.normalizer = normalizer
    self.unknown = unknown
  }

  /// The links followed while the tables were made.
  var work: Int { finder.work }

  /// Appends the ids of `range` of `text`; returns the steps that it took.
  func encode(_ text: [UInt8], _ range: Range<Int>, seed: HashSeed, _ ids: inout [Int32]) -> Int {
    var words = Words(encoder: self, length: range.count, seed: seed)
    swap(&words.ids, &ids)
    var i = range.lowerBound
    while i < range.upperBound {
      let (scalar, length) = CharacterTable.decode(text, i, range.upperBound)
      i += length
      let (kept, action) = normalizer[scalar]
      switch action {
      case .keep: words.append(kept)
      case .separate: words.finish()
      case .drop: break
      case .isolate:
        words.finish()
        words.append(kept)
        words.finish()
      }
    }
    words.finish()
    swap(&words.ids, &ids)
    return range.count + words.work
  }

  /// The normalised words of one text, and their ids.
  private struct Words {
    let encoder: WordPieceEncoder
    var ids: [Int32] = []
    private(set) var work = 0
    private var text: [UInt8] = []
    private var start = 0
    private var places: [Int32] = []
    private var cache: WordCache
    private let hash: TextHash

    init(encoder: WordPieceEncoder, length: Int, seed: HashSeed) {
      self.encoder = encoder
      cache = WordCache(length: length)
      hash = TextHash(kind: .blocks, seed: seed)
      text.reserveCapacity(length + length / 2)
    }

    /// Adds a character to the current word.
    @inline(__always)
    mutating func append(_ scalar: UInt32) {
      if text.count == start { text.append(contentsOf: SpaceMark.bytes) }
      if scalar < 0x80 {
        text.append(UInt8(truncatingIfNeeded: scalar))
      } else {
        Characters.append(scalar, to: &text)
      }
    }

    /// Ends the current word, if there is one.
    @inline(__always)
    mutating func finish() {
      if text.count == start { return }
      let range = start..<text.count
      let hash = hash.of(text, range)
      if !cache.recall(text, range, hash: hash, &ids) {
        let first = ids.count
        match(range)
        cache.note(range, hash: hash, ids, from: first)
      }
      start = text.count
    }

    private mutating func match(_ range: Range<Int>) {
      let first = ids.count
      work += encoder.finder.longest(text, range, &places)
      var i = 0
      while i < range.count {
        let number = Int(places[i])
        guard number >= 0 else {
          ids.removeSubrange(first...)
          if let unknown = encoder.unknown { ids.append(unknown) }
          return
        }
        ids.append(encoder.finder.ids[number])
        i += Int(encoder.finder.lengths[number])
      }
    }
  }
}
