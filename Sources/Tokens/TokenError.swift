/// What can be wrong with a vocabulary or with ids handed to one.
package enum TokenError: Error, Equatable, Sendable, CustomStringConvertible {
  /// `tokenizer.ggml.model` names a kind of vocabulary that is not known.
  case unknownModel(name: String, known: [String])
  /// `tokenizer.ggml.pre` names pre-tokenizer rules that are not known.
  case unknownPreTokenizer(name: String, known: [String])
  /// A metadata key that the kind of vocabulary needs is absent.
  case missingKey(String)
  /// A metadata key holds another type than it must.
  case wrongType(key: String, expected: String)
  /// A per-token list is shorter than the list of tokens.
  case wrongLength(key: String, expected: Int, found: Int)
  /// The normaliser's rules (`precompiled_charsmap`) cannot be followed.
  case damagedCharacterMap(String)
  /// An id is outside `0..<count`.
  case invalidToken(id: Int32, count: Int)

  package var description: String {
    switch self {
    case .unknownModel(let name, let known):
      "unknown tokenizer model '\(name)' (known: \(known.joined(separator: ", ")))"
    case .unknownPreTokenizer(let name, let known):
      "unknown pre-tokenizer '\(name)' (known: \(known.joined(separator: ", ")))"
    case .missingKey(let key):
      "the vocabulary has no '\(key)'"
    case .wrongType(let key, let expected):
      "'\(key)' is not \(expected)"
    case .wrongLength(let key, let expected, let found):
      "'\(key)' has \(found) entries, the vocabulary \(expected) tokens"
    case .damagedCharacterMap(let fault):
      "'tokenizer.ggml.precompiled_charsmap' is damaged: \(fault)"
    case .invalidToken(let id, let count):
      "token \(id) is not in the vocabulary of \(count) tokens"
    }
  }
}
