import TernJSON

/// How a ``GeneratedContent`` holds its value.
///
/// What was read stays as the reader gave it, so a look at a long answer that is still growing costs
/// nothing; parts are made when they are asked for.
enum ContentNode: Sendable {
  /// A whole value.
  case json(JSON)
  /// A value of which only the beginning is known; `nil` before anything is.
  case partial(PartialValue?)
  /// An array put together by code.
  case array([GeneratedContent])
  /// An object put together by code.
  case structure(ContentProperties)
}

/// Properties in order, each name once.
struct ContentProperties: Sendable {
  private(set) var keys: [String] = []
  private(set) var values: [String: GeneratedContent] = [:]

  /// The value of `key`: a new one goes to the end.
  subscript(key: String) -> GeneratedContent? {
    get { values[key] }
    set {
      if values.updateValue(newValue ?? GeneratedContent(node: .json(.null)), forKey: key) == nil {
        keys.append(key)
      }
    }
  }
}

extension ContentNode {
  /// The value as a tree in which all that is open is closed; O(n) where it is not one already.
  var json: JSON {
    switch self {
    case .json(let json): json
    case .partial(let value): value?.json ?? .null
    case .array(let elements): .array(elements.map(\.json))
    case .structure(let properties):
      .object(JSONObject(properties.keys.map { ($0, properties.values[$0]?.json ?? .null) }))
    }
  }

  /// Whether nothing of the value is missing; O(n) for values put together by code.
  var isComplete: Bool {
    switch self {
    case .json: true
    case .partial(let value): value?.isWhole ?? false
    case .array(let elements): elements.allSatisfy(\.isComplete)
    case .structure(let properties): properties.values.values.allSatisfy(\.isComplete)
    }
  }

  /// What the value is, for messages.
  var kindName: String {
    switch self {
    case .json(let json): Self.kindName(json)
    case .partial(nil): "nothing yet"
    case .partial(.whole(let json)): Self.kindName(json)
    case .partial(.number): "a number"
    case .partial(.string): "a string"
    case .partial(.array), .array: "an array"
    case .partial(.object), .structure: "an object"
    }
  }

  private static func kindName(_ json: JSON) -> String {
    switch json {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
