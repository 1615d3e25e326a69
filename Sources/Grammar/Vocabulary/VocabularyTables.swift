import TernTokens

/// What masks are made of that depends on the vocabulary alone: made once for each tokenizer.
///
/// Ready masks are for strings in JSON, where most tokens are possible. Counts of characters above
/// ``counted`` have no mask of their own; tokens that long are few and are looked at one by one.
package final class VocabularyTables: Sendable {
  package let tokenizer: Tokenizer
  /// The special tokens that may stand for texts of their own.
  let markers: VocabularyMarkers
  let trie: TokenTrie
  let masks: ReadyMasks
  /// For each token that stays inside a string's body: how many characters it needs, the last one
  /// perhaps incomplete; ``neverInside`` for others.
  let bodyCounts: [UInt8]
  /// Tokens that need more than ``counted`` characters, fewest first.
  let longBodies: [Int32]
  /// Tokens with a closing quote after a valid body, by what follows the quote.
  let closers: SuffixTable
  /// Tokens of JSON white space and something after it, by what follows.
  let spaced: SuffixTable
  /// Tokens of a mark of JSON (``Structure/marks``) and what follows it, with white space before it or
  /// none, by the mark and what follows.
  let marked: SuffixTable
  /// Tokens of nothing but JSON white space, shortest first, and their lengths.
  let spaces: [Int32]
  let spaceLengths: [UInt8]
  /// The bytes of white space that any token begins with, at most.
  let longestSpace: Int
  /// How many bytes of a number any token begins with, at most.
  let numberReach: Int
  /// Tokens that end a generation, ascending.
  package let endings: [Int32]

  /// Lengths that have masks of their own.
  static let counted = 32
  static let neverInside: UInt8 = 255

  /// Words of a mask.
  package var words: Int { masks.words }

  /// Some tens of milliseconds for 150,000 tokens.
  ///
  /// - Parameter markers: texts that rules ask for as markers (``GrammarRule/marker(_:)``). Those that
  ///   are control or user-defined tokens of the vocabulary are written by these tokens alone; of more
  ///   than 13, the rest counts as plain text.
  package init(_ tokenizer: Tokenizer, markers: [String] = []) {
    self.tokenizer = tokenizer
    self.markers = VocabularyMarkers(markers, tokenizer)
    trie = TokenTrie(tokenizer, markers: self.markers)
    let sorting = BodySorting(trie)
    bodyCounts = sorting.counts
    longBodies = sorting.longBodies
    closers = SuffixTable(sorting.closers)
    let white = WhiteSpaceTokens(trie)
    var masks = sorting.masks
    for token in white.spaces { masks.insert(token, into: ReadyMask.spaces) }
    self.masks = masks
    spaced = SuffixTable(white.spaced)
    marked = SuffixTable(white.marked)
    spaces = white.spaces
    spaceLengths = white.lengths
    longestSpace = Int(max(white.lengths.max() ?? 0, white.spaced.map(\.count).max() ?? 0))
    numberReach = trie.numberReach
    endings = tokenizer.endOfGeneration.filter { $0 >= 0 && $0 < tokenizer.count }.sorted()
  }
}

/// The numbers of the ready masks.
enum ReadyMask {
  /// Tokens that stay inside a string's body.
  static let inside = 0
  /// These and the tokens that end with the closing quote.
  static let body = 1
  /// Tokens with a byte beyond ASCII.
  static let beyondASCII = 2
  /// Those of ``inside`` that need at most `count` characters, 1…32.
  static func inside(upTo count: Int) -> Int { 2 + count }
  /// Tokens with a byte of a segment of ASCII: 1 is all, 2 and 3 its halves, … 128 + b is byte b.
  static func segment(_ node: Int) -> Int { 2 + VocabularyTables.counted + node }
  /// Tokens of nothing but JSON white space.
  static let spaces = segment(256)
  static let count = spaces + 1
}
