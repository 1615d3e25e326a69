import TernJSON

/// A value that a model has generated: like JSON, with the order of properties.
///
/// Numbers are kept as they are written, so integers of 64 bits and long decimals come back exactly.
/// Two contents are equal where they mean the same: numbers by their value, properties in any order;
/// neither ``id`` nor ``isComplete`` counts.
///
/// ```swift
/// let content = GeneratedContent(properties: ["name": "Kirby", "age": 3])
/// print(content.jsonString)  // {"name": "Kirby", "age": 3}
/// let age = try content.value(Int.self, forProperty: "age")
/// ```
public struct GeneratedContent: Sendable, Equatable, Generable {
  /// Identifies the value while it is being generated; stable within a response.
  ///
  /// The parts of a value that has one have their own.
  public var id: GenerationID?

  let node: ContentNode

  init(node: ContentNode, id: GenerationID? = nil) {
    self.node = node
    self.id = id
  }

  /// Any value at all.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(node: .any, name: "GeneratedContent")
  }

  /// The content itself.
  public init(_ content: GeneratedContent) throws { self = content }

  /// The content itself.
  public var generatedContent: GeneratedContent { self }

  /// An object with `properties` in this order; of equal names the last value counts.
  public init(
    properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil
  ) {
    var built = ContentProperties()
    for (key, value) in properties { built[key] = value.generatedContent }
    self.init(node: .structure(built), id: id)
  }

  /// An object with `properties` in this order; `combine` makes one of two values of the same name.
  public init<S>(
    properties: S, id: GenerationID? = nil,
    uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws ->
      some ConvertibleToGeneratedContent
  ) rethrows where S: Sequence, S.Element == (String, any ConvertibleToGeneratedContent) {
    var built = ContentProperties()
    for (key, value) in properties {
      let new = value.generatedContent
      if let old = built[key] {
        built[key] = try combine(old, new).generatedContent
      } else {
        built[key] = new
      }
    }
    self.init(node: .structure(built), id: id)
  }

  /// An array of `elements`.
  public init<S>(elements: S, id: GenerationID? = nil)
  where S: Sequence, S.Element == any ConvertibleToGeneratedContent {
    self.init(node: .array(elements.map(\.generatedContent)), id: id)
  }

  /// The content of a value.
  public init(_ value: some ConvertibleToGeneratedContent) { self = value.generatedContent }

  /// The content of a value, with a name.
  public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
    self = value.generatedContent
    self.id = id
  }
}

extension GeneratedContent: CustomDebugStringConvertible {
  /// The value as JSON.
  public var debugDescription: String { jsonString }
}

extension GeneratedContent {
  /// Whether two contents mean the same; O(n).
  public static func == (a: GeneratedContent, b: GeneratedContent) -> Bool {
    a.json.hasSameValue(as: b.json)
  }
}
