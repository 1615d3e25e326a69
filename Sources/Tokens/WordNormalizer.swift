/// What becomes of each character before a WordPiece vocabulary looks for pieces: lower case, no
/// accents, and where words end.
///
/// Source: Devlin et al., "BERT" (2018), the basic tokenizer; accents as llama.cpp strips them, which
/// keeps the first scalar of a decomposition alone.
struct WordNormalizer: Sendable {
  /// What a character does.
  enum Action: Sendable {
    /// It is part of a word.
    case keep
    /// It ends a word.
    case separate
    /// It is left out.
    case drop
    /// It is a word of its own.
    case isolate
  }

  private let lowercases: Bool
  private let stripsAccents: Bool
  private let classes = CharacterTable()
  private let bases = CanonicalBases()
  /// The answers for the first scalars, which nearly all text in alphabets consists of.
  private var table: [(scalar: UInt32, action: Action)] = []
  private static let tableSize: UInt32 = 0x3000

  init(lowercases: Bool, stripsAccents: Bool) {
    self.lowercases = lowercases
    self.stripsAccents = stripsAccents
    table = (0..<Self.tableSize).map { normalize($0) }
  }

  /// What `scalar` does, and what is kept of it.
  @inline(__always)
  subscript(scalar: UInt32) -> (scalar: UInt32, action: Action) {
    scalar < Self.tableSize ? table[Int(scalar)] : normalize(scalar)
  }

  private func normalize(_ original: UInt32) -> (scalar: UInt32, action: Action) {
    let scalar = stripsAccents ? bases[original] : original
    let kind = classes[scalar]
    if kind & CharacterClass.space != 0 { return (0, .separate) }
    if scalar == 0 || scalar == 0xFFFD || isControl(scalar, kind)
      || stripsAccents && kind & CharacterClass.mark != 0
    {
      return (0, .drop)
    }
    let isSign =
      kind & CharacterClass.punctuation != 0
      || scalar < 0x7F && kind & CharacterClass.symbol != 0
    return (
      lowercases ? Self.lowercase(scalar) : scalar,
      isSign || Self.isIdeograph(scalar) ? .isolate : .keep
    )
  }

  /// Whether `scalar` is a control or format character, a surrogate, for private use or no scalar.
  private func isControl(_ scalar: UInt32, _ kind: UInt8) -> Bool {
    if kind & CharacterClass.other == 0 { return false }
    guard let scalar = Unicode.Scalar(scalar) else { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .surrogate: return Self.isKnown(scalar)
    default: return false
    }
  }

  /// The lower-case letter of `scalar`, one scalar for one.
  private static func lowercase(_ value: UInt32) -> UInt32 {
    guard let scalar = Unicode.Scalar(value), isKnown(scalar) else { return value }
    return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? value
  }

  /// Whether the version of Unicode that the rules are based on has `scalar`: 15.1.
  private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age else { return false }
    return age.major < 15 || age.major == 15 && age.minor <= 1
  }

  /// Whether `scalar` is in the blocks of Han characters that are split one by one.
  private static func isIdeograph(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0xF900...0xFAFF, 0x20000...0x2A6DF, 0x2A700...0x2B73F,
      0x2B740...0x2B81F, 0x2B920...0x2CEAF, 0x2F800...0x2FA1F:
      return true
    default: return false
    }
  }
}
