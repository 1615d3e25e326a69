import TernJSON

/// A place in a document that is being read; knows the way to it, for errors.
struct DocumentCursor {
  let json: JSON
  let path: [any CodingKey]

  /// The member `key`; `nil` where it is missing or null.
  func member(_ key: String) -> DocumentCursor? {
    guard let value = json[key], !value.isNull else { return nil }
    return DocumentCursor(json: value, path: path + [DocumentKey(stringValue: key)])
  }

  /// The member `key`, which must be there.
  func required(_ key: String) throws(DecodingError) -> DocumentCursor {
    guard json.object != nil else { throw mismatch([String: Any].self, "an object") }
    guard let member = member(key) else {
      throw .keyNotFound(
        DocumentKey(stringValue: key),
        .init(codingPath: path, debugDescription: "no value for the key \"\(key)\""))
    }
    return member
  }

  func string() throws(DecodingError) -> String {
    guard let text = json.string else { throw mismatch(String.self, "a string") }
    return text
  }

  func int() throws(DecodingError) -> Int {
    guard let value = json.int else { throw mismatch(Int.self, "a whole number") }
    return value
  }

  func double() throws(DecodingError) -> Double {
    guard let value = json.double, value.isFinite else { throw mismatch(Double.self, "a number") }
    return value
  }

  func bool() throws(DecodingError) -> Bool {
    guard let value = json.bool else { throw mismatch(Bool.self, "true or false") }
    return value
  }

  /// The elements of an array.
  func elements() throws(DecodingError) -> [DocumentCursor] {
    guard let values = json.array else { throw mismatch([Any].self, "an array") }
    return values.enumerated().map {
      DocumentCursor(json: $1, path: path + [DocumentKey(intValue: $0)])
    }
  }

  /// What `read` makes of each element of an array.
  func map<Value>(
    _ read: (DocumentCursor) throws(DecodingError) -> Value
  ) throws(DecodingError) -> [Value] {
    var values: [Value] = []
    for element in try elements() { values.append(try read(element)) }
    return values
  }

  /// An error about this place.
  func corrupted(_ text: String, _ error: (any Error)? = nil) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: text, underlyingError: error))
  }

  private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(type, .init(codingPath: path, debugDescription: "not \(expected)"))
  }
}

/// A key of an object in a document, or a place in an array.
struct DocumentKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  init(stringValue: String) { self.stringValue = stringValue }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
