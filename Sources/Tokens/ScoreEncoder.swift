/// Makes tokens of text as SentencePiece does: neighbours whose joined text is a token merge, the
/// token of the highest score first.
///
/// Source: Kudo, Richardson, "SentencePiece" (2018), the BPE model.
struct ScoreEncoder: Sendable {
  /// For each token its place in the order of merging: higher scores are smaller.
  private let priorities: [UInt32]
  private let priorityCount: Int
  private let unknown: Int32
  /// What the hash of a stretch of text takes, for stretches as long as tokens.
  private let hash: RollingHash
  private let powers: [UInt64]
  /// Tokens longer than this are not made by merging, so that a file cannot ask for endless tables.
  private static let longest = 1 << 16

  init(
    _ source: VocabularySource, _ vocabulary: Vocabulary, unknown: Int32
  ) throws(TokenError) {
    let count = source.tokens.count
    guard source.scores.isEmpty || source.scores.count >= count else {
      throw .wrongLength(
        key: "tokenizer.ggml.scores", expected: count, found: source.scores.count)
    }
    self.unknown = unknown
    let orders = (0..<count).map { Self.order($0 < source.scores.count ? source.scores[$0] : 0) }
    // Priorities are numbered without gaps: equal scores, equal number.
    var sorted = orders
    sorted.sort()
    var numbers: [UInt32: UInt32] = [:]
    for order in sorted where numbers[order] == nil { numbers[order] = UInt32(numbers.count) }
    priorities = orders.map { numbers[$0] ?? 0 }
    priorityCount = numbers.count
    hash = RollingHash(vocabulary.index.hash.seed)
    powers = hash.powers(min(max(vocabulary.longest, 8), Self.longest))
  }

  /// A number that falls as `score` rises; no score (NaN) comes last.
  private static func order(_ score: Float) -> UInt32 {
    if score.isNaN { return .max }
    let bits = score == 0 ? 0 : score.bitPattern
    return bits & 0x8000_0000 != 0 ? bits : ~(bits | 0x8000_0000)
  }

  /// Appends the ids of the piece `range` of `text`.
  func encode(
    _ text: [UInt8], _ range: Range<Int>, _ vocabulary: Vocabulary,
    _ merger: inout Merger, _ joiner: inout TextJoiner, _ ids: inout [Int32]
  ) {
    merger.reset()
    joiner.begin(text, range)
    var i = range.lowerBound
    while i < range.upperBound {
      let end = min(i + Characters.length(text[i]), range.upperBound)
      let id = vocabulary.id(text, i..<end, hash: joiner.hash(i, end))
      merger.ids.append(id.map { UInt32($0) } ?? .max)
      merger.starts.append(i)
      i = end
    }
    merger.starts.append(range.upperBound)
    merger.run(joiner)
    for k in 0..<merger.ids.count {
      if merger.ids[k] != .max {
        ids.append(Int32(truncatingIfNeeded: merger.ids[k]))
      } else {
        for i in merger.starts[k]..<merger.starts[k + 1] {
          let byte = vocabulary.byteTokens[Int(text[i])]
          if byte >= 0 { ids.append(byte) } else if unknown >= 0 { ids.append(unknown) }
        }
      }
    }
  }

  /// A joiner for `vocabulary`, to be kept for a whole text.
  func joiner(_ vocabulary: Vocabulary) -> TextJoiner {
    TextJoiner(vocabulary, priorities, count: priorityCount, hash, powers)
  }
}

/// Joins neighbours by looking their text up.
///
/// The hash of any stretch follows from two prefix hashes, so a question costs O(1) besides the
/// comparison of the text.
struct TextJoiner: Joining {
  private let vocabulary: Vocabulary
  private let ranks: [UInt32]
  let priorities: Int
  private var text: [UInt8] = []
  /// The reduced prefix hash of the piece's first `i` bytes.
  private var prefixes: [UInt64] = []
  private var base = 0
  private let rolling: RollingHash
  private let powers: [UInt64]

  /// A joiner with the priority of each token, all below `count`, and the powers of `hash` for each
  /// length that is looked up.
  init(
    _ vocabulary: Vocabulary, _ ranks: [UInt32], count: Int, _ hash: RollingHash,
    _ powers: [UInt64]
  ) {
    self.vocabulary = vocabulary
    self.ranks = ranks
    priorities = count
    rolling = hash
    self.powers = powers
  }

  /// Takes up the piece `range` of `text`.
  mutating func begin(_ text: [UInt8], _ range: Range<Int>) {
    self.text = text
    base = range.lowerBound
    prefixes.removeAll(keepingCapacity: true)
    prefixes.append(0)
    var prefix: UInt64 = 0
    for i in range {
      prefix = rolling.step(prefix, text[i])
      prefixes.append(RollingHash.reduced(prefix))
    }
  }

  /// The hash of `start..<end`, at most `longest` (or 8) bytes.
  @inline(__always)
  func hash(_ start: Int, _ end: Int) -> UInt64 {
    rolling.stretch(prefixes[start - base], prefixes[end - base], powers[end - start])
  }

  @inline(__always)
  func join(_ left: UInt32, _ right: UInt32, start: Int, end: Int) -> UInt64 {
    guard end - start < powers.count,
      let id = vocabulary.id(text, start..<end, hash: hash(start, end))
    else { return MergeTable.none }
    return UInt64(ranks[Int(id)]) << 32 | UInt64(UInt32(bitPattern: id))
  }
}
