import TernJSON
import TernModel

extension Verb {
  static let architectures = Verb(
    name: "architectures",
    summary: "Lists the architectures that run, and what they were compared with.",
    discussion: """
      Prints the names that files have in general.architecture, the models that use them, what their
      layers are, and the largest difference that tests have found between the results of tern and
      those of llama.cpp, for small models with random weights in float32. "not compared" stands where
      there was no result to compare with. --markdown prints the table of the documentation.

        tern architectures --markdown
      """,
    ArchitecturesArguments()
  ) { arguments in
    if arguments.printsJSON {
      guard !arguments.printsMarkdown else {
        throw CommandFailure.usage(
          "give \(arguments.$printsJSON) or \(arguments.$printsMarkdown), not both")
      }
      try Output.write(ArchitectureList.document)
    } else if arguments.printsMarkdown {
      try Output.write(ArchitectureList.markdown)
    } else {
      try Output.write(ArchitectureList.text)
    }
  }
}

/// The options of `tern architectures`.
struct ArchitecturesArguments: VerbOptions {
  @Option(.json) var printsJSON
  @Option(.flag("--markdown", "print a table in Markdown")) var printsMarkdown
}

/// The families with their records, in the forms that are printed.
enum ArchitectureList {
  private static var entries: [(family: Family, record: FamilyRecord?)] {
    Family.table.map { family in
      (family, FamilyRecord.all.first { $0.name == family.name })
    }
  }

  /// One line for each family.
  static var text: String {
    let width = Family.table.reduce(0) { max($0, $1.name.count) } + 2
    return entries.map { family, record in
      let name = family.name + String(repeating: " ", count: width - family.name.count)
      let parts = [
        "\(family.role) (\(family.mixerNames.joined(separator: " + ")))",
        record?.models ?? "", difference(record),
      ]
      return name + parts.filter { !$0.isEmpty }.joined(separator: "; ") + "\n"
    }.joined()
  }

  /// A table.
  static var markdown: String {
    let head = """
      | architecture | models | kind | mixers | largest difference to llama.cpp |
      |---|---|---|---|---|

      """
    return entries.reduce(into: head) { table, entry in
      let (family, record) = entry
      let cells = [
        family.name, record?.models ?? "", family.role.rawValue,
        family.mixerNames.joined(separator: " + "), difference(record),
      ]
      table += "| \(cells.joined(separator: " | ")) |\n"
    }
  }

  static var document: JSON {
    .array(
      entries.map { family, record in
        [
          "architecture": .string(family.name),
          "models": .string(record?.models ?? ""),
          "kind": .string(family.role.rawValue),
          "mixers": JSON(family.mixerNames),
          "comparisons": .array((record?.comparisons ?? []).map(document)),
        ]
      })
  }

  private static func document(_ comparison: FamilyRecord.Comparison) -> JSON {
    [
      "reference": "llama.cpp", "model": .string(comparison.model),
      "quantity": .string(comparison.quantity.rawValue),
      "largest_difference": JSON(Double("\(comparison.difference)") ?? 0) ?? .null,
    ]
  }

  /// What was found at most, such as `logits 2e-5`.
  private static func difference(_ record: FamilyRecord?) -> String {
    let found = [FamilyRecord.Comparison.Quantity.logits, .vectors].compactMap { quantity in
      record?.difference(quantity).map { "\(quantity) \(short($0))" }
    }
    return found.isEmpty ? "not compared" : found.joined(separator: ", ")
  }

  /// A number below 1 with one digit, such as `2e-5`.
  private static func short(_ value: Float) -> String {
    var (digit, exponent) = (Double(value), 0)
    while digit > 0, digit < 0.95 {
      digit *= 10
      exponent -= 1
    }
    return "\(Int(digit.rounded()))e\(exponent)"
  }
}
