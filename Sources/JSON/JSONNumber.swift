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
    if text == other.text { return true }
    guard let a = Decimal(text), let b = Decimal(other.text) else { return false }
    return a == b
  }

  /// The digits of a number without a fraction; `nil` for others and for more than 20 digits.
  private var wholeNumber: String? {
    guard let decimal = Decimal(text), decimal.exponent >= 0, decimal.exponent <= 20,
      decimal.digits.count + decimal.exponent <= 20
    else { return nil }
    let zeros = String(repeating: "0", count: decimal.exponent)
    return (decimal.isNegative ? "-" : "") + String(decoding: decimal.digits, as: UTF8.self) + zeros
  }
}

/// A number as ± digits · 10^exponent in the one form that has no zeros at either end.
private struct Decimal: Equatable {
  var isNegative: Bool
  /// ASCII digits; a single `0` for zero.
  var digits: [UInt8]
  var exponent: Int

  /// Takes a number apart; `nil` where its exponent does not fit an Int.
  init?(_ text: String) {
    var bytes = Substring(text).utf8
    isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    exponent = 0
    if let mark = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      var written = Substring(bytes[bytes.index(after: mark)...])
      if written.hasPrefix("+") { written.removeFirst() }
      // A sixteenth of the range, so that counting digits cannot overflow.
      guard let value = Int(written), value.magnitude < 1 << 59 else { return nil }
      exponent = value
      bytes = bytes[..<mark]
    }
    digits = bytes.filter { $0 != UInt8(ascii: ".") }
    if let point = bytes.firstIndex(of: UInt8(ascii: ".")) {
      exponent -= bytes.distance(from: point, to: bytes.endIndex) - 1
    }
    while digits.count > 1, digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    digits.removeFirst(digits.prefix { $0 == UInt8(ascii: "0") }.count)
    if digits.isEmpty { (isNegative, digits, exponent) = (false, [UInt8(ascii: "0")], 0) }
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(value) }
}

extension JSONNumber: CustomStringConvertible {
  package var description: String { text }
}
