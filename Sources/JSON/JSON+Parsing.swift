extension JSON {
  /// Reads one JSON text; strict as `JSONReader` is.
  ///
  /// Of equal keys the last value counts, in the place of the first.
  package init(
    parsing bytes: Span<UInt8>, maximumDepth: Int = JSONReader.defaultMaximumDepth,
    loneSurrogates: JSONReader.LoneSurrogates = .replaced
  ) throws(JSONError) {
    var reader = JSONReader(maximumDepth: maximumDepth, loneSurrogates: loneSurrogates)
    var tree = JSONTree()
    try reader.push(bytes) { tree.add($0) }
    try reader.finish { tree.add($0) }
    self = tree.value
  }

  /// Reads one JSON text.
  package init(parsing bytes: [UInt8]) throws(JSONError) { try self.init(parsing: bytes.span) }

  /// Reads one JSON text.
  package init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8).span)
  }
}

/// Builds a value from the events of a reader.
package struct JSONTree: Sendable {
  /// The innermost open container, or the whole text outside of all.
  private var open = Container()
  /// The containers around it, the outermost first.
  private var outer: [Container] = []

  /// What a container holds so far: elements or members.
  private struct Container {
    var elements: [JSON] = []
    var members: [JSONObject.Member] = []
    /// The key of the member that is being read.
    var key: String?
  }

  package init() {}

  /// The value, once all events of a text have been added.
  package var value: JSON { open.elements.last ?? .null }

  /// Takes the next event; they must come in an order that a reader gives.
  package mutating func add(_ event: JSONEvent) {
    switch event {
    case .beginObject, .beginArray:
      outer.append(open)
      open = Container()
    case .endObject:
      let members = open.members
      open = outer.removeLast()
      put(.object(JSONObject(members: members)))
    case .endArray:
      let elements = open.elements
      open = outer.removeLast()
      put(.array(elements))
    case .key(let key): open.key = key
    case .string(let string): put(.string(string))
    case .number(let number): put(.number(number))
    case .bool(let bool): put(.bool(bool))
    case .null: put(.null)
    }
  }

  private mutating func put(_ value: JSON) {
    if let key = open.key {
      open.members.append(JSONObject.Member(key: key, value: value))
      open.key = nil
    } else {
      open.elements.append(value)
    }
  }
}
