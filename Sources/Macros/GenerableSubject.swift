import SwiftSyntax
import SwiftSyntaxMacros

/// What the arguments of `@Generable` say, as the expressions that were written.
struct GenerableArguments {
  private(set) var name: String?
  private(set) var description: String?
  /// Whether a property that is nil stands in the content as null.
  private(set) var explicitNil: String?

  init(of attribute: AttributeSyntax) {
    guard case .argumentList(let arguments) = attribute.arguments else { return }
    for argument in arguments {
      let expression = argument.expression.trimmedDescription
      switch argument.label?.text {
      case "name": name = expression
      case "description": description = expression == "nil" ? nil : expression
      case "representNilExplicitlyInGeneratedContent": explicitNil = expression
      default: break
      }
    }
  }
}

/// The type that `@Generable` stands on, whatever its kind.
struct GenerableSubject {
  /// The type's name as it was written.
  let name: String
  let arguments: GenerableArguments
  /// The access of the members, with the space that follows; empty where none need be said.
  let access: String
  /// The type's `@available` attributes: the extension must not promise more than the type.
  let availability: [String]
  /// Whether the declaration has a type `PartiallyGenerated` of its own.
  let hasPartial: Bool
  /// Whether the declaration itself says `Equatable`; its partial form then is so too.
  let isEquatable: Bool

  init(
    _ declaration: some DeclGroupSyntax, name: TokenSyntax, arguments: GenerableArguments,
    in context: some MacroExpansionContext
  ) {
    self.name = name.trimmed.text
    self.arguments = arguments
    access = Self.access(of: declaration, in: context)
    availability = declaration.attributes.compactMap { element in
      guard let attribute = element.as(AttributeSyntax.self),
        attribute.attributeName.trimmedDescription == "available"
      else { return nil }
      return attribute.trimmedDescription
    }
    hasPartial = declaration.memberBlock.members.contains {
      let name = $0.decl.asProtocol((any NamedDeclSyntax).self)?.name
      return name?.plainName == "PartiallyGenerated"
    }
    isEquatable = Self.inherits("Equatable", declaration)
  }

  /// Members have to say `public` or `package`; below that they follow the type by themselves.
  private static func access(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> String {
    if let own = declaration.modifiers.access { return wide(own) }
    // In `public extension Outer { @Generable struct … }` the extension says it for the type.
    guard let outer = context.lexicalContext.first?.as(ExtensionDeclSyntax.self) else { return "" }
    return outer.modifiers.access.map(wide) ?? ""
  }

  private static func wide(_ access: String) -> String {
    access == "public" || access == "package" ? access + " " : ""
  }

  /// Whether a declaration names a type of the standard library among those it inherits from.
  static func inherits(_ name: String, _ declaration: some DeclGroupSyntax) -> Bool {
    guard let inherited = declaration.inheritanceClause?.inheritedTypes else { return false }
    return inherited.contains {
      let type = $0.type.trimmedDescription
      return type == name || type == "Swift." + name
    }
  }

  /// The start of a call that makes the schema: the type, its name and its description.
  var schemaArguments: [String] {
    var list = ["type: Self.self"]
    if let name = arguments.name { list.append("name: \(name)") }
    if let description = arguments.description { list.append("description: \(description)") }
    return list
  }

  /// The lines of `generationSchema` around the expression that makes it.
  func schema(_ expression: [String]) -> [String] {
    ["nonisolated \(access)static var generationSchema: TernSession.GenerationSchema {"]
      + indented(expression) + ["}"]
  }

  /// The lines of `init(_:)`, the type's or its partial form's.
  func initializer(_ body: [String]) -> [String] {
    ["nonisolated \(access)init(_ content: TernSession.GeneratedContent) throws {"] + indented(body)
      + ["}"]
  }
}

extension DeclModifierListSyntax {
  /// The access that the modifiers say, setters aside: `public` of `public private(set)`.
  var access: String? {
    let levels: Set = ["open", "public", "package", "internal", "fileprivate", "private"]
    return first { $0.detail == nil && levels.contains($0.name.text) }?.name.text
  }

  /// Whether a modifier is among them.
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension TokenSyntax {
  /// The name without the back-ticks that let a keyword be a name.
  var plainName: String { identifier?.name ?? text }
}
