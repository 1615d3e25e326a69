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
