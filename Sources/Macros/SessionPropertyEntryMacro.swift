import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@SessionPropertyEntry`: makes a variable of an extension of `SessionPropertyValues` a property of
/// a session, with its initial value as the default.
///
/// The peer is the key that the value is stored under; the accessors go through it.
package enum SessionPropertyEntryMacro {
  /// The one variable that the attribute stands on; `nil`, with the reason reported, where it
  /// cannot be an entry.
  private static func entry(
    of declaration: some DeclSyntaxProtocol, node: AttributeSyntax, report: (Diagnostic) -> Void
  ) -> (name: TokenSyntax, binding: PatternBindingSyntax)? {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.var), variable.isStoredOfInstance,
      let binding = variable.bindings.first, variable.bindings.count == 1, !binding.isComputed,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else {
      report(
        .error(
          "'@SessionPropertyEntry' can only be used with a stored variable of an extension of "
            + "SessionPropertyValues.", at: node, fixIts: [.removal(of: node)]))
      return nil
    }
    guard binding.initializer != nil || binding.isOptional else {
      report(.error("A session property needs a default value.", at: name))
      return nil
    }
    return (name, binding)
  }

  private static func key(of name: TokenSyntax) -> String { "__Key_\(name.plainName)" }
}

extension SessionPropertyEntryMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard
      let (name, binding) = entry(
        of: declaration, node: node, report: { context.diagnose($0) })
    else { return [] }
    let type = binding.typeAnnotation?.trimmedDescription ?? ""
    let value = binding.initializer?.value.trimmedDescription ?? "nil"
    return [
      """
      private struct \(raw: key(of: name)): TernSession.SessionPropertyKey {
        @TernSession.__SessionPropertyEntryDefaultValue static var defaultValue\(raw: type) = \(raw: value)
      }
      """
    ]
  }
}

extension SessionPropertyEntryMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The peer role has reported what is wrong.
    guard let (name, _) = entry(of: declaration, node: node, report: { _ in }) else { return [] }
    let place = "self[\(key(of: name)).self]"
    return ["get { \(raw: place) }", "set { \(raw: place) = newValue }"]
  }
}

/// `@__SessionPropertyEntryDefaultValue`: turns the stored default of a key into a computed one, so
/// that its type may be inferred and each session gets a value of its own.
package enum SessionPropertyEntryDefaultValueMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first
    guard let value = binding?.initializer?.value else {
      context.diagnose(.error("A session property needs a default value.", at: declaration))
      return []
    }
    return ["get { \(value.trimmed) }"]
  }
}

extension PatternBindingSyntax {
  /// Whether it is declared optional, and so is nil without an initial value.
  fileprivate var isOptional: Bool {
    typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
  }
}
