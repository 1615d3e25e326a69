import Foundation

extension GenerationSchema {
  /// Why a schema that is built at run time is invalid.
  public enum SchemaError: Error, LocalizedError {
    /// Two definitions have the same name.
    case duplicateType(schema: String?, type: String, context: Context)
    /// Two properties of an object have the same name.
    case duplicateProperty(schema: String, property: String, context: Context)
    /// A choice without alternatives.
    case emptyTypeChoices(schema: String, context: Context)
    /// References to names that are not defined.
    case undefinedReferences(schema: String?, references: [String], context: Context)

    /// Details of an error.
    public struct Context: Sendable {
      /// What went wrong, for developers.
      public let debugDescription: String

      /// What went wrong, for developers.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// What went wrong, in one sentence.
    public var errorDescription: String? {
      switch self {
      case .duplicateType(let schema, let type, _):
        "More than one schema is named '\(type)' in \(Self.quoted(schema))."
      case .duplicateProperty(let schema, let property, _):
        "The schema '\(schema)' has more than one property '\(property)'."
      case .emptyTypeChoices(let schema, _): "The schema '\(schema)' has no choices."
      case .undefinedReferences(let schema, let references, _):
        "Nothing is named \(Self.list(references)), to which \(Self.quoted(schema)) refers."
      }
    }

    private static func quoted(_ schema: String?) -> String {
      schema.map { "the schema '\($0)'" } ?? "the schema"
    }

    private static func list(_ names: [String]) -> String {
      names.map { "'\($0)'" }.joined(separator: ", ")
    }

    /// What to do about it, in one sentence.
    public var recoverySuggestion: String? {
      switch self {
      case .duplicateType(_, let type, _): "Give only one of the schemas the name '\(type)'."
      case .duplicateProperty(_, let property, _):
        "Give only one of the properties the name '\(property)'."
      case .emptyTypeChoices(let schema, _): "Give '\(schema)' at least one choice."
      case .undefinedReferences(_, let references, _):
        "Add schemas named \(Self.list(references)) to the dependencies."
      }
    }
  }
}
