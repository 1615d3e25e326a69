import Synchronization

/// The sets that `\p{…}` names, from the Unicode tables.
///
/// General categories by their short and long names, the binary properties that the standard
/// library has, and scripts. A set is read from its table at its first use and kept for the process.
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
      case "Script", "sc":
        return UnicodeTables.set(ofScript: String(parts[1]), withExtensions: false)
      case "Script_Extensions", "scx":
        return UnicodeTables.set(ofScript: String(parts[1]), withExtensions: true)
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
    return UnicodeTables.set(ofProperty: abbreviations[name] ?? name)
  }
}

// MARK: - General categories

extension PatternProperties {
  private static func category(_ name: String) -> PatternSet? {
    let short = longNames[name] ?? name
    switch short {
    case "LC": return UnicodeTables.set(ofCategories: ["Lu", "Ll", "Lt"])
    case let group where group.count == 1:
      let members = UnicodeTables.categoryNames.filter { $0.hasPrefix(group) }
      return members.isEmpty ? nil : UnicodeTables.set(ofCategories: members)
    default:
      return UnicodeTables.categoryNames.contains(short)
        ? UnicodeTables.set(ofCategories: [short]) : nil
    }
  }

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
