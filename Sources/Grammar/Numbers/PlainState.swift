/// Where a reader stands within a plain number of one constraint.
///
/// Only what the rest of the number depends on is kept, so that states which behave alike are
/// equal: the digits themselves are gone once they are strictly between the bounds.
struct PlainState: Hashable {
  enum Phase: UInt8 {
    case start, minus, zero, integer
    /// After the point; `count` digits follow it so far.
    case fraction
    case exponent, sign, power
    /// In the trie of pinned values, at `node`.
    case word
  }

  /// How digits compare with as many digits of a bound.
  enum Order: Int8 {
    case less, equal, greater

    init(_ a: UInt8, _ b: UInt8) { self = a == b ? .equal : a < b ? .less : .greater }
  }

  /// The number of the constraint in its union.
  var constraint: Int32 = 0
  var phase = Phase.start
  var isNegative = false
  /// Digits read of the integer part, the fraction or the exponent; in a loose state as many as
  /// matter.
  var count: Int32 = 0
  /// Significant digits of the integer part or the fraction that may follow, of a point too what it
  /// counts as; -1 where zeros may not follow either.
  var room: Int32 = 0
  /// Whether all digits so far are zeros and do not count: more digits may follow than ``room``.
  var isLeading = false
  /// The digits beside the lower bound; `greater` where there is none.
  var low = Order.greater
  /// The digits beside the upper bound; `less` where there is none.
  var high = Order.less
  /// Where the text is in the trie of excluded (or pinned) values.
  var node = NumberWords.none
  /// The digits modulo what they must be a multiple of.
  var remainder: UInt128 = 0
  /// The digits modulo what they must not be multiples of; `never` where they cannot become one.
  var others: [UInt128] = []

  static let never = UInt128.max

  init(phase: Phase = .start, constraint: Int32 = 0) {
    (self.phase, self.constraint) = (phase, constraint)
  }

  /// Whether more digits of the integer part, a point or an end may follow.
  var isInteger: Bool { phase == .integer || phase == .zero }

  /// Whether the digits no longer follow a bound or an excluded value: what they may go on with is
  /// then a matter of lengths and remainders alone.
  var isLoose: Bool {
    (isInteger || phase == .fraction) && low != .equal && high != .equal
      && node == NumberWords.none
  }
}
