/// Turns text into token ids and back.
///
/// Immutable after `init`, so any thread may use it. Encoding costs O(n log n) at worst for n bytes,
/// and O(n) for text with words of bounded length; a call keeps all its buffers to itself.
///
/// ```
/// text ─▶ special tokens ─▶ words ─▶ symbols ─▶ merges ─▶ ids
///         SpecialTokens     Stage    Vocabulary  Merger
/// ```
package final class Tokenizer: Sendable {
  let vocabulary: Vocabulary
  private let lazyEncoding: Lazy<Encoding>
  let special: SpecialTokens
  let roles: SpecialRoles
  /// Whether text gets a space before it.
  let addsSpacePrefix: Bool
  /// `tokenizer.ggml.model` of the file.
  package let kind: String
  /// `tokenizer.ggml.pre` of the file; empty where it names none.
  package let pre: String

  /// The values of `tokenizer.ggml.model` that are understood.
  package static let knownModels = [
    "bert", "gemma4", "gpt2", "llama", "plamo2", "rwkv", "t5",
  ]

  /// Builds a tokenizer: some milliseconds for 150,000 tokens.
  ///
  /// The table of merges is made when text is first encoded, or by ``prepare()``. All of it takes time
  /// in proportion to the size of the vocabulary, whatever is in it.
  /// - Parameter seed: what the tables' hashes depend on; ids do not.
  package init(_ source: VocabularySource, seed: HashSeed = .process) throws(TokenError) {
    kind = source.model
    pre = source.pre
    let plan = try EncodingPlan(source, seed: seed)
    var vocabulary = plan.vocabulary
    let roles = SpecialRoles(source, defaultBOS: plan.addsBOS, &vocabulary)
    self.roles = roles
    addsSpacePrefix = plan.addsSpacePrefix
    special = SpecialTokens(Self.specialTokens(source, vocabulary))
    self.vocabulary = vocabulary
    let attributes = vocabulary.attributes
    lazyEncoding = Lazy { plan.make(roles, attributes) }
  }

  /// What encoding needs; made when it is first asked for.
  var encoding: Encoding { lazyEncoding.value }

  /// Makes what encoding needs now: about a tenth of a second for 280,000 merges.
  ///
  /// May run beside other work; who encodes meanwhile waits for it.
  package func prepare() { _ = encoding }

  /// The number of slots that making the tables looks at: a measure of work that does not depend on
  /// the machine.
  package var slotsExamined: Int { encoding.work }

  /// The tokens looked for in text before anything else, and the white space they swallow: files do
  /// not say which do, so families are known by name.
  private static func specialTokens(
    _ source: VocabularySource, _ vocabulary: Vocabulary
  ) -> [SpecialTokens.Token] {
    let name = source.name.lowercased()
    let isPhi3 = name.contains("phi-3") || name.contains("phi3")
    let masks =
      ["jina-v2-de", "jina-v2-es", "jina-v2-code"].contains(source.pre)
      || ["nomic-bert-moe", "jina-bert-v3"].contains(source.architecture)
    let mask = masks ? "<mask>" : !isPhi3 && name.contains("modern-bert") ? "[MASK]" : nil
    let notStripping = ["<unk>", "<s>", "<|endoftext|>"].map { Array($0.utf8) }
    return (0..<vocabulary.count).compactMap { id in
      let attribute = vocabulary.attributes[id]
      guard attribute == .control || attribute == .userDefined || attribute == .unknown else {
        return nil
      }
      let text = Array(vocabulary.texts[id])
      return SpecialTokens.Token(
        id: Int32(id), text: text, onRequest: attribute != .userDefined,
        stripsLeft: mask.map { Array($0.utf8) == text } ?? false,
        stripsRight: isPhi3 && !notStripping.contains(text))
    }
  }
}

extension Tokenizer {
  /// Number of tokens.
  package var count: Int { vocabulary.count }
  /// The token before a text.
  package var bos: Int32? { roles.bos }
  /// The token after a text.
  package var eos: Int32? { roles.eos }
  /// The token after a turn of a conversation.
  package var eot: Int32? { roles.eot }
  /// The token for what the vocabulary cannot spell.
  package var unknown: Int32? { roles.unknown }
  /// The token that fills up batches.
  package var padding: Int32? { roles.padding }
  /// The token between two texts: `[SEP]`.
  package var separator: Int32? { roles.separator }
  /// The token for a word that is left out: `[MASK]`.
  package var mask: Int32? { roles.mask }
  /// Whether `addSpecial` puts BOS before a text.
  package var addBOS: Bool { roles.addBOS && roles.bos != nil }
  /// Whether `addSpecial` puts EOS after a text.
  package var addEOS: Bool { roles.addEOS && roles.eos != nil }
  /// Whether a separator goes between the two texts of a pair.
  package var addSeparator: Bool { roles.addSeparator && roles.separator != nil }
  /// The token that `addSpecial` puts after a text: EOS, for WordPiece vocabularies the separator.
  package var closing: Int32? {
    vocabulary.kind == .wordPiece ? separator : addEOS ? eos : nil
  }
  /// Tokens after which generation stops.
  package var endOfGeneration: Set<Int32> { roles.endOfGeneration }

  /// What token `id` is for; `nil` outside the vocabulary.
  package func attributes(of id: Int32) -> TokenAttribute? {
    id >= 0 && id < vocabulary.count ? vocabulary.attributes[Int(id)] : nil
  }

  /// The token that the file spells `name` (special tokens are spelled as in text).
  package func token(named name: String) -> Int32? {
    vocabulary.id(spelled: Array(name.utf8))
  }

  /// The file's spelling of token `id`; `nil` outside the vocabulary.
  package func text(of id: Int32) -> String? {
    guard id >= 0, id < vocabulary.count else { return nil }
    return String(decoding: vocabulary.texts[Int(id)], as: UTF8.self)
  }
}
