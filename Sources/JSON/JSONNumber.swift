/// A JSON number as it is written, of any size and precision.
///
/// `==` compares the text; `hasSameValue(as:)` the number.
package struct JSONNumber: Sendable, Hashable {
  /// The text, valid by the grammar of RFC 8259.
  package let text: String

  package init(_ value: Int) { text = String(value) }

  package init(_ value: UInt64) { text = String(value) }

  /// The shortest text that reads back as `value`; `nil` for infinities and NaN.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// The number that `text` is, if it is one by the grammar of RFC 8259.
  package init?(text: String) {
    var state = NumberState.start
    for byte in text.utf8 {
      guard let next = state.next(byte) else { return nil }
      state = next
    }
    guard state.isComplete else { return nil }
    self.text = text
  }

  /// Text that the reader has checked.
  init(checked text: String) { self.text = text }

  /// The nearest Double; infinite where the number is out of range.
  package var double: Double { Double(text) ?? .nan }

  /// The value if it has no fraction and fits; `1.0` and `1e2` are whole numbers too.
  package var int: Int? { Int(text) ?? wholeNumber.flatMap { Int($0) } }

  /// The value if it has no fraction, is not negative, and fits.
  package var uint64: UInt64? { UInt64(text) ?? wholeNumber.flatMap { UInt64($0) } }

  /// Whether both are the same number, exactly: 1, 1.0 and 10e-1 are.
  package func hasSameValue(as other: JSONNumber) -> Bool {
    text == other.text || NumberParts(text.utf8) == NumberParts(other.text.utf8)
  }

  /// Whether the number is below `other`, exactly.
  package func isLess(than other: JSONNumber) -> Bool {
    NumberParts(text.utf8) < NumberParts(other.text.utf8)
  }

  /// The digits of a number without a fraction; `nil` for others and for more than 20 digits.
  private var wholeNumber: String? {
    let parts = NumberParts(text.utf8)
    guard parts.exponent >= 0, parts.exponent <= 20, parts.digits.count + parts.exponent <= 20
    else { return nil }
    if parts.digits.isEmpty { return "0" }
    let digits = parts.digits.map { $0 + UInt8(ascii: "0") }
    let zeros = String(repeating: "0", count: parts.exponent)
    return (parts.isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + zeros
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(value) }
}

extension JSONNumber: CustomStringConvertible {
  package var description: String { text }
}
