/// One stage of splitting: finds the next stretch that is a piece of its own.
///
/// Text between two stretches is a piece as well. All stages look at each character a bounded
/// number of times.
enum Stage: Sendable {
  /// GPT-2's words; they tile the text.
  case gpt2
  /// Words by `WordRules`; they tile the text.
  case words(WordRules)
  /// Kimi K2's words: `gpt-4o` without case, Han characters apart; they tile the text.
  case kimi
  /// `[^\n]+|\n+`.
  case lines
  /// `\p{N}{1,most}`.
  case numbers(most: Int)
  /// `[0-9][0-9][0-9]`.
  case threeDigits
  /// `\P{N}*\p{N}{1,3}(?=(\p{N}{3})*(?!\p{N}))`: numbers in threes from their ends, the first three or
  /// fewer with the text before them. Only as the first stage.
  case threesFromEnd
  /// `[\p{P}…]+`, with the ASCII signs of `extra`.
  case punctuation(extra: ASCIISigns)
  /// `[\r\n]`.
  case singleLineEnd
  /// `\s?` and a run of characters of a set.
  case spaced(CharacterSet)
  /// A run of characters of a set.
  case charactersOf(CharacterSet)
  /// `\s+$`.
  case trailingSpace
  /// ` ?[^(\s|.,!?…。，、।۔،)]+`.
  case spacedNonSigns
  /// DeepSeek V3's words of letters and marks.
  case markedWords

  /// The first stretch in `p..<end`; `nil` where there is none.
  @inline(__always)
  func find(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Range<Int>? {
    switch self {
    case .gpt2: p..<GPT2Words.wordEnd(text, p, end)
    case .words(let rules): p..<rules.wordEnd(text, p, end)
    case .kimi: p..<KimiWords.wordEnd(text, p, end)
    default: findRun(text, p, end)
    }
  }

  private func findRun(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Range<Int>? {
    switch self {
    case .gpt2, .words, .kimi: nil
    case .lines: Runs.line(text, p, end)
    case .numbers(let most): Runs.numbers(text, p, end, most: most)
    case .threeDigits: Runs.threeDigits(text, p, end)
    case .threesFromEnd: Runs.threesFromEnd(text, p, end)
    case .punctuation(let extra): Runs.punctuation(text, p, end, extra: extra)
    case .singleLineEnd: Runs.singleLineEnd(text, p, end)
    case .spaced(let set): Runs.spaced(text, p, end, set)
    case .charactersOf(let set): Runs.characters(text, p, end, of: set)
    case .trailingSpace: Runs.trailingSpace(text, p, end)
    case .spacedNonSigns: Runs.spacedNonSigns(text, p, end)
    case .markedWords: MarkedWords.find(text, p, end)
    }
  }
}

/// The piecewise splitting of a stretch of text by stages, one word after another.
///
/// The word at `p` is found by cutting `p..<end` with the first stage, the piece that begins at `p`
/// with the second, and so on; pieces not yet used up are remembered.
struct Cascade {
  private let stages: [Stage]
  /// Where the current piece of each stage ends.
  private var ends: [Int]
  /// A stretch that a stage has found but not reached yet.
  private var found: [Range<Int>]

  init(_ stages: [Stage]) {
    self.stages = stages
    ends = [Int](repeating: 0, count: stages.count)
    found = [Range<Int>](repeating: 0..<0, count: stages.count)
  }

  /// The end of the word that begins at `p`, which is before `end`.
  ///
  /// Calls must go through the text in order.
  @inline(__always)
  mutating func wordEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    var limit = end
    for k in 0..<stages.count {
      if ends[k] <= p { ends[k] = pieceEnd(text, p, limit, k) }
      limit = ends[k]
    }
    return limit
  }

  private mutating func pieceEnd(
    _ text: borrowing ClassifiedText, _ p: Int, _ limit: Int, _ k: Int
  ) -> Int {
    if found[k].lowerBound == p, !found[k].isEmpty { return found[k].upperBound }
    guard let range = stages[k].find(text, p, limit), !range.isEmpty else { return limit }
    if range.lowerBound == p { return range.upperBound }
    found[k] = range
    return range.lowerBound
  }
}
