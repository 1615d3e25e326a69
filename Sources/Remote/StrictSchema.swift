import TernJSON

/// Whether OpenAI's servers take a schema as strict: every property of every object is required, and
/// no object has others (platform.openai.com/docs/guides/structured-outputs).
///
/// Servers with a constrained decoder hold to every schema; for them the word changes nothing.
enum StrictSchema {
  static func holds(_ schema: JSON) -> Bool {
    var isStrict = true
    _ = SchemaKeywords.map(schema) { members in
      guard let properties = members["properties"]?.object else { return }
      let required = Set(members["required"]?.array?.compactMap(\.string) ?? [])
      if members["additionalProperties"]?.bool != false { isStrict = false }
      if !properties.keys.allSatisfy(required.contains) { isStrict = false }
    }
    return isStrict
  }
}
