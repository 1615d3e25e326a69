/// What people know of an option: how it is typed, and what it is for.
///
/// Help pages are made of declarations; they hold nothing but data.
struct OptionDeclaration: Sendable, Equatable {
  /// What a value is in a file of JSON.
  enum Kind: Sendable {
    case text, number, either

    /// What it must be, in words.
    var words: String {
      switch self {
      case .text: "a text"
      case .number: "a number"
      case .either: "a text or a number"
      }
    }
  }

  /// A variable of the environment that gives the value where the command line does not.
  struct Variable: Sendable, Equatable {
    let name: String
    /// Whether it holds several values, with colons between them.
    let isList: Bool
  }

  /// With its dashes, for example `--max-tokens`.
  let name: String
  /// Another name of one letter, for example `-n`.
  var short: String?
  /// What stands for its value in help texts, for example `N`; `nil` for a switch.
  var placeholder: String?
  let help: String
  /// What holds where the option is not given, in words.
  var defaultText: String?
  /// The words that its value may be; empty where it may be others.
  var choices: [String] = []
  /// Whether it may be given several times.
  var repeats = false
  var kind = Kind.text
  var variable: Variable?
  /// Whether it makes sense for one call alone, and never as a default.
  var isForOneCall = false
  /// Whether others must not read its value.
  var isSecret = false

  /// Its names and its placeholder, as in a help page.
  var label: String {
    [short.map { "\($0), " } ?? "", name, placeholder.map { " \($0)" } ?? ""].joined()
  }

  /// The line of a help page, without the label.
  var explanation: String { help + (defaultText.map { " (default: \($0))" } ?? "") }

  /// Whether `word` is one of its names.
  func isNamed(_ word: String) -> Bool { word == name || word == short }
}

/// What people know of a word that is no option.
struct OperandDeclaration: Sendable, Equatable {
  /// What stands for it in help texts, for example `FILE`.
  let name: String
  /// The words that it may be; empty where it may be others.
  let choices: [String]
  let isOptional: Bool
  /// Whether it may be given any number of times.
  let repeats: Bool
}

/// An option as it stands on a command line: `$option` of an ``Option``.
///
/// In messages it is its name.
struct GivenOption: Sendable, CustomStringConvertible {
  let declaration: OptionDeclaration
  /// Where its value comes from; `nil` where it has none but the declared one.
  let source: OptionSource?

  /// Whether the command line has it.
  var isGiven: Bool { source == .commandLine }

  /// Whether anybody says what it is.
  var isSet: Bool { source != nil }

  var description: String { declaration.name }

  /// The error of an option that must be given and is not.
  var missing: CommandFailure {
    .usage("\(declaration.name) \(declaration.placeholder ?? "") is missing")
  }

  /// The error of a value that only the rest of the command line makes wrong.
  func refuses(_ value: String, expected: String) -> CommandFailure {
    CommandFailure(OptionError.unfit(option: declaration.name, expected: expected, found: value))
  }
}

extension [GivenOption] {
  /// Those that the command line has.
  var given: [GivenOption] { filter(\.isGiven) }

  /// The error of options that are given together.
  var exclude: CommandFailure {
    .usage("\(map(\.description).joined(separator: " and ")) exclude each other")
  }

  /// Throws where more than one of them is given.
  func checkExclusive() throws(CommandFailure) {
    if given.count > 1 { throw given.exclude }
  }
}
