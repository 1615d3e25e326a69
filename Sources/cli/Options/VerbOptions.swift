/// The options and operands of a verb, or a group of them that verbs share.
///
/// Its properties are ``Option``s, ``Operands`` and further groups; what is not a property can
/// neither be given nor read.
protocol VerbOptions: Sendable {}

/// The options and operands of a verb, whatever their types are.
struct VerbParts {
  private(set) var options: [any DeclaredOption] = []
  /// Those of them that may have defaults of the user's.
  private(set) var settings: [any DeclaredOption] = []
  private(set) var operands: Operands?

  /// The parts of a verb's options, in the order of their properties, groups unfolded.
  init(_ values: any VerbOptions) { add(values) }

  private mutating func add(_ values: any VerbOptions) {
    for child in Mirror(reflecting: values).children {
      switch child.value {
      case let option as any DeclaredOption:
        options.append(option)
        if values is any SettingOptions, !option.declaration.isForOneCall {
          settings.append(option)
        }
      case let operands as Operands: self.operands = operands
      case let group as any VerbOptions: add(group)
      default: break
      }
    }
  }

  /// Gives options and operands what `words` say, and to options that are not among them their
  /// defaults.
  func take(
    _ words: [String], of verb: String = "", defaults: OptionDefaults = .none
  ) throws(OptionError) {
    let words = try CommandWords(words, options: options.map(\.declaration))
    for option in options {
      if let given = words.values[option.declaration.name] {
        try option.take(given, from: .commandLine)
      } else if let (words, source) = defaults.words(option.declaration, of: verb),
        settings.contains(where: { $0.declaration.name == option.declaration.name })
      {
        try option.take(words, from: source)
      }
    }
    if let operands {
      try operands.take(words.operands)
    } else {
      try Operands.check(words.operands, most: 0)
    }
  }
}
