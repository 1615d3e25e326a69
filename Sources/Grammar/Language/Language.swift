/// A regular language over Unicode scalars, by its number in the ``Languages`` that made it.
///
/// Equal numbers are equal terms, so comparing is O(1); numbers of two stores do not mix.
package struct Language: Hashable, Sendable {
  package let id: Int32

  package init(id: Int32) { self.id = id }
}

/// A range of Unicode scalar values.
package typealias ScalarRange = ClosedRange<UInt32>
