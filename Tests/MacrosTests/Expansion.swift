import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import TernMacroExpansion

/// A source with its macros expanded, and what the macros had to say about it.
struct Expansion {
  /// The source in which every macro has been replaced by what it makes.
  let text: String
  /// Each message as `line:column severity: text`, and each fix-it as `text => replacement`.
  let messages: [String]

  /// Expands the macros of a source as the compiler would.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - conforms: Whether the compiler asks for the conformance; it does not where a type states it.
  init(of source: String, conforms: Bool = true) {
    let file = Parser.parse(source: source)
    let shared = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Sample", fullFilePath: "Sample.swift")])
    let expanded = file.expand(
      macroSpecs: [
        "Generable": MacroSpec(
          type: GenerableMacro.self, conformances: conforms ? ["Generable"] : []),
        "Guide": MacroSpec(type: GuideMacro.self),
        "SessionPropertyEntry": MacroSpec(type: SessionPropertyEntryMacro.self),
        "__SessionPropertyEntryDefaultValue": MacroSpec(
          type: SessionPropertyEntryDefaultValueMacro.self),
      ],
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: shared, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    text = expanded.description
    messages = shared.diagnostics.flatMap { diagnostic in
      let place = shared.location(
        for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Sample.swift")
      let severity = "\(diagnostic.diagMessage.severity)"
      return ["\(place.line):\(place.column) \(severity): \(diagnostic.message)"]
        + diagnostic.fixIts.map { fixIt in
          "\(fixIt.message.message) => \(fixIt.edits.map(\.replacement).joined())"
        }
    }
  }
}

extension String {
  /// The text without line breaks around it.
  var trimmed: String {
    String(drop { $0.isNewline }.reversed().drop { $0.isNewline }.reversed())
  }
}
