import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What a structure gains: a schema of its properties, and values read from and written to content
/// property by property.
struct StructExpansion: GenerableExpansion {
  let subject: GenerableSubject
  private let properties: StoredProperties

  init(
    _ subject: GenerableSubject, of structure: StructDeclSyntax,
    in context: some MacroExpansionContext, report: @escaping (Diagnostic) -> Void
  ) {
    self.subject = subject
    properties = StoredProperties(of: structure, in: context, report: report)
  }

  var schema: [String] {
    var arguments = subject.schemaArguments
    if let explicitNil = subject.arguments.explicitNil {
      arguments.append("representNilExplicitlyInGeneratedContent: \(explicitNil)")
    }
    let call = arguments.map { $0 + "," }
    let elements = properties.all.map { property in
      schemaProperty(
        key: property.key, description: property.guide.description, type: property.type,
        guides: property.guide.array)
    }
    return subject.schema(
      ["TernSession.GenerationSchema("] + indented(call + ["properties: ["])
        + indented(list(elements), by: 2) + indented(["]"]) + [")"])
  }

  var partial: [String]? {
    let access = subject.access
    let hasOwnID = properties.all.contains { $0.key == "id" }
    var conformances = hasOwnID ? [] : ["Swift.Identifiable"]
    conformances.append("nonisolated TernSession.ConvertibleFromGeneratedContent")
    if subject.isEquatable { conformances.append("Swift.Equatable") }
    let header =
      "nonisolated \(access)struct PartiallyGenerated: \(conformances.joined(separator: ", ")) {"
    var fields = properties.all.map { "\($0.access)var \($0.name): \($0.type.partial)" }
    if !hasOwnID {
      fields.insert(
        "\(properties.generationIDAccess ?? access)var id: TernSession.GenerationID", at: 0)
    }
    return [header] + indented(fields) + [""]
      + indented(subject.initializer((hasOwnID ? [] : [identification]) + assignments)) + ["}"]
  }

  var initializer: [String] {
    subject.initializer(
      (properties.generationIDAccess == nil ? [] : [identification]) + assignments)
  }

  var content: [String] {
    let id = properties.generationIDAccess == nil ? nil : "self.id"
    return contentProperty(
      subject,
      PropertyCollector(explicitNil: subject.arguments.explicitNil, id: id).body(
        properties.all.map { .property(key: literal($0.key), value: "self.\($0.name)", level: 0) }))
  }

  private var identification: String { "self.id = content.id ?? TernSession.GenerationID()" }

  private var assignments: [String] {
    properties.all.map { "self.\($0.name) = try content.value(forProperty: \(literal($0.key)))" }
  }
}

/// A call that makes a property of a schema.
func schemaProperty(key: String, description: String?, type: PropertyType, guides: String?)
  -> String
{
  var arguments = ["name: \(literal(key))"]
  if let description { arguments.append("description: \(description)") }
  arguments.append("type: \(type.schema).self")
  if let guides { arguments.append("guides: \(guides)") }
  return "TernSession.GenerationSchema.Property(\(arguments.joined(separator: ", ")))"
}

/// The lines of `generatedContent` around its body.
func contentProperty(_ subject: GenerableSubject, _ body: [String]) -> [String] {
  ["nonisolated \(subject.access)var generatedContent: TernSession.GeneratedContent {"]
    + indented(body) + ["}"]
}
