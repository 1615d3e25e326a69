/// Why a JSON Schema cannot be read, and where.
package struct SchemaError: Error, Equatable, Sendable {
  /// The keyword that is at fault; empty where it is the schema itself.
  package var keyword: String
  /// The schema that has the keyword, as a JSON pointer from the root of the document.
  package var pointer: String
  package var reason: Reason

  package init(keyword: String, pointer: String, reason: Reason) {
    (self.keyword, self.pointer, self.reason) = (keyword, pointer, reason)
  }

  package enum Reason: Equatable, Sendable {
    /// The value of the keyword is of another kind than this.
    case mustBe(String)
    /// No JSON type has this name.
    case unknownType(String)
    /// The reference names a place that the document does not have.
    case unresolved(reference: String)
    /// The reference leads to another document.
    case remote(uri: String)
    /// The schema applies itself to the same value, through references and in-place applicators.
    case circular
    /// `$schema` names a dialect that is not known.
    case unknownDialect(String)
    /// A keyword that cannot be enforced here.
    case unsupported(String)
    case tooManySchemas(limit: Int)
    case tooManyScopes(limit: Int)
    case tooDeep(limit: Int)
    /// Working out what satisfies the schema takes more than the limits allow.
    case tooComplex
  }
}

extension SchemaError: CustomStringConvertible {
  package var description: String {
    let place = pointer.isEmpty ? "the root" : pointer
    return (keyword.isEmpty ? "schema" : keyword) + " at \(place): \(reason)"
  }
}

extension SchemaError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .mustBe(let expected): "must be \(expected)"
    case .unknownType(let name): "\"\(name)\" is not a type"
    case .unresolved(let reference): "\"\(reference)\" is not in the document"
    case .remote(let uri): "\"\(uri)\" is another document"
    case .circular: "circular reference: the schema applies itself to the same value"
    case .unknownDialect(let uri): "\"\(uri)\" is not a known dialect"
    case .unsupported(let what): what
    case .tooManySchemas(let limit): "more than \(limit) schemas"
    case .tooManyScopes(let limit): "dynamic references have more than \(limit) scopes"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    case .tooComplex: "too complex: working it out takes more than the limits"
    }
  }
}
