import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension Diagnostic {
  /// An error at a node.
  static func error(_ message: String, at node: some SyntaxProtocol, fixIts: [FixIt] = [])
    -> Diagnostic
  {
    Diagnostic(node: node, message: MacroExpansionErrorMessage(message), fixIts: fixIts)
  }

  /// A warning at a node.
  static func warning(_ message: String, at node: some SyntaxProtocol, fixIts: [FixIt] = [])
    -> Diagnostic
  {
    Diagnostic(node: node, message: MacroExpansionWarningMessage(message), fixIts: fixIts)
  }

  /// `@Generable` on a class, an actor, a protocol or an extension.
  static func unsupportedDeclaration(
    _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax
  ) -> Diagnostic {
    let message = "'@Generable' can only be used on structs and enums."
    let keyword: TokenSyntax
    if let type = declaration.as(ClassDeclSyntax.self) {
      keyword = type.classKeyword
    } else if let type = declaration.as(ActorDeclSyntax.self) {
      keyword = type.actorKeyword
    } else {
      return .error(message, at: attribute, fixIts: [.removal(of: attribute)])
    }
    let structure = keyword.with(\.tokenKind, .keyword(.struct))
    return .error(
      message, at: attribute,
      fixIts: [
        FixIt(
          message: MacroExpansionFixItMessage("Replace '\(keyword.text)' with 'struct'"),
          changes: [.replace(oldNode: Syntax(keyword), newNode: Syntax(structure))])
      ])
  }

  /// A private type inside another one; `nil` for other types.
  ///
  /// The extension that a macro adds stands outside of both, where such a type cannot be named.
  static func privateNested(
    _ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> Diagnostic? {
    guard !context.lexicalContext.isEmpty,
      let modifier = declaration.modifiers.first(where: { $0.name.tokenKind == .keyword(.private) })
    else { return nil }
    let wider = modifier.with(\.name.tokenKind, .keyword(.fileprivate))
    return .error(
      "A generable type inside another type cannot be private.", at: modifier,
      fixIts: [
        FixIt(
          message: MacroExpansionFixItMessage("Replace 'private' with 'fileprivate'"),
          changes: [.replace(oldNode: Syntax(modifier), newNode: Syntax(wider))])
      ])
  }

  /// A variable whose type is left to inference, which a macro cannot see.
  ///
  /// One with a guide is meant to be generated: that is an error. One without is left out of the
  /// schema and keeps its value, which a warning says.
  static func missingAnnotation(
    of name: TokenSyntax, _ binding: PatternBindingSyntax, isGuided: Bool
  ) -> Diagnostic {
    var fixIts: [FixIt] = []
    if let type = binding.initializer.flatMap({ literalType(of: $0.value) }) {
      let annotated =
        binding
        .with(\.pattern.trailingTrivia, [])
        .with(
          \.typeAnnotation,
          TypeAnnotationSyntax(
            colon: .colonToken(trailingTrivia: .space),
            type: TypeSyntax(stringLiteral: type), trailingTrivia: .space))
      fixIts.append(
        FixIt(
          message: MacroExpansionFixItMessage("Add ': \(type)'"),
          changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(annotated))]))
    }
    let property = "'\(name.trimmed.text)'"
    return isGuided || binding.initializer == nil
      ? .error("\(property) needs a type annotation to be generated.", at: name, fixIts: fixIts)
      : .warning(
        "\(property) is not generated, because it has no type annotation.", at: name,
        fixIts: fixIts)
  }
}

extension FixIt {
  /// Takes an attribute away.
  static func removal(of attribute: AttributeSyntax) -> FixIt {
    FixIt(
      message: MacroExpansionFixItMessage(
        "Remove '@\(attribute.attributeName.trimmedDescription)'"),
      changes: [
        .replace(oldNode: Syntax(attribute), newNode: Syntax(TokenSyntax.identifier("")))
      ])
  }
}

/// The type of a literal, such as `Int` of `3` and `[String]` of `["a"]`; `nil` for what is none.
private func literalType(of expression: ExprSyntax) -> String? {
  switch expression.kind {
  case .stringLiteralExpr: return "String"
  case .integerLiteralExpr: return "Int"
  case .floatLiteralExpr: return "Double"
  case .booleanLiteralExpr: return "Bool"
  case .prefixOperatorExpr:
    guard let prefixed = expression.as(PrefixOperatorExprSyntax.self), prefixed.operator.text == "-"
    else { return nil }
    return literalType(of: prefixed.expression)
  case .arrayExpr:
    let elements = expression.as(ArrayExprSyntax.self)?.elements.map {
      literalType(of: $0.expression)
    }
    guard let elements, let first = elements.first, let first, elements.allSatisfy({ $0 == first })
    else { return nil }
    return "[\(first)]"
  default: return nil
  }
}
