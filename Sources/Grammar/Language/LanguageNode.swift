/// One term of a store of languages: an operator and the numbers of its operands.
struct LanguageNode {
  enum Kind: UInt8 {
    case empty, epsilon
    /// One scalar: `a` is where the bounds of the set begin in the pool, `b` how many there are.
    case scalars
    /// What is left of the words `a..<b` behind their first `c` scalars.
    case words
    /// `a` then `b`; `a` is never a `concat`.
    case concat
    /// `b` operands from `a` on in the pool of members, ascending.
    case or, and
    /// Every text but those of `a`.
    case not
    /// `a`, at least `b` and at most `c` times (`LanguageNode.unlimited`: without end).
    case repeated
    /// The empty text, at the end of the whole text only.
    case end
  }

  /// A count or a length without limit.
  static let unlimited = Int32.max

  var kind: Kind
  var flags: LanguageFlags
  /// How deep the term is nested; the tail of a `concat` does not count.
  var depth: UInt16 = 0
  var a: Int32 = 0
  var b: Int32 = 0
  var c: Int32 = 0
  /// No member has fewer scalars.
  var shortest: Int32
  /// No member has more scalars.
  var longest: Int32
  /// Where the partition of the scalars begins in the pool; -1: not known yet.
  var firstClass: Int32 = -1
  var classCount: Int32 = 0
}

/// What is known about a term.
struct LanguageFlags: OptionSet {
  var rawValue: UInt8

  /// It matches "" wherever it stands.
  static let nullable = LanguageFlags(rawValue: 1)
  /// It matches "" at the end of the whole text.
  static let nullableAtEnd = LanguageFlags(rawValue: 2)
  /// `end` is in it.
  static let hasEnd = LanguageFlags(rawValue: 4)
  /// Whether it is empty cannot be told from its form: `and`, `not` or `end` is in it.
  static let needsSearch = LanguageFlags(rawValue: 8)
  /// It was found to have a member.
  static let live = LanguageFlags(rawValue: 16)
  /// It was found to have none.
  static let dead = LanguageFlags(rawValue: 32)
  /// Its classes name no term without members, except `empty`.
  static let isPruned = LanguageFlags(rawValue: 64)

  static let bothNullable: LanguageFlags = [.nullable, .nullableAtEnd]
}

/// A regular language over Unicode scalars, by its number in the ``Languages`` that made it.
///
/// Equal numbers are equal terms, so comparing is O(1); numbers of two stores do not mix.
package struct Language: Hashable, Sendable {
  package let id: Int32

  package init(id: Int32) { self.id = id }
}

/// A range of Unicode scalar values.
package typealias ScalarRange = ClosedRange<UInt32>
