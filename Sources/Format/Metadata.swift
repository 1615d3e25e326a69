/// The metadata of a file: keys in the file's order, each with one value.
package struct Metadata: Sendable, Equatable {
  /// The keys in the order of the file.
  package private(set) var keys: [String] = []
  private var values: [String: MetadataValue] = [:]

  package init() {}

  package var count: Int { keys.count }

  /// The value of `key`.
  ///
  /// A new key goes to the end; `nil` removes the key (O(n)).
  package subscript(key: String) -> MetadataValue? {
    get { values[key] }
    set {
      let old = values.updateOrRemove(newValue, for: key)
      if old == nil, newValue != nil { keys.append(key) }
      if old != nil, newValue == nil { keys.removeAll { $0 == key } }
    }
  }

  /// The text of a string value, with invalid UTF-8 repaired; `nil` if absent or of another type.
  package func string(_ key: String) -> String? { values[key]?.string }

  /// The value of any integer type; `nil` if absent, of another type, or out of an Int's range.
  package func int(_ key: String) -> Int? { values[key]?.int }

  /// The value of any number type; `nil` if absent or of another type.
  package func double(_ key: String) -> Double? { values[key]?.double }

  /// The value of any number type, rounded to Float; `nil` if absent or of another type.
  package func float(_ key: String) -> Float? {
    if case .float32(let value) = values[key] { value } else { double(key).map { Float($0) } }
  }

  package func bool(_ key: String) -> Bool? { values[key]?.bool }

  /// The array of any integer type; `nil` if absent, of another type, or out of an Int's range.
  package func ints(_ key: String) -> [Int]? { values[key]?.array?.ints }

  /// The array of any number type; `nil` if absent or of another type.
  package func floats(_ key: String) -> [Float]? { values[key]?.array?.floats }

  package func bools(_ key: String) -> [Bool]? { values[key]?.array?.bools }

  /// The array of strings as raw bytes; `nil` if absent or of another type.
  package func strings(_ key: String) -> StringTable? { values[key]?.array?.strings }
}

extension Metadata: ExpressibleByDictionaryLiteral {
  /// The pairs in the order written; of equal keys the last value counts.
  package init(dictionaryLiteral elements: (String, MetadataValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension Metadata: Sequence {
  /// The pairs in the order of the keys.
  package func makeIterator() -> AnyIterator<(key: String, value: MetadataValue)> {
    var keys = self.keys.makeIterator()
    let values = self.values
    return AnyIterator {
      guard let key = keys.next(), let value = values[key] else { return nil }
      return (key, value)
    }
  }
}

extension Dictionary {
  /// Stores `value`, or removes the entry for `nil`; returns what was there before.
  fileprivate mutating func updateOrRemove(_ value: Value?, for key: Key) -> Value? {
    if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
  }
}
