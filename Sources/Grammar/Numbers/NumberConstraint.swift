import TernJSON

/// A set of numbers: all that satisfy every one of these conditions.
package struct NumberConstraint: Hashable, Sendable {
  /// An end of a range.
  package struct Bound: Hashable, Sendable {
    package var value: Decimal
    package var isExclusive: Bool

    package init(_ value: Decimal, isExclusive: Bool = false) {
      (self.value, self.isExclusive) = (value, isExclusive)
    }
  }

  package var minimum: Bound?
  package var maximum: Bound?
  /// The number is a multiple of every one of these positive numbers (1: it is an integer).
  package var multiples: [Decimal]
  /// The number is a multiple of none of these positive numbers.
  package var notMultiples: [Decimal]
  /// Values that are not allowed.
  package var excluded: [Decimal]

  package init(
    minimum: Bound? = nil, maximum: Bound? = nil, multiples: [Decimal] = [],
    notMultiples: [Decimal] = [], excluded: [Decimal] = []
  ) {
    (self.minimum, self.maximum) = (minimum, maximum)
    (self.multiples, self.notMultiples, self.excluded) = (multiples, notMultiples, excluded)
  }

  /// Every number.
  package static let free = NumberConstraint()
  /// Every integer.
  package static let integer = NumberConstraint(multiples: [.one])

  /// Only `value`.
  package static func only(_ value: Decimal) -> NumberConstraint {
    NumberConstraint(minimum: Bound(value), maximum: Bound(value))
  }

  /// Whether every number satisfies it.
  package var isFree: Bool { self == .free }

  /// Whether the value of `number` satisfies every condition; the slow, clear judge.
  package func contains(_ number: JSONNumber) -> Bool {
    contains(Decimal(reading: Array(number.text.utf8)))
  }

  func contains(_ value: Decimal) -> Bool {
    if let minimum {
      guard minimum.isExclusive ? value > minimum.value : value >= minimum.value else {
        return false
      }
    }
    if let maximum {
      guard maximum.isExclusive ? value < maximum.value : value <= maximum.value else {
        return false
      }
    }
    return multiples.allSatisfy { value.isMultiple(of: $0) }
      && !notMultiples.contains { value.isMultiple(of: $0) } && !excluded.contains(value)
  }
}

/// Which spellings of a number count.
package enum NumberStyle: Hashable, Sendable {
  /// What is generated: one canonical kind of spelling with bounded digits, no dead ends.
  ///
  /// Integers have neither fraction nor exponent; other numbers have an exponent only where the
  /// constraint is free; `-0` never occurs; a value that is pinned has one spelling.
  case plain
  /// What is accepted: every JSON spelling of the value (`1.0`, `10e-1` and `1` are one value).
  case any
}
