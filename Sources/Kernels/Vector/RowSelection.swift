import TernKernelsPortable

/// Rows that are taken out of a batch and put back: what a part of the rows goes through alone.
extension Compute {
  /// `y[i] = factor · x[row]`, with the row and the factor of each `i` from `source`.
  package func gather(
    _ x: Rows, into y: Rows, _ source: (Int) -> (row: Int, factor: Float)
  ) {
    precondition(x.columns == y.columns, "row views differ in width")
    forRows(y.count, columns: y.columns) { range in
      for index in range {
        let (row, factor) = source(index)
        precondition(row >= 0 && row < x.count, "row index")
        if factor == 1 {
          unsafe y.row(index).update(from: x.row(row), count: x.columns)
        } else {
          unsafe vector.scale(x.row(row), factor, x.columns, y.row(index))
        }
      }
    }
  }

  /// `x[row] += factor · y[i]` for each `i` in order, with the row and the factor from `target`.
  ///
  /// Several rows of `y` may go to the same row; the order in which they are added does not depend on
  /// the number of threads, which share the columns.
  package func scatterSum(
    _ y: Rows, into x: Rows, _ target: (Int) -> (row: Int, factor: Float)
  ) {
    precondition(x.columns == y.columns, "row views differ in width")
    func add(_ columns: Range<Int>) {
      for index in 0..<y.count {
        let (row, factor) = target(index)
        precondition(row >= 0 && row < x.count, "row index")
        unsafe vector.addScaled(
          y.row(index) + columns.lowerBound, factor, columns.count,
          x.row(row) + columns.lowerBound)
      }
    }
    // Parts of at least 32 Ki values, and of whole cache lines; a single row allocates nothing.
    let parts = min(4 * team.threads, y.count * y.columns >> 15, y.columns >> 6)
    guard parts > 1, team.threads > 1, x.count > 1 else { return add(0..<y.columns) }
    let width = ((y.columns + parts - 1) / parts + 15) & ~15
    team.run(parts) { part in
      let start = min(y.columns, part * width)
      add(start..<min(y.columns, start + width))
    }
  }
}
