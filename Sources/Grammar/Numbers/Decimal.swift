import TernJSON

/// Why a number cannot be a limit or a constant of a schema.
package enum DecimalError: Error, Hashable, Sendable {
  /// More than 1,000 significant digits.
  case tooManyDigits
  /// An exponent beyond ±100,000.
  case exponentOutOfRange
}

/// An exact decimal number, ± digits · 10^exponent, in the one form that has no zeros at either end.
package struct Decimal: Hashable, Sendable {
  package let isNegative: Bool
  /// Digits 0…9, the most significant first; empty for zero.
  package let digits: [UInt8]
  package let exponent: Int

  static let zero = Decimal(digits: [], exponent: 0)
  static let one = Decimal(digits: [1], exponent: 0)

  /// Digits of any form; the value is ± digits · 10^exponent.
  init(isNegative: Bool = false, digits: [UInt8], exponent: Int) {
    let last = digits.lastIndex { $0 != 0 }
    guard let last, let first = digits.firstIndex(where: { $0 != 0 }) else {
      (self.isNegative, self.digits, self.exponent) = (false, [], 0)
      return
    }
    self.isNegative = isNegative
    self.digits = first == 0 && last == digits.count - 1 ? digits : Array(digits[first...last])
    self.exponent = exponent + (digits.count - 1 - last)
  }

  init(_ value: Int) {
    self.init(
      isNegative: value < 0, digits: String(value.magnitude).utf8.map { $0 - 48 }, exponent: 0)
  }

  /// The exact value of a number in a schema, within the limits that keep later work small.
  package init(_ number: JSONNumber) throws(DecimalError) {
    self.init(reading: Array(number.text.utf8))
    if digits.count > NumberLimits.significantDigits { throw .tooManyDigits }
    if abs(exponent) > NumberLimits.exponent { throw .exponentOutOfRange }
  }

  /// The exact value of a JSON number's text of any size.
  ///
  /// An exponent beyond ±2^59 counts as that: far beyond every limit of a schema.
  init(reading text: [UInt8]) {
    let mark = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.endIndex
    var digits: [UInt8] = []
    var fraction: Int?
    for byte in text[..<mark] {
      switch byte {
      case UInt8(ascii: "."): fraction = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte - UInt8(ascii: "0"))
        fraction = fraction.map { $0 + 1 }
      default: break
      }
    }
    let written = Decimal.exponent(text[mark...].dropFirst())
    self.init(
      isNegative: text.first == UInt8(ascii: "-"), digits: digits,
      exponent: written - (fraction ?? 0))
  }

  /// The value of an exponent's text, held within ±2^59 so that counting digits cannot overflow.
  private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
    var value = 0
    for byte in text where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
      value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1 << 59)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  var isZero: Bool { digits.isEmpty }

  /// Where the decimal point lies, in digits from the first one: 12.5 has 2, 0.05 has -1.
  var point: Int { digits.count + exponent }

  /// Digits before the point, 0 for a value below one.
  var integerCount: Int { max(0, point) }

  /// Digits after the point.
  var fractionCount: Int { max(0, -exponent) }

  var magnitude: Decimal { Decimal(digits: digits, exponent: exponent) }
  var negated: Decimal { Decimal(isNegative: !isNegative, digits: digits, exponent: exponent) }
}

extension Decimal: Comparable {
  /// Exact; O(digits), whatever the exponents are.
  package static func < (a: Decimal, b: Decimal) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? b.isSmaller(than: a) : a.isSmaller(than: b)
  }

  /// Whether this magnitude is below that one.
  private func isSmaller(than other: Decimal) -> Bool {
    if isZero || other.isZero { return isZero && !other.isZero }
    if point != other.point { return point < other.point }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
