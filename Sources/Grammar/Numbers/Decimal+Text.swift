extension Decimal {
  /// The one text of a pinned value: without an exponent where that is at most 40 digits long.
  var word: String {
    let length = max(integerCount, 1) + fractionCount
    return length <= NumberLimits.wordDigits ? pointText : exponentText
  }

  private var sign: String { isNegative ? "-" : "" }

  /// The digits around a point, as many as that takes: 12.5, 0.05, 1200.
  var pointText: String {
    let all = digits + [UInt8](repeating: 0, count: max(0, exponent))
    let padded = [UInt8](repeating: 0, count: max(0, 1 - point)) + all
    let integer = sign + Decimal.text(padded.dropLast(fractionCount))
    return fractionCount == 0 ? integer : integer + "." + Decimal.text(padded.suffix(fractionCount))
  }

  /// One digit, the rest after the point, and the power of ten: 1.25e300.
  private var exponentText: String {
    let rest = digits.count > 1 ? "." + Decimal.text(digits[1...]) : ""
    return sign + Decimal.text(digits[..<1]) + rest + "e" + String(point - 1)
  }

  private static func text(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }
}

extension Decimal: CustomStringConvertible {
  package var description: String { word }
}
