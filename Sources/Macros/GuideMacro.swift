import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Guide`: says something about a property, for `@Generable` to read.
///
/// It adds no code itself, and only objects where there is nothing to guide.
package enum GuideMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.isStoredOfInstance,
      !variable.bindings.contains(where: \.isComputed)
    else {
      context.diagnose(
        .error(
          "'@Guide' can only be used with a stored property.", at: node,
          fixIts: [.removal(of: node)]))
      return []
    }
    if variable.bindingSpecifier.tokenKind == .keyword(.let),
      variable.bindings.allSatisfy({ $0.initializer != nil })
    {
      context.diagnose(
        .warning(
          "'@Guide' has no effect on a constant that has its value.", at: node,
          fixIts: [.removal(of: node)]))
    }
    return []
  }
}
