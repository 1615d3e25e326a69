import TernJSON

extension GeneratedContent {
  /// Whether the value is an object, of which more may come.
  var isStructure: Bool {
    switch node {
    case .json(.object), .partial(.whole(.object)), .partial(.object), .structure: true
    default: false
    }
  }

  /// Whether the value is null, or nothing of it is known yet.
  var isNull: Bool {
    switch node {
    case .json(.null), .partial(nil), .partial(.whole(.null)): true
    default: false
    }
  }

  /// The property `key` of an object; `nil` where there is none and for other values.
  ///
  /// O(1), but O(n) for an object that is still growing.
  func property(_ key: String) -> GeneratedContent? {
    switch node {
    case .json(let json): json[key].map { part(.json($0), key) }
    case .partial(let value): value?[key].map { part(Self.node($0), key) }
    case .structure(let properties): properties[key].map { named($0, key) }
    case .array: nil
    }
  }

  /// The properties of an object in order; `nil` for other values.
  var properties: [(key: String, value: GeneratedContent)]? {
    switch node {
    case .json(.object(let object)), .partial(.whole(.object(let object))):
      return object.map { ($0.key, part(.json($0.value), $0.key)) }
    case .partial(.object(let members, let next)):
      var known = JSONObject(members.array.map { ($0.key, $0.value) }).map {
        (key: $0.key, value: part(.json($0.value), $0.key))
      }
      if let next {
        known.removeAll { $0.key == next.key }
        known.append((next.key, part(Self.node(next.value), next.key)))
      }
      return known
    case .structure(let properties):
      return properties.keys.compactMap { key in
        properties[key].map { (key, named($0, key)) }
      }
    default: return nil
    }
  }

  /// The elements of an array; `nil` for other values.
  var elements: [GeneratedContent]? {
    switch node {
    case .json(.array(let elements)), .partial(.whole(.array(let elements))):
      return elements.enumerated().map { part(.json($1), $0) }
    case .partial(.array(let elements, let next)):
      let known = elements.array.enumerated().map { part(.json($1), $0) }
      return known + (next.map { [part(Self.node($0), known.count)] } ?? [])
    case .array(let elements):
      return elements.enumerated().map { index, element in
        var element = element
        if element.id == nil { element.id = id?.child(index) }
        return element
      }
    default: return nil
    }
  }

  private static func node(_ value: PartialValue) -> ContentNode {
    if case .whole(let json) = value { .json(json) } else { .partial(value) }
  }

  private func part(_ node: ContentNode, _ key: String) -> GeneratedContent {
    GeneratedContent(node: node, id: id?.child(key))
  }

  private func part(_ node: ContentNode, _ index: Int) -> GeneratedContent {
    GeneratedContent(node: node, id: id?.child(index))
  }

  /// A part that keeps its own name if it has one.
  private func named(_ content: GeneratedContent, _ key: String) -> GeneratedContent {
    var content = content
    if content.id == nil { content.id = id?.child(key) }
    return content
  }
}
