/// A vocabulary as a file states it, before anything is made of it.
///
/// This is the plain form between file reading and tokenizing; tests build small ones by hand.
package struct VocabularySource: Sendable {
  /// `tokenizer.ggml.model`, one of `Tokenizer.knownModels`.
  package var model: String
  /// `tokenizer.ggml.pre`, the name of the pre-tokenizer's rules; empty where absent.
  package var pre = ""
  /// The spelling of each token; its index is its id.
  package var tokens = ByteStrings()
  /// One score for each token, or empty; only `llama`, `t5` and `plamo2`
  /// vocabularies use them.
  package var scores: [Float] = []
  /// One `TokenAttribute` raw value for each token, or empty (all normal).
  package var types: [Int32] = []
  /// Merge rules, best first: the spelling of both halves with one space between; `nil` if absent.
  package var merges: ByteStrings?
  /// `bos_token_id`, `eos_token_id`, `eot_token_id`, `eom_token_id`, `unknown_token_id`,
  /// `padding_token_id`, `fim_pad_token_id`, … by those names.
  package var ids: [String: Int] = [:]
  /// `add_bos_token`; `nil` where absent.
  package var addBOS: Bool?
  /// `add_eos_token`; `nil` where absent.
  package var addEOS: Bool?
  /// `add_space_prefix`; `nil` where absent.
  package var addSpacePrefix: Bool?
  /// `add_sep_token`; `nil` where absent.
  package var addSeparator: Bool?
  /// `remove_extra_whitespaces` of a `t5` vocabulary; `nil` where absent.
  package var removeExtraWhitespaces: Bool?
  /// `precompiled_charsmap`: the normaliser of a `t5` vocabulary; `nil` where absent.
  package var characterMap: [UInt8]?
  /// `normalizer.lowercase` of a `bert` vocabulary; `nil` where absent.
  package var lowercases: Bool?
  /// `normalizer.strip_accents` of a `bert` vocabulary; `nil` where absent.
  package var stripsAccents: Bool?
  /// `general.architecture`: two families of models are known by it to eat the space before `<mask>`.
  package var architecture = ""
  /// `general.name`: two families of models are known by it to eat the space beside special tokens.
  package var name = ""

  package init(model: String) { self.model = model }
}
