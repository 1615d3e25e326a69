/// What turning text into tokens takes beyond the tokens themselves.
///
/// A table of 280,000 merges is most of the work of making a tokenizer, and decoding does without:
/// so it is made when text is first encoded.
final class Encoding: Sendable {
  /// How a kind of vocabulary makes tokens.
  enum Encoder: Sendable {
    case bytePair(BytePairEncoder, stages: [Stage], CharacterTable)
    case spacedBytePair(BytePairEncoder)
    case score(ScoreEncoder)
    case wordPiece(WordPieceEncoder)
    case unigram(UnigramEncoder)
    case longestMatch(LongestMatchEncoder)
    case cost(CostEncoder)
  }

  let encoder: Encoder
  /// The tokens, and after them the texts that merges pass through.
  let vocabulary: Vocabulary

  init(_ vocabulary: Vocabulary, _ encoder: Encoder) {
    self.encoder = encoder
    self.vocabulary = vocabulary
  }

  /// Byte-level BPE.
  init(_ tokens: Vocabulary, merges: ByteStrings, rules: PreTokenizer) {
    var vocabulary = tokens
    let pairs = BytePairEncoder(merges, ignoresMerges: rules.ignoresMerges, for: &vocabulary)
    encoder = .bytePair(pairs, stages: rules.stages, CharacterTable())
    self.vocabulary = vocabulary
  }

  /// BPE on characters.
  init(_ tokens: Vocabulary, merges: ByteStrings) {
    var vocabulary = tokens
    encoder = .spacedBytePair(BytePairEncoder(merges, ignoresMerges: false, for: &vocabulary))
    self.vocabulary = vocabulary
  }

  /// The slots and links that making the tables looked at.
  var work: Int {
    switch encoder {
    case .bytePair(let pairs, _, _), .spacedBytePair(let pairs):
      vocabulary.index.work + pairs.table.work
    case .score: vocabulary.index.work
    case .wordPiece(let pieces): vocabulary.index.work + pieces.work
    case .unigram(let unigram): vocabulary.index.work + unigram.work
    case .longestMatch(let longest): vocabulary.index.work + longest.work
    case .cost(let cost): vocabulary.index.work + cost.work
    }
  }
}
