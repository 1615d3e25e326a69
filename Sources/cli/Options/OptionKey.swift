/// An option with the type of its value: how it is declared, and how it is read.
struct OptionKey<Value: Sendable>: Sendable {
  private(set) var declaration: OptionDeclaration
  /// The value where the option is not given.
  let absent: Value
  /// The value of the words that the command line has for it, one for each time that it is given.
  let read: @Sendable (_ words: [String]) throws(OptionError) -> Value

  /// The same option with a name of one letter beside its own.
  func short(_ letter: String) -> Self {
    var key = self
    key.declaration.short = letter
    return key
  }

  /// The same option, which may be given several times or not.
  func repeats(_ repeats: Bool) -> Self {
    var key = self
    key.declaration.repeats = repeats
    return key
  }

  /// The same option, which a variable of the environment gives where the command line does not.
  ///
  /// - Parameter isList: Whether the variable holds several values, with colons between them.
  func variable(_ name: String, isList: Bool = false) -> Self {
    var key = self
    key.declaration.variable = .init(name: name, isList: isList)
    return key
  }

  /// The same option, which never has a default of the user's.
  func forOneCall() -> Self {
    var key = self
    key.declaration.isForOneCall = true
    return key
  }

  /// The same option, whose value others must not read.
  func secret() -> Self {
    var key = self
    key.declaration.isSecret = true
    return key
  }

  /// The same option with other words for its default.
  func defaultText(_ text: String) -> Self {
    var key = self
    key.declaration.defaultText = text
    return key
  }
}

extension OptionKey where Value == Bool {
  /// A switch.
  static func flag(_ name: String, _ help: String) -> Self {
    Self(declaration: OptionDeclaration(name: name, help: help), absent: false) {
      (_) throws(OptionError) in true
    }
  }
}

extension OptionKey {
  /// An option with a value, which has none where it is not given.
  static func value<Written>(
    _ name: String, _ placeholder: String, _ format: ValueFormat<Written>, _ help: String
  ) -> Self where Value == Written? {
    Self(
      declaration: OptionDeclaration(
        name: name, placeholder: placeholder, help: help, choices: format.choices,
        kind: format.kind), absent: nil
    ) { words throws(OptionError) in
      guard let word = words.last else { return nil }
      return try format.value(of: word, option: name)
    }
  }

  /// An option with a value, and with another value where it is not given.
  static func value(
    _ name: String, _ placeholder: String, _ format: ValueFormat<Value>, _ help: String,
    default value: Value, _ defaultText: String? = nil
  ) -> Self {
    Self(
      declaration: OptionDeclaration(
        name: name, placeholder: placeholder, help: help,
        defaultText: defaultText ?? shown(value), choices: format.choices, kind: format.kind),
      absent: value
    ) { words throws(OptionError) in
      guard let word = words.last else { return value }
      return try format.value(of: word, option: name)
    }
  }

  /// A value as people write it.
  private static func shown(_ value: Value) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// An option that may be given several times.
  static func list<Written>(
    _ name: String, _ placeholder: String, _ format: ValueFormat<Written>, _ help: String
  ) -> Self where Value == [Written] {
    Self(
      declaration: OptionDeclaration(
        name: name, placeholder: placeholder, help: help, choices: format.choices, repeats: true,
        kind: format.kind),
      absent: []
    ) { words throws(OptionError) in
      var values: [Written] = []
      for word in words { values.append(try format.value(of: word, option: name)) }
      return values
    }
  }
}
