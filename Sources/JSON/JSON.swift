/// A JSON value that keeps what it was read from: the order of members and the text of numbers.
///
/// `==` compares exactly: strings by their bytes (not by Unicode equivalence), numbers by their
/// text, members with their order. `hasSameValue(as:)` compares what the text means.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

extension JSON: Equatable {
  package static func == (a: JSON, b: JSON) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  /// Whether both mean the same: members in any order, and 1, 1.0 and 10e-1 alike.
  package func hasSameValue(as other: JSON) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.hasSameValue(as: b)
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.hasSameValue(as: $1) }
    case (.object(let a), .object(let b)):
      a.count == b.count
        && a.allSatisfy { key, value in b[key].map { value.hasSameValue(as: $0) } ?? false }
    default: self == other
    }
  }
}

extension JSON {
  package var isNull: Bool { if case .null = self { true } else { false } }

  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  package var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The value of a number without a fraction, however it is written, that fits an Int.
  package var int: Int? { number?.int }

  /// The value of a number as the nearest Double; infinite where it is out of range.
  package var double: Double? { number?.double }

  package var string: String? { if case .string(let value) = self { value } else { nil } }

  package var array: [JSON]? { if case .array(let value) = self { value } else { nil } }

  package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The member `key` of an object; `nil` where there is none and for other values.
  package subscript(key: String) -> JSON? { object?[key] }

  /// The element at `index` of an array; `nil` past its ends and for other values.
  package subscript(index: Int) -> JSON? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }
}

extension JSON {
  package init(_ value: Int) { self = .number(JSONNumber(value)) }

  package init(_ value: UInt64) { self = .number(JSONNumber(value)) }

  /// The shortest text that reads back as `value`; `nil` for infinities and NaN.
  package init?(_ value: Double) {
    guard let number = JSONNumber(value) else { return nil }
    self = .number(number)
  }

  package init(_ value: some Sequence<String>) { self = .array(value.map(JSON.string)) }

  package init(_ value: some Sequence<Int>) { self = .array(value.map { JSON($0) }) }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self.init(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// The number; a literal that is out of range is null.
  package init(floatLiteral value: Double) { self = JSON(value) ?? .null }

  /// The members in the order written; of equal keys the last value counts.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(elements))
  }
}

extension String {
  /// Whether both have the same UTF-8 bytes.
  ///
  /// Stricter than `==`, to which "é" and "e" with an accent behind it are equal.
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let areSame = unsafe utf8.withContiguousStorageIfAvailable { mine in
      unsafe other.utf8.withContiguousStorageIfAvailable { theirs in
        UnsafeRawBufferPointer(mine).hasSameBytes(as: UnsafeRawBufferPointer(theirs))
      }
    }
    // Strings that are kept in another way have no bytes in a row.
    return (areSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes of another buffer of the same length are the same.
  @safe fileprivate func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place + 8 <= count {
      let (a, b) = unsafe (
        loadUnaligned(fromByteOffset: place, as: UInt64.self),
        other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      )
      if a != b { return false }
      place += 8
    }
    while place < count {
      if unsafe self[place] != other[place] { return false }
      place += 1
    }
    return true
  }
}
