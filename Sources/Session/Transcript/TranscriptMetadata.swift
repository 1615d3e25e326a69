import TernJSON

/// What an application or a model adds to an entry: values of any type that has a JSON form.
struct TranscriptMetadata: Sendable {
  var values: [String: any Codable & Sendable & Equatable]
}

extension TranscriptMetadata: Equatable {
  /// Whether the values are the same, or have the same JSON form: a document does not tell the types
  /// of what it holds.
  static func == (a: Self, b: Self) -> Bool {
    a.values.count == b.values.count
      && a.values.allSatisfy { key, value in
        b.values[key].map { areEqual(value, $0) } ?? false
      }
  }

  private static func areEqual<Value: Codable & Equatable>(
    _ a: Value, _ b: any Codable & Sendable & Equatable
  ) -> Bool {
    if let b = b as? Value { return a == b }
    guard let a = try? JSONCoding.json(a), let b = try? JSONCoding.json(b) else { return false }
    return a.hasSameValue(as: b)
  }
}
