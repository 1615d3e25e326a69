import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A property that the model fills in.
struct StoredProperty {
  /// The name as source writes it, with back-ticks where it has them.
  let name: String
  /// The name in the schema and in content.
  let key: String
  let type: PropertyType
  /// The access that was written, with the space that follows.
  let access: String
  let guide: GuideArguments
}

/// What stands in a structure that matters to its schema.
struct StoredProperties {
  /// The schema's properties, in the order of their declarations.
  private(set) var all: [StoredProperty] = []
  /// How the structure's own `id` of type `GenerationID` may be seen; `nil` where it has none.
  ///
  /// Such a property is no part of the schema: the framework gives it.
  private(set) var generationIDAccess: String?

  private let owner: String
  private let report: (Diagnostic) -> Void

  /// Reads a structure's body.
  init(
    of structure: StructDeclSyntax, in context: some MacroExpansionContext,
    report: @escaping (Diagnostic) -> Void
  ) {
    owner = structure.name.trimmed.text
    self.report = report
    for member in activeMembers(of: structure, in: context, report: report) {
      if let variable = member.as(VariableDeclSyntax.self) { read(variable) }
    }
  }

  private mutating func read(_ variable: VariableDeclSyntax) {
    guard variable.isStoredOfInstance else { return }
    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
    let guide = GuideArguments(of: variable.attributes, report: report)
    let access = variable.modifiers.access.map { $0 + " " } ?? ""
    var bindings = Array(variable.bindings)
    bindings.spreadAnnotations()
    for binding in bindings where !binding.isComputed {
      // A constant that has its value cannot be given another one.
      if isConstant && binding.initializer != nil { continue }
      read(binding, of: variable, access: access, guide: guide)
    }
  }

  private mutating func read(
    _ binding: PatternBindingSyntax, of variable: VariableDeclSyntax, access: String,
    guide: GuideArguments
  ) {
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      report(.error("A generable type cannot take a property from a tuple.", at: binding.pattern))
      return
    }
    if name.plainName == "id", binding.isGenerationID {
      generationIDAccess = access
      return
    }
    guard let type = binding.typeAnnotation?.type else {
      report(.missingAnnotation(of: name, binding, isGuided: guide.isPresent))
      return
    }
    if let obstacle = PropertyType.obstacle(of: type) {
      report(.error("A property of \(obstacle) cannot be generated.", at: type))
      return
    }
    if reservedNames.contains(name.plainName) {
      report(
        .error(
          "'@Generable' makes a member named '\(name.plainName)' itself.", at: name))
      return
    }
    all.append(
      StoredProperty(
        name: name.trimmed.text, key: name.plainName,
        type: PropertyType(type, owner: owner), access: access, guide: guide))
  }
}

/// The names of the members that the macro adds.
private let reservedNames: Set = ["generatedContent", "generationSchema"]

extension VariableDeclSyntax {
  /// Whether its properties belong to a value and are stored when the value is made.
  var isStoredOfInstance: Bool {
    !modifiers.contains(.static) && !modifiers.contains(.class) && !modifiers.contains(.lazy)
  }
}

extension PatternBindingSyntax {
  /// Whether accessors compute it; observers alone leave it stored.
  var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    guard let list = accessors.as(AccessorDeclListSyntax.self) else { return true }
    return list.contains {
      ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }

  /// Whether it is a `GenerationID`, by its annotation or by a call that makes one.
  fileprivate var isGenerationID: Bool {
    let names: Set = [
      "GenerationID", "TernSession.GenerationID", "Tern.GenerationID",
      "FoundationModels.GenerationID",
    ]
    if let type = typeAnnotation?.type { return names.contains(type.trimmedDescription) }
    let call = initializer?.value.as(FunctionCallExprSyntax.self)
    return call.map { names.contains($0.calledExpression.trimmedDescription) } ?? false
  }
}

extension [PatternBindingSyntax] {
  /// Gives `a` of `let a, b: Int` the annotation that stands behind `b`.
  fileprivate mutating func spreadAnnotations() {
    var following: TypeAnnotationSyntax?
    for index in indices.reversed() {
      if let own = self[index].typeAnnotation {
        following = own
      } else if self[index].initializer == nil {
        self[index].typeAnnotation = following
      } else {
        following = nil
      }
    }
  }
}
