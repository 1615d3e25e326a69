import TernFormat
import TernKernels

/// Why a model could not be built from a file or a batch could not be run.
///
/// Every case carries what was found and what was expected; `description` is one line.
package enum ModelError: Error, Equatable, CustomStringConvertible {
  /// `general.architecture` names a family that the table does not hold; `nearest` is the one that
  /// is most like it, where one is like it at all.
  case unknownArchitecture(String, nearest: NearestFamily?, known: [String])
  /// The file is none of a model that reads and writes text.
  case notLanguageModel(FileKind, architecture: String?)
  /// A metadata key that the family needs is absent.
  case missingKey(String)
  /// A metadata value is of the wrong kind or outside of what is possible.
  case badValue(key: String, found: String, expected: String)
  /// A tensor that the family needs is absent.
  case missingTensor(String)
  /// A tensor has another shape than the metadata says (GGUF order: row length first).
  case wrongShape(tensor: String, expected: [Int], found: [Int])
  /// A tensor cannot be used: its type has no kernel, or its values are not numbers.
  case badTensor(String, reason: String)
  /// A layer holds a tensor the family does not know: the file is of a variant not supported.
  case unusedTensor(String, architecture: String)
  /// A cache of this type cannot hold heads of this width.
  case unsupportedCache(type: String, headDimension: Int)
  /// A token id that the vocabulary does not have.
  case tokenOutOfRange(Int32, vocabulary: Int)
  /// A position at or beyond the allowed context.
  case contextExceeded(position: Int, limit: Int)
  /// A context length that the model does not reach, or that is not positive.
  case badContext(requested: Int, limit: Int)
  /// A row does not continue its cache: rows of one cache must come in order, without gaps.
  case positionGap(expected: Int, found: Int)
  /// The model reads whole texts: it has no logits, and a text that was read is not continued.
  case encoderOnly(architecture: String)
  /// The file has nothing that gives scores.
  case noRankingHead(architecture: String)
  /// What the model computed for a position is NaN or infinite: its weights are damaged.
  case notFinite(position: Int)
  /// There is no memory for a pass, or none for the keys and values that it would add.
  case memory(MemoryError)
  /// The progress handler asked to stop loading.
  case cancelled
  /// The file itself is damaged.
  case format(FormatError)

  package var description: String {
    switch self {
    case .unknownArchitecture(let name, let nearest?, _):
      "unknown architecture \(Self.quoted(name)); \(nearest)"
    case .unknownArchitecture(let name, nil, let known):
      "unknown architecture \(Self.quoted(name)), unlike those known: "
        + known.joined(separator: ", ")
    case .notLanguageModel(let kind, let architecture):
      "the file cannot be used as a model: it is \(kind)"
        + (architecture.map { "; its architecture is \(Self.quoted($0))" } ?? "")
    case .missingKey(let key):
      "metadata key \(Self.quoted(key)) is missing"
    case .badValue(let key, let found, let expected):
      "metadata key \(Self.quoted(key)) is \(Self.quoted(found)), expected \(expected)"
    case .missingTensor(let name):
      "tensor \(Self.quoted(name)) is missing"
    case .wrongShape(let name, let expected, let found):
      "tensor \(Self.quoted(name)) has shape \(found), expected \(expected)"
    case .badTensor(let name, let reason):
      "tensor \(Self.quoted(name)) cannot be used: \(reason)"
    case .unusedTensor(let name, let architecture):
      "tensor \(Self.quoted(name)) is not known for architecture \(Self.quoted(architecture))"
    case .unsupportedCache(let type, let dimension):
      "a \(type) cache cannot hold heads of dimension \(dimension)"
    case .tokenOutOfRange(let token, let vocabulary):
      "token \(token) is outside of the vocabulary of \(vocabulary)"
    case .contextExceeded(let position, let limit):
      "position \(position) exceeds the context of \(limit) tokens"
    case .badContext(let requested, let limit):
      "a context of \(requested) tokens was asked for, the model allows 1 to \(limit)"
    case .positionGap(let expected, let found):
      "a row names position \(found), its cache continues at \(expected)"
    case .encoderOnly(let architecture):
      "architecture \(Self.quoted(architecture)) reads whole texts to embed or to rank them: it "
        + "generates none"
    case .noRankingHead(let architecture):
      "the file, of architecture \(Self.quoted(architecture)), has no ranking head (cls.output)"
    case .notFinite(let position):
      "the results at position \(position) are not finite numbers: the model's weights are damaged"
    case .memory(let error):
      "\(error)"
    case .cancelled:
      "loading was cancelled"
    case .format(let error):
      "\(error)"
    }
  }

  /// Whether it is about what the file is, rather than about something in it.
  package var saysKindOfFile: Bool {
    switch self {
    case .unknownArchitecture, .notLanguageModel: true
    default: false
    }
  }

  /// A name from a file, safe to print on one line: escaped and cut after 80 characters.
  static func quoted(_ text: String) -> String {
    let head = String(text.prefix(80))
    return (head.count < text.count ? head + "…" : head).debugDescription
  }
}
