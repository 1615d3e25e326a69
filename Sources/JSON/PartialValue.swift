/// A JSON value of which only the beginning may be known.
///
/// Shares everything with the reader that gave it and with the values before and after it.
package indirect enum PartialValue: Sendable {
  /// A value that has been read to its end.
  case whole(JSON)
  /// A number that more digits may follow.
  case number(JSONNumber)
  /// The beginning of a string: whole characters, in UTF-8.
  case string(GrowingList<UInt8>)
  /// The beginning of an array: its finished elements, and the one after them if any of it is known.
  case array(GrowingList<JSON>, next: PartialValue?)
  /// The beginning of an object: its finished members, and the one after them if any of its value is
  /// known.
  case object(GrowingList<JSONObject.Member>, next: (key: String, value: PartialValue)?)

  /// Whether the value has been read to its end.
  package var isWhole: Bool { if case .whole = self { true } else { false } }

  /// The value as a tree in which all that is open is closed; O(size of what is open).
  package var json: JSON {
    switch self {
    case .whole(let value): value
    case .number(let number): .number(number)
    case .string(let bytes): .string(String(decoding: bytes.array, as: UTF8.self))
    case .array(let elements, let next):
      .array(elements.array + (next.map { [$0.json] } ?? []))
    case .object(let members, let next):
      .object(
        JSONObject(
          members: members.array
            + (next.map { [JSONObject.Member(key: $0.key, value: $0.value.json)] } ?? [])))
    }
  }

  /// The element at `index` of an array, or the value of the last member `key` of an object; `nil`
  /// where there is none yet and for other values.
  package subscript(index: Int) -> PartialValue? {
    switch self {
    case .whole(let value): value[index].map(PartialValue.whole)
    case .array(let elements, let next):
      elements.indices.contains(index)
        ? .whole(elements[index]) : index == elements.count ? next : nil
    default: nil
    }
  }

  package subscript(key: String) -> PartialValue? {
    switch self {
    case .whole(let value): return value[key].map(PartialValue.whole)
    case .object(let members, let next):
      if let next, next.key.hasSameBytes(as: key) { return next.value }
      return members.last { $0.key.hasSameBytes(as: key) }.map { .whole($0.value) }
    default: return nil
    }
  }
}
