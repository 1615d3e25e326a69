import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

/// The declarations of a type's body that the build takes, those inside `#if` among them.
///
/// Where the compiler does not say how it builds, a declaration inside `#if` is an error: a schema
/// that guesses would not fit the type.
func activeMembers(
  of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext,
  report: (Diagnostic) -> Void
) -> [DeclSyntax] {
  activeMembers(declaration.memberBlock.members, in: context, report: report)
}

private func activeMembers(
  _ members: MemberBlockItemListSyntax, in context: some MacroExpansionContext,
  report: (Diagnostic) -> Void
) -> [DeclSyntax] {
  members.flatMap { member -> [DeclSyntax] in
    guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
    guard let configuration = context.buildConfiguration else {
      guard mattersToSchema(conditional) else { return [] }
      report(
        .error("A generable type cannot have '#if' around what is generated.", at: conditional))
      return []
    }
    let (active, diagnostics) = conditional.activeClause(in: configuration)
    diagnostics.forEach(report)
    guard let elements = active?.elements?.as(MemberBlockItemListSyntax.self) else { return [] }
    return activeMembers(elements, in: context, report: report)
  }
}

/// Whether a property or a case stands somewhere in the clauses.
private func mattersToSchema(_ conditional: IfConfigDeclSyntax) -> Bool {
  conditional.clauses.contains { clause in
    guard let members = clause.elements?.as(MemberBlockItemListSyntax.self) else { return false }
    return members.contains { member in
      member.decl.is(VariableDeclSyntax.self) || member.decl.is(EnumCaseDeclSyntax.self)
        || member.decl.as(IfConfigDeclSyntax.self).map(mattersToSchema) == true
    }
  }
}
