/// Takes the documents of a schema whole, where an encoder would take them apart.
///
/// It stands in the `userInfo` of an encoder under ``key``. A schema that finds it there hands over
/// its documents and encodes nothing; other values encode themselves.
package final class SchemaReceiver: Sendable {
  /// A schema in its two forms.
  package struct Documents: Sendable, Equatable {
    /// The document for people and prompts.
    package var json: JSON
    /// The document that constraints are compiled from: regular expressions of Swift are marked.
    package var constraint: JSON

    package init(json: JSON, constraint: JSON) {
      (self.json, self.constraint) = (json, constraint)
    }
  }

  /// Where it stands.
  package static let key = CodingUserInfoKey(rawValue: "tern.schema-receiver")

  private let received = Locked<Documents?>(nil)

  package init() {}

  /// What was handed over.
  package var documents: Documents? { received.withLock { $0 } }

  /// Takes the documents.
  package func take(_ documents: Documents) { received.withLock { $0 = documents } }
}
