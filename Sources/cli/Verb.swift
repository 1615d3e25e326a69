/// One verb of the command line.
struct Verb: Sendable {
  let name: String
  /// The operands, as shown in the usage line.
  let operands: String
  /// One line for the list of verbs.
  let summary: String
  /// What a person needs to know to use it, with an example.
  let discussion: String
  let options: [CommandOption]
  let run: @Sendable (Arguments) async throws -> Void

  /// The verb's help page.
  var help: String {
    let width = options.reduce(6) { max($0, Self.label($1).count) }
    let lines = options.map { option in
      let label = Self.label(option)
      return "  " + label + String(repeating: " ", count: width - label.count + 2) + option.help
    }
    let usage = ["usage: tern \(name)", operands, "[options]"].filter { !$0.isEmpty }
    return """
      \(summary)

      \(usage.joined(separator: " "))

      \(discussion)

      options:
      \(lines.joined(separator: "\n"))

      """
  }

  private static func label(_ option: CommandOption) -> String {
    let names = [option.short, option.name].compactMap(\.self).joined(separator: ", ")
    return option.value.map { "\(names) \($0)" } ?? names
  }
}
