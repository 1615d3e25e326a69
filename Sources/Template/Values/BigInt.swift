import Foundation

/// An integer outside of Int's range, as Python has them; short: a few thousand digits at most.
struct BigInt: Equatable {
  private(set) var isNegative: Bool
  /// 32 bits each, the lowest first; no zeros at the end.
  private(set) var words: [UInt32]

  /// The most bits that results have; a larger one is an error.
  static let maximumBits = 16384

  init(_ value: Int) {
    isNegative = value < 0
    words = [UInt32(truncatingIfNeeded: value.magnitude), UInt32(value.magnitude >> 32)]
    trim()
  }

  private init(isNegative: Bool, words: [UInt32]) {
    self.isNegative = isNegative
    self.words = words
    trim()
  }

  /// Reads digits of a base up to 36; `nil` where there is something else or too many.
  init?(digits: some Sequence<UInt8>, base: Int = 10) {
    isNegative = false
    words = []
    // Some digits at a time; five of base 36 are less than 2³².
    var (factor, sum): (UInt32, UInt32) = (1, 0)
    for byte in digits {
      guard let digit = Character(UnicodeScalar(byte)).hexLikeValue, digit < base else {
        return nil
      }
      (factor, sum) = (factor * UInt32(base), sum * UInt32(base) + UInt32(digit))
      guard factor >= Self.largestPart else { continue }
      multiply(by: factor, adding: sum)
      (factor, sum) = (1, 0)
      if words.count * 32 > Self.maximumBits { return nil }
    }
    multiply(by: factor, adding: sum)
    if words.count * 32 > Self.maximumBits { return nil }
  }

  /// Digits are put together until their base's power is at least this; one more factor of 36 fits.
  private static let largestPart: UInt32 = 1 << 26

  /// The whole part of a finite number.
  init(_ value: Double) {
    var rest = value.magnitude.rounded(.towardZero)
    var parts: [UInt32] = []
    while rest >= 1 {
      let high = (rest / 4_294_967_296).rounded(.towardZero)
      parts.append(UInt32(rest - high * 4_294_967_296))
      rest = high
    }
    self.init(isNegative: value < 0, words: parts)
  }

  private mutating func trim() {
    while words.last == 0 { words.removeLast() }
    if words.isEmpty { isNegative = false }
  }

  private mutating func multiply(by factor: UInt32, adding carry: UInt32) {
    var carry = UInt64(carry)
    for index in words.indices {
      let product = UInt64(words[index]) * UInt64(factor) + carry
      words[index] = UInt32(truncatingIfNeeded: product)
      carry = product >> 32
    }
    if carry > 0 { words.append(UInt32(carry)) }
  }

  /// Divides by a small number and returns what remains.
  private mutating func divide(by divisor: UInt32) -> UInt32 {
    var rest: UInt64 = 0
    for index in words.indices.reversed() {
      let part = rest << 32 | UInt64(words[index])
      words[index] = UInt32(part / UInt64(divisor))
      rest = part % UInt64(divisor)
    }
    trim()
    return UInt32(rest)
  }

  /// The number as Int where it fits.
  var int: Int? {
    guard words.count <= 2 else { return nil }
    let magnitude = words.enumerated().reduce(0 as UInt) { $0 | UInt($1.1) << (32 * UInt($1.0)) }
    if isNegative {
      return magnitude <= UInt(Int.max) + 1 ? Int(truncatingIfNeeded: ~magnitude &+ 1) : nil
    }
    return Int(exactly: magnitude)
  }

  /// As a value: an Int where it fits, an error where it is too large.
  func value() throws(TemplateError) -> Value {
    if let int { return .int(int) }
    guard words.count * 32 <= Self.maximumBits else { throw .limit("the integer is too large") }
    return .big(self)
  }

  /// The nearest Double.
  var double: Double {
    guard words.count > 2 else {
      let magnitude = Double(words.reversed().reduce(0 as UInt64) { $0 << 32 | UInt64($1) })
      return isNegative ? -magnitude : magnitude
    }
    // The highest 64 bits, the last of which also says whether there is anything below.
    let shift = UInt64(words[words.count - 1].leadingZeroBitCount)
    var top = UInt64(words[words.count - 1]) << 32 | UInt64(words[words.count - 2])
    let next = UInt64(words[words.count - 3])
    top = top << shift | (next << shift) >> 32
    let isExact = (next << shift) & 0xFFFF_FFFF == 0 && !words.dropLast(3).contains { $0 != 0 }
    if !isExact { top |= 1 }
    let exponent = (words.count - 2) * 32 - Int(shift)
    let magnitude = exponent > 1024 ? .infinity : scalbn(Double(top), exponent)
    return isNegative ? -magnitude : magnitude
  }

