import TernGrammar
import TernJSON

extension CommandOption {
  /// What says which texts are right.
  static let constraint: [CommandOption] = [
    value("--schema", "FILE", "the text is JSON that satisfies this JSON Schema"),
    value("--regex", "PATTERN", "the text as a whole matches this pattern (ECMAScript)"),
    value("--choice", "TEXT", "the text is this one or that of another --choice", repeats: true),
    value("--choices", "TEXT", "the same, for a TEXT without commas", repeats: true),
    value("--whitespace", "STYLE", "white space in JSON: compact (default) or any"),
    value("--order", "ORDER", "order of properties: declared (as in the schema) or any"),
  ]
}

extension Arguments {
  /// What the command line says a text must be; `nil` where it says nothing.
  func constraint(_ options: MachineOptions) throws(CommandFailure) -> Constraint? {
    let options = try machineOptions(options)
    let choices = try choices()
    let names = ["--schema", "--regex", "--choice", "--choices"].filter(has)
    guard let name = names.first else {
      for name in ["--whitespace", "--order"] where has(name) {
        throw .usage("\(name) is for constrained text: give --schema, --regex or --choice too")
      }
      return nil
    }
    if let other = names.dropFirst().first, choices.isEmpty || !name.hasPrefix("--choice") {
      throw .usage("\(name) and \(other) exclude each other")
    }
    do {
      switch (string(name), name) {
      case (_?, "--schema"):
        return try Constraint(.schema(schema() ?? true), options: options)
      case (let pattern?, "--regex"): return try Constraint(whole: pattern, options: options)
      default: return try Constraint(.choices(choices), options: options)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The texts of which the text must be one.
  ///
  /// `--choices` reads like a list, so a comma in its text could mean two things.
  private func choices() throws(CommandFailure) -> [String] {
    if let text = strings("--choices").first(where: { $0.contains(",") }) {
      throw .usage(
        "--choices takes one text without a comma, not '\(text)': give --choice for each text")
    }
    return strings("--choice") + strings("--choices")
  }

  /// The schema of the command line, if there is one.
  func schema() throws(CommandFailure) -> JSON? {
    guard let path = string("--schema") else { return nil }
    let bytes = try Input.bytes(path)
    do { return try JSON(parsing: bytes) } catch {
      throw .failed("\(Input.name(path)) is not JSON: \(error)")
    }
  }
}

extension Constraint {
  /// A text that an ECMAScript pattern matches as a whole.
  fileprivate convenience init(
    whole pattern: String, options: MachineOptions
  ) throws(GrammarError) {
    // By itself first: unbalanced parentheses must not close the group around it.
    _ = try Constraint(.pattern(pattern, .ecma), options: options)
    try self.init(.pattern("^(?:" + pattern + ")$", .ecma), options: options)
  }
}
