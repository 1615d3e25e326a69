// The leaves of a Regex's tree.
extension PatternMirror {
  /// The text of one atom; within a class where `isInClass`.
  static func atom(_ value: Any, isInClass: Bool = false) -> String? {
    let (name, values) = choice(value)
    switch name {
    case "char": return (values.first as? Character).map { escaped(String($0)) }
    case "scalar": return (values.first as? Unicode.Scalar).map { escaped(String($0)) }
    case "any": return "(?s:.)"
    case "anyNonNewline": return "\\N"
    case "dot" where !isInClass: return "."
    case "characterClass": return values.first.flatMap { classes[choice($0).name] }
    case "assertion" where !isInClass:
      return values.first.flatMap { assertions[choice($0).name] }
    case "changeMatchingOptions" where !isInClass:
      return values.first.flatMap { child("ast", of: $0) ?? $0 }.flatMap(flags).map { "(?\($0))" }
    case "unconverted": return values.first.flatMap(property)
    default: return nil
    }
  }

  private static let classes = [
    "digit": "\\d", "notDigit": "\\D", "word": "\\w", "notWord": "\\W", "whitespace": "\\s",
    "notWhitespace": "\\S", "horizontalWhitespace": "\\h", "notHorizontalWhitespace": "\\H",
    "verticalWhitespace": "\\v", "notVerticalWhitespace": "\\V", "newlineSequence": "\\R",
    "notNewline": "\\N",
  ]

  private static let assertions = [
    "startOfSubject": "\\A", "endOfSubject": "\\z", "endOfSubjectBeforeNewline": "\\Z",
    "caretAnchor": "^", "dollarAnchor": "$", "startOfLine": "(?m:^)", "endOfLine": "(?m:$)",
    "wordBoundary": "\\b", "notWordBoundary": "\\B",
  ]

  /// A Unicode property of a name that patterns have.
  private static func property(_ value: Any) -> String? {
    guard let atom = child("ast", of: value), let kind = child("kind", of: atom),
      case let (name, values) = choice(kind), name == "property", let property = values.first,
      let isInverted = child("isInverted", of: property) as? Bool,
      let what = child("kind", of: property)
    else { return nil }
    let letter = isInverted ? "P" : "p"
    let (form, names) = choice(what)
    guard let first = names.first else { return nil }
    let long = snake(choice(first).name)
    switch form {
    case "generalCategory": return "\\\(letter){\(long)}"
    case "binary" where names.count == 2 && names[1] as? Bool == true:
      return "\\\(letter){\(long)}"
    case "script", "scriptExtension": return "\\\(letter){Script=\(long)}"
    default: return nil
    }
  }

  /// `uppercaseLetter` as `Uppercase_Letter`.
  private static func snake(_ name: String) -> String {
    var result = name.prefix(1).uppercased()
    for character in name.dropFirst() {
      if character.isUppercase { result += "_" }
      result.append(character)
    }
    return result
  }

  /// The deepest nesting of classes.
  private static let maximumClassDepth = 200

  /// The text of a class, in brackets.
  static func characterClass(_ value: Any, depth: Int = 0) -> String? {
    guard depth < maximumClassDepth, let members = child("members", of: value) as? [Any],
      let isInverted = child("isInverted", of: value) as? Bool
    else { return nil }
    var text = isInverted ? "[^" : "["
    for value in members {
      guard let member = member(value, depth) else { return nil }
      text += member
    }
    return text + "]"
  }

  private static func member(_ value: Any, _ depth: Int) -> String? {
    let (name, values) = choice(value)
    switch name {
    case "atom": return values.first.flatMap { atom($0, isInClass: true) }
    case "custom": return values.first.flatMap { characterClass($0, depth: depth + 1) }
    case "quotedLiteral": return (values.first as? String).map(escaped)
    case "trivia": return ""
    default: break
    }
    guard values.count == 2 else { return nil }
    if name == "range" {
      guard let first = atom(values[0], isInClass: true),
        let last = atom(values[1], isInClass: true)
      else { return nil }
      return "\(first)-\(last)"
    }
    let operators = ["intersection": "&&", "subtraction": "--", "symmetricDifference": "~~"]
    guard let operation = operators[name],
      let first = characterClass(values[0], depth: depth + 1),
      let last = characterClass(values[1], depth: depth + 1)
    else { return nil }
    return "[\(first)\(operation)\(last)]"
  }

  /// The letters of inline flags; those that do not change what matches are left out.
  static func flags(_ options: Any) -> String? {
    guard let adding = child("adding", of: options) as? [Any],
      let removing = child("removing", of: options) as? [Any]
    else { return nil }
    if child("resetsCurrentOptions", of: options) as? Bool == true { return nil }
    var text = ""
    for (sign, list) in [("", adding), ("-", removing)] where !list.isEmpty {
      text += sign
      for option in list {
        guard let kind = child("kind", of: option), let letter = letters[choice(kind).name] else {
          return nil
        }
        text += letter
      }
    }
    return text
  }

  private static let letters = [
    "caseInsensitive": "i", "singleLine": "s", "multiline": "m", "asciiOnlyDigit": "D",
    "asciiOnlyWord": "W", "asciiOnlySpace": "S", "asciiOnlyPOSIXProps": "P",
    "unicodeScalarSemantics": "u", "graphemeClusterSemantics": "X", "reluctantByDefault": "",
    "extended": "", "extraExtended": "",
  ]

  /// `text` with all but letters and digits of ASCII by number.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar == "_" || scalar.isASCII && scalar.properties.isAlphabetic || "0"..."9" ~= scalar
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }.joined()
  }
}