  /// The Double that is the number; `nil` where none is.
  var exactDouble: Double? {
    guard words.count <= 32 else { return nil }
    let double = double
    return double.isFinite && BigInt(double) == self ? double : nil
  }

  static prefix func - (a: BigInt) -> BigInt {
    BigInt(isNegative: !a.isNegative, words: a.words)
  }

  static func + (a: BigInt, b: BigInt) -> BigInt {
    if a.isNegative == b.isNegative {
      return BigInt(isNegative: a.isNegative, words: add(a.words, b.words))
    }
    if isBefore(a.words, b.words) {
      return BigInt(isNegative: b.isNegative, words: subtract(b.words, a.words))
    }
    return BigInt(isNegative: a.isNegative, words: subtract(a.words, b.words))
  }

  static func - (a: BigInt, b: BigInt) -> BigInt { a + -b }

  static func * (a: BigInt, b: BigInt) -> BigInt {
    var result = [UInt32](repeating: 0, count: a.words.count + b.words.count + 1)
    for (i, x) in a.words.enumerated() {
      var carry: UInt64 = 0
      for (j, y) in b.words.enumerated() {
        let sum = UInt64(x) * UInt64(y) + UInt64(result[i + j]) + carry
        result[i + j] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
      }
      result[i + b.words.count] = UInt32(carry)
    }
    return BigInt(isNegative: a.isNegative != b.isNegative, words: result)
  }

  /// Quotient and remainder, rounded down as Python does; `b` is not zero.
  static func divide(_ a: BigInt, _ b: BigInt) -> (quotient: BigInt, remainder: BigInt) {
    var quotient = BigInt(isNegative: false, words: a.words)
    var rest = BigInt(0)
    if b.words.count == 1 {
      rest = BigInt(isNegative: false, words: [quotient.divide(by: b.words[0])])
    } else {
      for index in a.words.indices.reversed() {
        var digit: UInt32 = 0
        for bit in (0..<32).reversed() {
          rest.multiply(by: 2, adding: a.words[index] >> UInt32(bit) & 1)
          if !isBefore(rest.words, b.words) {
            rest.words = subtract(rest.words, b.words)
            rest.trim()
            digit |= 1 << UInt32(bit)
          }
        }
        quotient.words[index] = digit
      }
      quotient.trim()
    }
    quotient.isNegative = a.isNegative != b.isNegative && !quotient.words.isEmpty
    rest.isNegative = a.isNegative && !rest.words.isEmpty
    if !rest.words.isEmpty, a.isNegative != b.isNegative {
      quotient = quotient - BigInt(1)
      rest = rest + b
    }
    return (quotient, rest)
  }

  static func < (a: BigInt, b: BigInt) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? isBefore(b.words, a.words) : isBefore(a.words, b.words)
  }

  private static func isBefore(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    if a.count != b.count { return a.count < b.count }
    return a.reversed().lexicographicallyPrecedes(b.reversed())
  }

  private static func add(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var carry: UInt64 = 0
    for index in 0..<max(a.count, b.count) {
      carry += (index < a.count ? UInt64(a[index]) : 0) + (index < b.count ? UInt64(b[index]) : 0)
      result.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    result.append(UInt32(carry))
    return result
  }

  /// `a` is at least `b`.
  private static func subtract(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result = a
    var borrow: Int64 = 0
    for index in a.indices {
      let difference = Int64(a[index]) - (index < b.count ? Int64(b[index]) : 0) - borrow
      result[index] = UInt32(truncatingIfNeeded: difference)
      borrow = difference < 0 ? 1 : 0
    }
    return result
  }
}

extension BigInt: CustomStringConvertible {
  var description: String { text(base: 10) }

  /// The digits of a base up to 16, in lower case.
  func text(base: UInt32) -> String {
    guard !words.isEmpty else { return "0" }
    var rest = self
    var digits: [UInt8] = []
    // Some digits at a time.
    var (size, power): (Int, UInt32) = (0, 1)
    while power < Self.largestPart { (size, power) = (size + 1, power * base) }
    while !rest.words.isEmpty {
      var part = rest.divide(by: power)
      for _ in 0..<size where part > 0 || !rest.words.isEmpty {
        let digit = UInt8(part % base)
        digits.append(digit < 10 ? digit + 48 : digit + 87)
        part /= base
      }
    }
    return (isNegative ? "-" : "") + String(decoding: digits.reversed(), as: UTF8.self)
  }
}

extension Character {
  /// The value of a digit of a base up to 36.
  fileprivate var hexLikeValue: Int? {
    guard let byte = asciiValue else { return nil }
    switch byte {
    case 48...57: return Int(byte) - 48
    case 65...90: return Int(byte) - 55
    case 97...122: return Int(byte) - 87
    default: return nil
    }
  }
}
