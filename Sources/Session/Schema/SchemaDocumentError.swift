/// Why a document is no JSON Schema.
package struct SchemaDocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where the schema is that is at fault, as a JSON pointer from the root.
  package var pointer: String
  /// What is wrong there.
  package var reason: String

  package var description: String {
    "\(reason) (at \(pointer.isEmpty ? "the root" : pointer))"
  }
}
