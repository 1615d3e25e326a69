import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Generable`: makes a structure or an enumeration a type that a model can generate.
///
/// The members are the schema, the partial form and the content of a value; the initializer stands
/// in an extension, so that the type keeps its memberwise initializer.
package enum GenerableMacro {
  /// The expansion is written as it shall stand; the expressions in it stay as the user wrote them.
  package static var formatMode: FormatMode { .disabled }

  /// What the type expands to; `nil` where it cannot be generated, with the reasons reported.
  private static func expansion(
    of node: AttributeSyntax, on declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext, report: @escaping (Diagnostic) -> Void
  ) -> (any GenerableExpansion)? {
    var failed = false
    let noting: (Diagnostic) -> Void = { diagnostic in
      failed = failed || diagnostic.diagMessage.severity == .error
      report(diagnostic)
    }
    if let hidden = Diagnostic.privateNested(declaration, in: context) { noting(hidden) }
    let arguments = GenerableArguments(of: node)
    let expansion: (any GenerableExpansion)?
    if let structure = declaration.as(StructDeclSyntax.self) {
      let subject = GenerableSubject(
        structure, name: structure.name, arguments: arguments, in: context)
      expansion = StructExpansion(subject, of: structure, in: context, report: noting)
    } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
      let subject = GenerableSubject(
        enumeration, name: enumeration.name, arguments: arguments, in: context)
      expansion = enumExpansion(subject, of: enumeration, node: node, in: context, report: noting)
    } else {
      noting(.unsupportedDeclaration(declaration, attribute: node))
      expansion = nil
    }
    return failed ? nil : expansion
  }

  private static func enumExpansion(
    _ subject: GenerableSubject, of enumeration: EnumDeclSyntax, node: AttributeSyntax,
    in context: some MacroExpansionContext, report: (Diagnostic) -> Void
  ) -> (any GenerableExpansion)? {
    let cases = EnumCase.cases(of: enumeration, in: context, report: report)
    guard !cases.isEmpty else {
      report(
        .error("An enumeration needs a case to be generable.", at: enumeration.name))
      return nil
    }
    return cases.contains { !$0.payloads.isEmpty }
      ? PayloadEnumExpansion(
        subject: subject, cases: cases, isIndirect: enumeration.modifiers.contains(.indirect))
      : ChoiceEnumExpansion(subject: subject, cases: cases)
  }
}

extension GenerableMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The compiler says itself that a type in a function cannot have the extension.
    guard !context.lexicalContext.contains(where: \.isCode) else { return [] }
    let expansion = expansion(
      of: node, on: declaration, in: context, report: { context.diagnose($0) })
    guard let expansion else { return [] }
    let partial = expansion.subject.hasPartial ? nil : expansion.partial
    let members = [expansion.schema, partial].compactMap(\.self)
    return members.map { DeclSyntax(stringLiteral: text($0)) }
  }
}

extension GenerableMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The member role has reported what is wrong.
    guard let expansion = expansion(of: node, on: declaration, in: context, report: { _ in }) else {
      return []
    }
    // A type that states the conformance itself gets the members only.
    let conformance = protocols.isEmpty ? "" : ": nonisolated TernSession.Generable"
    let lines =
      expansion.subject.availability
      + ["extension \(type.trimmedDescription)\(conformance) {"]
      + indented(expansion.initializer) + [""] + indented(expansion.content) + ["}"]
    return [DeclSyntax(stringLiteral: text(lines)).as(ExtensionDeclSyntax.self)].compactMap(\.self)
  }
}

extension Syntax {
  /// Whether what stands inside is local to code that runs.
  fileprivate var isCode: Bool {
    self.is(FunctionDeclSyntax.self) || self.is(InitializerDeclSyntax.self)
      || self.is(AccessorDeclSyntax.self) || self.is(ClosureExprSyntax.self)
  }
}

/// What a generable type gains, as lines of source.
protocol GenerableExpansion {
  var subject: GenerableSubject { get }
  /// `generationSchema`.
  var schema: [String] { get }
  /// `PartiallyGenerated`, where the type is not its own partial form.
  var partial: [String]? { get }
  /// `init(_:)`.
  var initializer: [String] { get }
  /// `generatedContent`.
  var content: [String] { get }
}
