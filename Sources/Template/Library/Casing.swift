/// Upper and lower case, scalar by scalar, with Unicode's full mappings.
enum Casing {
  static func apply(
    _ method: StringMethod, _ text: Text, _ machine: Machine
  ) throws(TemplateError) -> Text {
    switch method {
    case .upper: return try map(text, machine) { scalar, _ in scalar.properties.uppercaseMapping }
    case .lower: return try lower(text, machine)
    case .casefold:
      return try map(text, machine) { scalar, _ in
        scalar == "ß" ? "ss" : scalar.properties.lowercaseMapping
      }
    case .swapcase:
      return try map(text, machine) { scalar, _ in
        let properties = scalar.properties
        return properties.isUppercase ? properties.lowercaseMapping : properties.uppercaseMapping
      }
    case .capitalize:
      var isFirst = true
      return try map(text, machine) { scalar, isFinal in
        defer { isFirst = false }
        return isFirst ? scalar.properties.titlecaseMapping : lower(scalar, isFinal)
      }
    default:
      var isInWord = false
      return try map(text, machine) { scalar, isFinal in
        defer { isInWord = scalar.isCased }
        return isInWord ? lower(scalar, isFinal) : scalar.properties.titlecaseMapping
      }
    }
  }

  static func lower(_ text: Text, _ machine: Machine) throws(TemplateError) -> Text {
    try map(text, machine) { scalar, isFinal in lower(scalar, isFinal) }
  }

  /// A sigma at the end of a word has a form of its own.
  private static func lower(_ scalar: Unicode.Scalar, _ isFinal: Bool) -> String {
    scalar == "Σ" && isFinal ? "ς" : scalar.properties.lowercaseMapping
  }

  /// Replaces each scalar; what is made has the origin of what it was made from.
  ///
  /// `body` also gets whether the scalar ends a word; that is looked at for sigmas only.
  static func map(
    _ text: Text, _ machine: Machine, _ body: (Unicode.Scalar, Bool) -> String
  ) throws(TemplateError) -> Text {
    let bytes = text.bytes
    var builder = machine.builder
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Text.scalar(bytes, index)
      let isFinal = scalar == "Σ" && endsWord(text, index)
      builder.append(body(scalar, isFinal), isData: text.isData(at: index))
      index = UTF8Text.next(bytes, index)
    }
    return try machine.text(builder, isMarkup: text.isMarkup)
  }

  private static func endsWord(_ text: Text, _ index: Int) -> Bool {
    let next = UTF8Text.next(text.bytes, index)
    guard index > 0 else { return false }
    let before = UTF8Text.scalar(text.bytes, UTF8Text.previous(text.bytes, index))
    guard before.isCased else { return false }
    return next >= text.bytes.count || !UTF8Text.scalar(text.bytes, next).isCased
  }

  /// Jinja's filter `title`: words begin behind white space, hyphens and opening brackets.
  static func title(_ text: Text, _ machine: Machine) throws(TemplateError) -> Text {
    var isFirst = true
    return try map(text, machine) { scalar, isFinal in
      let begins = "-({[<".unicodeScalars.contains(scalar) || scalar.isPythonSpace
      defer { isFirst = begins }
      return isFirst && !begins ? scalar.properties.uppercaseMapping : lower(scalar, isFinal)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar has a case.
  var isCased: Bool {
    if value < 128 { return properties.isAlphabetic }
    return properties.isUppercase || properties.isLowercase
      || properties.generalCategory == .titlecaseLetter
  }

  var isPythonLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  var isDecimalDigit: Bool { properties.numericType == .decimal }

  var isDigit: Bool { isDecimalDigit || properties.numericType == .digit }
}

/// `isdigit` and the like.
enum Classes {
  static func holds(_ method: StringMethod, _ text: Text) -> Bool {
    let scalars = text.string.unicodeScalars
    func all(_ holds: (Unicode.Scalar) -> Bool) -> Bool {
      !scalars.isEmpty && scalars.allSatisfy(holds)
    }
    switch method {
    case .isascii: return text.isASCII
    case .isprintable: return scalars.allSatisfy(\.isPythonPrintable)
    case .isalpha: return all(\.isPythonLetter)
    case .isalnum: return all { $0.isPythonLetter || $0.properties.numericType != nil }
    case .isdecimal: return all(\.isDecimalDigit)
    case .isdigit: return all(\.isDigit)
    case .isnumeric: return all { $0.properties.numericType != nil }
    case .isspace: return all(\.isPythonSpace)
    case .isidentifier: return Lexer.isIdentifier(text.string)
    case .islower:
      return scalars.contains(where: \.properties.isLowercase)
        && !scalars.contains { $0.properties.isUppercase || $0.isTitle }
    case .isupper:
      return scalars.contains(where: \.properties.isUppercase)
        && !scalars.contains { $0.properties.isLowercase || $0.isTitle }
    default: return isTitle(scalars)
    }
  }

  private static func isTitle(_ scalars: String.UnicodeScalarView) -> Bool {
    var isInWord = false
    var hasWord = false
    for scalar in scalars {
      if scalar.properties.isUppercase || scalar.isTitle {
        if isInWord { return false }
        isInWord = true
        hasWord = true
      } else if scalar.properties.isLowercase {
        if !isInWord { return false }
        hasWord = true
      } else {
        isInWord = false
      }
    }
    return hasWord
  }
}

extension Unicode.Scalar {
  fileprivate var isTitle: Bool { properties.generalCategory == .titlecaseLetter }
}
