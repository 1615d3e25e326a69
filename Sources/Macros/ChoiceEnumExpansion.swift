/// What an enumeration without associated values gains: the choice of a string.
struct ChoiceEnumExpansion: GenerableExpansion {
  let subject: GenerableSubject
  let cases: [EnumCase]

  var schema: [String] {
    let choices = cases.map(\.choice).joined(separator: ", ")
    let arguments = subject.schemaArguments + ["anyOf: [\(choices)]"]
    return subject.schema(["TernSession.GenerationSchema(\(arguments.joined(separator: ", ")))"])
  }

  /// A choice is there as a whole or not at all.
  var partial: [String]? { nil }

  var initializer: [String] {
    let branches = cases.flatMap { ["case \($0.choice):", "  self = .\($0.name)"] }
    return subject.initializer(
      ["let choice = try content.value(Swift.String.self)", "switch choice {"] + branches
        + unexpected("value", in: "choice") + ["}"])
  }

  var content: [String] {
    let branches = cases.flatMap {
      ["case .\($0.name):", "  TernSession.GeneratedContent(kind: .string(\($0.choice)))"]
    }
    return contentProperty(subject, ["switch self {"] + branches + ["}"])
  }
}

/// The branch for a string that is no case: an error that says what it was read as, and the type.
func unexpected(_ role: String, in variable: String) -> [String] {
  [
    "default:",
    "  throw TernSession.GeneratedContent.ParsingError(",
    "    rawContent: content.jsonString,",
    #"    debugDescription: "Unexpected \#(role) \"\(\#(variable))\" for \(Self.self)")"#,
  ]
}
