import SwiftSyntax

/// The type of a property or a payload, in the forms that an expansion needs.
struct PropertyType {
  /// As the schema names it, such as `String?`.
  let schema: String
  /// The type of the same property in a partial form, such as `String.PartiallyGenerated?`.
  let partial: String

  /// Takes a type that can be generated.
  ///
  /// - Parameters:
  ///   - type: What was written.
  ///   - owner: The name of the type around it, which `Self` stands for.
  init(_ type: TypeSyntax, owner: String) {
    let type = type.unwrapped
    let wrapped = type.wrapped
    schema = wrapped.map { "\($0.trimmedDescription)?" } ?? type.trimmedDescription
    // An optional's partial form is that of what it wraps, so that one mark is enough.
    let core = SelfReplacer(owner: owner).rewrite((wrapped ?? type).trimmed)
    partial = "\(core.trimmedDescription).PartiallyGenerated?"
  }

  /// Why nothing can be generated for a type, as the words after "a property of"; `nil` for a name,
  /// an array, an optional and everything else that the compiler should judge.
  static func obstacle(of type: TypeSyntax) -> String? {
    let type = type.unwrapped
    if let wrapped = type.wrapped {
      return wrapped.unwrapped.wrapped == nil
        ? obstacle(of: wrapped) : "an optional of an optional type"
    }
    if let array = type.as(ArrayTypeSyntax.self) { return obstacle(of: array.element) }
    switch type.kind {
    case .tupleType: return "a tuple type"
    case .functionType: return "a function type"
    case .metatypeType: return "a metatype"
    case .compositionType: return "a composition of protocols"
    case .someOrAnyType:
      return type.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.text == "any"
        ? "an existential type" : "an opaque type"
    default: return nil
    }
  }
}

extension TypeSyntax {
  /// The type without parentheses around it and without attributes.
  fileprivate var unwrapped: TypeSyntax {
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.firstName == nil, only.ellipsis == nil
    {
      return only.type.unwrapped
    }
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.unwrapped }
    return self
  }

  /// What `T?` and `T!` wrap.
  ///
  /// `Optional<T>` is left to the compiler, which treats it alike.
  fileprivate var wrapped: TypeSyntax? {
    self.as(OptionalTypeSyntax.self)?.wrappedType
      ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
  }
}

/// Writes the type's name where a type says `Self`, which means another one in the partial form.
private final class SelfReplacer: SyntaxRewriter {
  private let owner: String

  init(owner: String) {
    self.owner = owner
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
    return TypeSyntax(node.with(\.name, .identifier(owner)))
  }
}
