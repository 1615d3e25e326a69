import TernJSON

/// Why a number cannot be a limit or a constant of a schema.
package enum DecimalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// More than 1,000 significant digits.
  case tooManyDigits
  /// An exponent beyond ±100,000.
  case exponentOutOfRange

  package var description: String {
    switch self {
    case .tooManyDigits:
      "a number of more than \(NumberLimits.significantDigits) digits is not supported"
    case .exponentOutOfRange:
      "a number with an exponent beyond ±\(NumberLimits.exponent) is not supported"
    }
  }
}

/// An exact decimal number, ± digits · 10^exponent, in the one form that has no zeros at either end.
package struct Decimal: Hashable, Sendable {
  package let isNegative: Bool
  /// Digits 0…9, the most significant first; empty for zero.
  package let digits: [UInt8]
  /// The power of ten; ±2^59 where it is ±10^17 or more, which `distance` then tells.
  package let exponent: Int
  /// The digits of the exponent where it is ±10^17 or more; empty otherwise.
  private let distance: [UInt8]

  static let zero = Decimal(digits: [], exponent: 0)
  static let one = Decimal(digits: [1], exponent: 0)

  /// Digits of any form; the value is ± digits · 10^exponent.
  init(isNegative: Bool = false, digits: [UInt8], exponent: Int) {
    let last = digits.lastIndex { $0 != 0 }
    guard let last, let first = digits.firstIndex(where: { $0 != 0 }) else {
      (self.isNegative, self.digits, self.exponent, distance) = (false, [], 0, [])
      return
    }
    distance = []
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

  /// The exact value of a number of any size.
  package init(exactly number: JSONNumber) { self.init(reading: Array(number.text.utf8)) }

  /// The exact value of a JSON number's text of any size.
  init(reading text: [UInt8]) {
    let parts = NumberParts(text)
    isNegative = parts.isNegative
    digits = parts.digits
    exponent = parts.exponent
    distance = parts.distance
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
  package static func < (a: Decimal, b: Decimal) -> Bool { a.parts < b.parts }

  private var parts: NumberParts {
    NumberParts(
      isNegative: isNegative, digits: digits, exponent: exponent, distance: distance)
  }
}
