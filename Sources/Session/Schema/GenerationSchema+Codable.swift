import TernJSON

extension GenerationSchema: Codable {
  /// Reads a JSON Schema document.
  ///
  /// Everything in it is kept. A document with `x-order`, which FoundationModels adds, means regular
  /// expressions of Swift by `pattern`, others mean those of JSON Schema.
  ///
  /// - Throws: `DecodingError` for what is no JSON Schema, or refers to what is not there.
  public init(from decoder: any Decoder) throws {
    do {
      try self.init(document: CodableJSON(from: decoder).json)
    } catch let error as SchemaDocumentError {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Writes the schema as a JSON Schema document.
  public func encode(to encoder: any Encoder) throws {
    if let key = SchemaReceiver.key, let receiver = encoder.userInfo[key] as? SchemaReceiver {
      receiver.take(SchemaReceiver.Documents(json: json, constraint: constraint))
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    try CodableJSON(json).encode(to: encoder)
  }
}

extension GenerationSchema: CustomDebugStringConvertible {
  /// The schema as a JSON Schema document.
  public var debugDescription: String { json.text(.pretty) }
}

extension GenerationSchema {
  /// A schema that a JSON Schema document describes, also one of another make.
  ///
  /// Everything in the document is kept; what cannot be enforced is told when a constraint is made.
  package init(document: JSON) throws(SchemaDocumentError) {
    try SchemaDocumentCheck.check(document)
    var isOrdered = false
    let json = SchemaKeywords.map(document) { schema in
      isOrdered = schema.sortProperties() || isOrdered
    }
    var failures: [String] = []
    let constraint =
      isOrdered ? SchemaKeywords.map(json) { Self.makeExact(&$0, &failures) } : json
    self.init(
      rendering: SchemaRendering(json: json, constraint: constraint, failures: failures),
      name: json["title"]?.string ?? "")
  }

  /// Says of a pattern that it is Swift's.
  private static func makeExact(_ schema: inout JSONObject, _ failures: inout [String]) {
    guard let text = schema["pattern"]?.string else { return }
    guard let regex = RegexText(text: text) else {
      return failures.append(
        "The regular expression '\(text.prefix(200))' cannot be read, "
          + "or has parts that no generated text can be held to.")
    }
    schema["pattern"] = nil
    schema["x-swift-pattern"] = .string(regex.exact)
  }
}
