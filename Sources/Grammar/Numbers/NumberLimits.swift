/// The limits on digits that keep numbers finite work for reader and model.
enum NumberLimits {
  /// Significant digits of a number in a schema.
  static let significantDigits = 1_000
  /// The largest power of ten, up or down, of a number in a schema.
  static let exponent = 100_000

  /// Digits of an integer part without a budget where no bound asks for more: each such integer fits
  /// an Int64.
  static let integerDigits = 18
  /// Digits of a fraction where nothing asks for more.
  static let fractionDigits = 14
  /// Those of them that may follow zeros, or digits before the point: less than a budget leaves, so
  /// that numbers of up to five digits before the point have the same states behind it.
  static let fractionRoom = 10
  /// Digits of a generated exponent: with 16 digits before it the value is a finite Double.
  static let exponentDigits = 2
  /// A bound asks for at most this many digits (the largest Float has 39), unless the values
  /// nearest to zero need more.
  static let boundDigits = 40
  /// Digits that a generated number has at most, before or after its point.
  static let hardDigits = 400
  /// A pinned value with more digits than this is written with an exponent.
  static let wordDigits = 40
  /// Bytes of an accepted number; each is a state of a reader, which keeps the text so far.
  static let textBytes = 4_096
  /// Remainders are kept modulo numbers of at most this many digits: ten times one, plus a digit,
  /// and 2^8 times one, fit 128 bits.
  static let modulusDigits = 36
}
