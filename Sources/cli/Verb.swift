/// One verb of the command line.
struct Verb: Sendable {
  let name: String
  /// One line for the list of verbs.
  let summary: String
  /// What a person needs to know to use it, with an example.
  let discussion: String
  /// What it is given after the options, as shown in the usage line.
  let operands: String
  let operandDeclarations: [OperandDeclaration]
  let options: [OptionDeclaration]
  /// Its options that may have defaults of the user's.
  let settings: [any DeclaredOption]
  private let prepare: @Sendable ([String], OptionDefaults) throws(OptionError) -> Run

  /// A call of the verb whose command line is understood.
  typealias Run = @Sendable () async throws -> Void

  /// - Parameters:
  ///   - values: Makes the options of one command line, with nothing given.
  ///   - run: Does the work.
  init<Values: VerbOptions>(
    name: String, summary: String, discussion: String,
    _ values: @autoclosure @escaping @Sendable () -> Values,
    run: @escaping @Sendable (Values) async throws -> Void
  ) {
    (self.name, self.summary, self.discussion) = (name, summary, discussion)
    let parts = VerbParts(values())
    operands = parts.operands?.usage ?? ""
    operandDeclarations = parts.operands?.declarations ?? []
    options = parts.options.map(\.declaration)
    settings = parts.settings
    prepare = { words, defaults throws(OptionError) in
      let values = values()
      try VerbParts(values).take(words, of: name, defaults: defaults)
      return { try await run(values) }
    }
  }

  /// Reads a command line; what is given back does what it asks for.
  ///
  /// - Parameter defaults: What holds for options that it does not have.
  func parse(
    _ words: [String], defaults: OptionDefaults = .none
  ) throws(OptionError) -> Run {
    try prepare(words, defaults)
  }

  /// How it stands on a command line.
  var usage: String {
    ["tern \(name)", operands, "[options]"].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The verb's help page.
  var help: String {
    let width = options.reduce(6) { max($0, $1.label.count) }
    let lines = options.map { option in
      let padding = String(repeating: " ", count: width - option.label.count + 2)
      return "  " + option.label + padding + option.explanation
    }
    return """
      \(summary)

      usage: \(usage)

      \(discussion)

      options:
      \(lines.joined(separator: "\n"))

      """
  }
}
