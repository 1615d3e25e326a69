import Foundation

extension GenerationSchema {
  /// Why schemas put together at run time make no whole.
  public enum SchemaError: Error, LocalizedError {
    /// Two definitions have the same name.
    case duplicateType(schema: String?, type: String, context: Context)
    /// Two properties of an object have the same name.
    case duplicateProperty(schema: String, property: String, context: Context)
    /// A choice between nothing.
    case emptyTypeChoices(schema: String, context: Context)
    /// References to names that nothing has.
    case undefinedReferences(schema: String?, references: [String], context: Context)

    /// What is known of an error.
    public struct Context: Sendable {
      /// What went wrong, for developers.
      public let debugDescription: String

      /// What went wrong, for developers.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// What went wrong, in one sentence.
    public var errorDescription: String? {
      switch self {
      case .duplicateType(_, _, let context), .duplicateProperty(_, _, let context),
        .emptyTypeChoices(_, let context), .undefinedReferences(_, _, let context):
        context.debugDescription
      }
    }

    /// What to do about it, in one sentence.
    public var recoverySuggestion: String? {
      switch self {
      case .duplicateType(_, let type, _): "Give only one of the schemas the name '\(type)'."
      case .duplicateProperty(_, let property, _):
        "Give only one of the properties the name '\(property)'."
      case .emptyTypeChoices(let schema, _): "Give '\(schema)' at least one choice."
      case .undefinedReferences(_, let references, _):
        "Add schemas named \(references.map { "'\($0)'" }.joined(separator: ", ")) to the dependencies."
      }
    }
  }
}
