import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A case of an enumeration that the model chooses from.
struct EnumCase {
  /// The name as source writes it, with back-ticks where it has them.
  let name: String
  /// The string literal that stands for the case in content.
  ///
  /// A raw value of an enumeration of strings, otherwise the name as it was written: Apple's
  /// documents keep back-ticks.
  let choice: String
  let payloads: [Payload]
  /// Whether the case alone says `indirect`.
  let isIndirect: Bool

  /// An associated value.
  struct Payload {
    /// The label as it was written; `nil` where the value has none.
    let label: String?
    /// The name of its property in the schema and in content.
    let key: String
    let type: PropertyType
  }

  /// Reads an enumeration's cases, in the order of their declarations.
  static func cases(
    of enumeration: EnumDeclSyntax, in context: some MacroExpansionContext,
    report: (Diagnostic) -> Void
  ) -> [EnumCase] {
    let declarations = activeMembers(of: enumeration, in: context, report: report)
      .compactMap { $0.as(EnumCaseDeclSyntax.self) }
    let elements = declarations.flatMap { declaration in
      declaration.elements.map { ($0, declaration.modifiers.contains(.indirect)) }
    }
    let hasStrings =
      GenerableSubject.inherits("String", enumeration)
      || elements.contains { $0.0.rawValue?.value.is(StringLiteralExprSyntax.self) == true }
    var names: Set<String> = []
    return elements.compactMap { element, isIndirect in
      guard names.insert(element.name.plainName).inserted else {
        report(.error("A generable type cannot have two cases of one name.", at: element.name))
        return nil
      }
      return EnumCase(
        element, of: enumeration, hasStrings: hasStrings, isIndirect: isIndirect, report: report)
    }
  }

  private init(
    _ element: EnumCaseElementSyntax, of enumeration: EnumDeclSyntax, hasStrings: Bool,
    isIndirect: Bool, report: (Diagnostic) -> Void
  ) {
    name = element.name.trimmed.text
    if hasStrings {
      // Swift takes the back-ticks off a raw value that is not written.
      choice = element.rawValue?.value.trimmedDescription ?? literal(element.name.plainName)
    } else {
      choice = literal(name)
    }
    self.isIndirect = isIndirect
    payloads = Self.payloads(of: element, owner: enumeration.name.trimmed.text, report: report)
  }

  /// The associated values, with the names of their properties: labels, and of `value`, `value1`,
  /// `value2` what is free for those without.
  private static func payloads(
    of element: EnumCaseElementSyntax, owner: String, report: (Diagnostic) -> Void
  ) -> [Payload] {
    let parameters = element.parameterClause?.parameters ?? []
    var keys = Set(parameters.compactMap { $0.propertyName?.plainName })
    if keys.contains("type") {
      report(
        .error(
          "An associated value named 'type' cannot be generated: that names the case.",
          at: element))
    }
    return parameters.compactMap { parameter in
      if let obstacle = PropertyType.obstacle(of: parameter.type) {
        report(
          .error("An associated value of \(obstacle) cannot be generated.", at: parameter.type))
        return nil
      }
      let key = parameter.propertyName?.plainName ?? freeKey(besides: keys)
      keys.insert(key)
      return Payload(
        label: parameter.label?.trimmed.text, key: key,
        type: PropertyType(parameter.type, owner: owner))
    }
  }

  private static func freeKey(besides keys: Set<String>) -> String {
    let candidates = (0...keys.count).map { $0 == 0 ? "value" : "value\($0)" }
    return candidates.first { !keys.contains($0) } ?? "value"
  }
}

extension EnumCaseParameterSyntax {
  /// What stands before the colon when a case is made.
  fileprivate var label: TokenSyntax? {
    firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
  }

  /// The name that the declaration gives the value.
  fileprivate var propertyName: TokenSyntax? { label ?? secondName }
}
