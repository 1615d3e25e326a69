import SwiftDiagnostics
import SwiftSyntax

/// What the `@Guide` attributes of one property say together.
struct GuideArguments {
  private(set) var description: String?
  private var guides: [ExprSyntax] = []
  /// Whether the property has an attribute at all.
  private(set) var isPresent = false

  /// Reads the attributes in their order; the first description counts.
  init(of attributes: AttributeListSyntax, report: (Diagnostic) -> Void) {
    for element in attributes {
      guard let attribute = element.as(AttributeSyntax.self), attribute.isGuide else { continue }
      isPresent = true
      guard case .argumentList(let arguments) = attribute.arguments else { continue }
      for argument in arguments {
        guard argument.label?.text == "description" else {
          guides.append(argument.expression)
          continue
        }
        let text = argument.expression.trimmedDescription
        guard text != "nil" else { continue }
        if description == nil {
          description = text
        } else {
          report(.warning("The property has a description already.", at: argument))
        }
      }
    }
  }

  /// The array of the guides; `nil` without any.
  ///
  /// A single argument is passed on as it is, because only the compiler can tell a regular
  /// expression from a guide; among several, what looks like an expression becomes a guide, so that
  /// all have one type.
  var array: String? {
    guard !guides.isEmpty else { return nil }
    let elements = guides.map { guide in
      let text = guide.trimmedDescription
      return guides.count > 1 && guide.looksLikeRegex ? ".pattern(\(text))" : text
    }
    return "[\(elements.joined(separator: ", "))]"
  }
}

extension AttributeSyntax {
  /// Whether it is `@Guide`, with or without the module's name.
  fileprivate var isGuide: Bool {
    ["Guide", "TernSession.Guide", "Tern.Guide", "FoundationModels.Guide"].contains(
      attributeName.trimmedDescription)
  }
}

extension ExprSyntax {
  /// Whether it is a literal such as `/a+/`, or a call of `Regex`.
  fileprivate var looksLikeRegex: Bool {
    if self.is(RegexLiteralExprSyntax.self) { return true }
    guard var called = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return false }
    if let generic = called.as(GenericSpecializationExprSyntax.self) { called = generic.expression }
    return ["Regex", "_StringProcessing.Regex"].contains(called.trimmedDescription)
  }
}
