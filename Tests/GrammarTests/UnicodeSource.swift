import Foundation

@testable import TernGrammar

/// What the standard library says of scalars: the source of the Unicode tables, and what they are
/// compared with.
enum UnicodeSource {
  /// Whether the tables are to be written.
  static let isRecording = ProcessInfo.processInfo.environment["TERN_RECORD"] == "1"

  /// The newest version in which a scalar was assigned, of samples.
  static let version: String = {
    var newest = (0, 0)
    for value in stride(from: UInt32(0), to: 0x33500, by: 5) {
      guard let age = Unicode.Scalar(value)?.properties.age, age > newest else { continue }
      newest = age
    }
    return "\(newest.0).\(newest.1)"
  }()

  /// All scalars that satisfy `isMember`.
  static func collect(_ isMember: (Unicode.Scalar) -> Bool) -> PatternSet {
    var ranges: [ScalarRange] = []
    for range in PatternSet.any.ranges {
      var start: UInt32?
      for value in range {
        let isIn = Unicode.Scalar(value).map(isMember) ?? false
        if isIn, start == nil { start = value }
        if !isIn, let first = start {
          ranges.append(first...(value - 1))
          start = nil
        }
      }
      if let first = start { ranges.append(first...range.upperBound) }
    }
    return PatternSet(ranges)
  }

  /// The scalars of `text` that have a property as it is written in `\p{…}`, by Swift's own regular
  /// expressions; `nil` where they do not know it.
  static func members(_ property: String, of text: String) -> PatternSet? {
    guard let regex = try? Regex("\\p{\(property)}").matchingSemantics(.unicodeScalar) else {
      return nil
    }
    let found = text.matches(of: regex).flatMap { text.unicodeScalars[$0.range] }
    return PatternSet(found.map { $0.value...$0.value })
  }

  /// The scalars that fold to one, for those to which more than one does.
  static func foldingClasses() -> [[UInt32]] {
    var classes: [UInt32: [UInt32]] = [:]
    // No scalar beyond these has case.
    for value in UInt32(0)..<0x20000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // A mark without case folds to a letter.
      guard scalar.properties.isCased || value == 0x345 else { continue }
      classes[folded(value), default: []].append(value)
    }
    return classes.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// The simple case folding of a scalar (Unicode CaseFolding.txt, statuses C and S).
  ///
  /// The standard library gives full mappings, so the simple ones are those that are one scalar long;
  /// the Turkic `ı` folds to itself.
  private static func folded(_ value: UInt32) -> UInt32 {
    guard value != 0x131, let scalar = Unicode.Scalar(value) else { return value }
    let upper = only(scalar.properties.uppercaseMapping) ?? scalar
    return (only(upper.properties.lowercaseMapping) ?? upper).value
  }

  private static func only(_ text: String) -> Unicode.Scalar? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}

extension UnicodeSource {
  /// The short name of a scalar's general category.
  static func category(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }

  static let binary: [String: @Sendable (Unicode.Scalar.Properties) -> Bool] = [
    "Alphabetic": { $0.isAlphabetic },
    "ASCII_Hex_Digit": { $0.isASCIIHexDigit },
    "Bidi_Control": { $0.isBidiControl },
    "Bidi_Mirrored": { $0.isBidiMirrored },
    "Case_Ignorable": { $0.isCaseIgnorable },
    "Cased": { $0.isCased },
    "Changes_When_Lowercased": { $0.changesWhenLowercased },
    "Changes_When_Uppercased": { $0.changesWhenUppercased },
    "Changes_When_Titlecased": { $0.changesWhenTitlecased },
    "Changes_When_Casefolded": { $0.changesWhenCaseFolded },
    "Changes_When_Casemapped": { $0.changesWhenCaseMapped },
    "Changes_When_NFKC_Casefolded": { $0.changesWhenNFKCCaseFolded },
    "Dash": { $0.isDash },
    "Default_Ignorable_Code_Point": { $0.isDefaultIgnorableCodePoint },
    "Deprecated": { $0.isDeprecated },
    "Diacritic": { $0.isDiacritic },
    "Emoji": { $0.isEmoji },
    "Emoji_Modifier": { $0.isEmojiModifier },
    "Emoji_Modifier_Base": { $0.isEmojiModifierBase },
    "Emoji_Presentation": { $0.isEmojiPresentation },
    "Extender": { $0.isExtender },
    "Grapheme_Base": { $0.isGraphemeBase },
    "Grapheme_Extend": { $0.isGraphemeExtend },
    "Hex_Digit": { $0.isHexDigit },
    "ID_Continue": { $0.isIDContinue },
    "ID_Start": { $0.isIDStart },
    "Ideographic": { $0.isIdeographic },
    "IDS_Binary_Operator": { $0.isIDSBinaryOperator },
    "IDS_Trinary_Operator": { $0.isIDSTrinaryOperator },
    "Join_Control": { $0.isJoinControl },
    "Logical_Order_Exception": { $0.isLogicalOrderException },
    "Lowercase": { $0.isLowercase },
    "Math": { $0.isMath },
    "Noncharacter_Code_Point": { $0.isNoncharacterCodePoint },
    "Pattern_Syntax": { $0.isPatternSyntax },
    "Pattern_White_Space": { $0.isPatternWhitespace },
    "Quotation_Mark": { $0.isQuotationMark },
    "Radical": { $0.isRadical },
    "Sentence_Terminal": { $0.isSentenceTerminal },
    "Soft_Dotted": { $0.isSoftDotted },
    "Terminal_Punctuation": { $0.isTerminalPunctuation },
    "Unified_Ideograph": { $0.isUnifiedIdeograph },
    "Uppercase": { $0.isUppercase },
    "Variation_Selector": { $0.isVariationSelector },
    "White_Space": { $0.isWhitespace },
    "XID_Continue": { $0.isXIDContinue },
    "Numeric": { $0.numericType != nil },
    "XID_Start": { $0.isXIDStart },
  ]
}
