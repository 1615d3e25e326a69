import Synchronization
import _StringProcessing

/// The sets that `\p{…}` names, from the standard library's Unicode tables.
///
/// General categories by their short and long names, the binary properties that the standard
/// library has, and scripts; the first use of each walks over all scalars (some 10 ms) and is kept
/// for the process.
enum PatternProperties {
  private static let cache = Mutex<[String: PatternSet?]>([:])

  /// The set of a property as it is written in `\p{…}`; `nil` where it is unknown.
  static func set(named name: String) -> PatternSet? {
    if let known = cache.withLock({ $0[name] }) { return known }
    let set = make(name)
    // Unknown names are not kept: their number has no bound.
    if let set { cache.withLock { $0[name] = set } }
    return set
  }

  private static func make(_ name: String) -> PatternSet? {
    let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      switch parts[0] {
      case "General_Category", "gc": return category(String(parts[1]))
      case "Script", "sc", "Script_Extensions", "scx": return script(name)
      default: return nil
      }
    }
    if let set = category(name) { return set }
    switch name {
    case "Any", "any": return .any
    case "ASCII", "ascii": return PatternSet([0...0x7F])
    case "Assigned", "assigned": return category("Cn")?.inverted
    default: break
    }
    if let property = binary[name] ?? binary[abbreviations[name] ?? ""] {
      return collect { property($0.properties) }
    }
    return nil
  }

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
}

// MARK: - General categories

extension PatternProperties {
  private static func category(_ name: String) -> PatternSet? {
    let short = longNames[name] ?? name
    guard let members = categories[short] else { return nil }
    return collect { members.contains($0.properties.generalCategory) }
  }

  private static let categories: [String: [Unicode.GeneralCategory]] = [
    "Lu": [.uppercaseLetter], "Ll": [.lowercaseLetter], "Lt": [.titlecaseLetter],
    "LC": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter], "Lm": [.modifierLetter],
    "Lo": [.otherLetter],
    "L": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter],
    "Mn": [.nonspacingMark], "Mc": [.spacingMark], "Me": [.enclosingMark],
    "M": [.nonspacingMark, .spacingMark, .enclosingMark], "Nd": [.decimalNumber],
    "Nl": [.letterNumber], "No": [.otherNumber],
    "N": [.decimalNumber, .letterNumber, .otherNumber], "Pc": [.connectorPunctuation],
    "Pd": [.dashPunctuation], "Ps": [.openPunctuation], "Pe": [.closePunctuation],
    "Pi": [.initialPunctuation], "Pf": [.finalPunctuation], "Po": [.otherPunctuation],
    "P": [
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation,
    ],
    "Sm": [.mathSymbol], "Sc": [.currencySymbol], "Sk": [.modifierSymbol], "So": [.otherSymbol],
    "S": [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol],
    "Zs": [.spaceSeparator], "Zl": [.lineSeparator], "Zp": [.paragraphSeparator],
    "Z": [.spaceSeparator, .lineSeparator, .paragraphSeparator], "Cc": [.control],
    "Cf": [.format], "Cs": [.surrogate], "Co": [.privateUse], "Cn": [.unassigned],
    "C": [.control, .format, .surrogate, .privateUse, .unassigned],
  ]

  private static let longNames: [String: String] = [
    "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt",
    "Cased_Letter": "LC", "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Letter": "L",
    "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me", "Mark": "M",
    "Combining_Mark": "M", "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl",
    "Other_Number": "No", "Number": "N", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd",
    "Open_Punctuation": "Ps", "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi",
    "Final_Punctuation": "Pf", "Other_Punctuation": "Po", "Punctuation": "P", "punct": "P",
    "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So",
    "Symbol": "S", "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp",
    "Separator": "Z", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs",
    "Private_Use": "Co", "Unassigned": "Cn", "Other": "C",
  ]
}

// MARK: - Scripts

extension PatternProperties {
  /// The scalars of a script, by Swift's own regular expressions over all assigned scalars.
  private static func script(_ property: String) -> PatternSet? {
    guard
      property.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || $0 == "_" || $0 == "=" }),
      let regex = try? Regex("\\p{\(property)}+").matchingSemantics(.unicodeScalar)
    else { return nil }
    var text = String.UnicodeScalarView()
    for range in PatternSet.any.ranges {
      for value in range {
        guard let scalar = Unicode.Scalar(value) else { continue }
        switch scalar.properties.generalCategory {
        case .unassigned, .privateUse: continue
        default: text.append(scalar)
        }
      }
    }
    var ranges: [ScalarRange] = []
    for match in String(text).matches(of: regex) {
      for scalar in String(text)[match.range].unicodeScalars {
        ranges.append(scalar.value...scalar.value)
      }
    }
    return ranges.isEmpty ? nil : PatternSet(ranges)
  }
}
