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
  }

  let encoder: Encoder
  /// The tokens, and after them the texts that merges pass through.
  let vocabulary: Vocabulary

  init(_ vocabulary: Vocabulary, scores: ScoreEncoder) {
    encoder = .score(scores)
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
}
