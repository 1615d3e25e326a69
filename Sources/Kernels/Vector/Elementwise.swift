import TernKernelsPortable

/// Sums, products and limits, value by value.
extension Compute {
  /// `x += scale * y`.
  package func add(_ y: Rows, to x: Rows, scale: Float = 1) {
    requireSameShape(x, y)
    forRows(x.count, columns: x.columns) { rows in
      for row in rows { unsafe vector.addScaled(y.row(row), scale, x.columns, x.row(row)) }
    }
  }

  /// Adds `bias` to every row; makes them NaN where a value of it is not finite, so that nothing
  /// which follows can hide that.
  package func add(row bias: FloatVector, to x: Rows) {
    precondition(bias.count == x.columns)
    guard bias.isFinite else { return scale(x, by: .nan) }
    forRows(x.count, columns: x.columns) { rows in
      for row in rows { unsafe vector.addScaled(bias.base, 1, x.columns, x.row(row)) }
    }
  }

  /// `x *= factor`.
  package func scale(_ x: Rows, by factor: Float) {
    forRows(x.count, columns: x.columns) { rows in
      for row in rows { unsafe vector.scale(x.row(row), factor, x.columns, x.row(row)) }
    }
  }

  /// Multiplies row `i` by `factors[i]`.
  package func scaleRows(_ x: Rows, by factors: [Float]) {
    precondition(factors.count == x.count)
    forRows(x.count, columns: x.columns) { rows in
      for row in rows { unsafe vector.scale(x.row(row), factors[row], x.columns, x.row(row)) }
    }
  }

  /// Multiplies every row by `weight`, value by value.
  package func multiply(row weight: FloatVector, into x: Rows) {
    precondition(weight.count == x.columns)
    forRows(x.count, columns: x.columns) { rows in
      for row in rows { unsafe vector.multiply(x.row(row), weight.base, x.columns, x.row(row)) }
    }
  }

  /// Copies the values of `x`; the views must not overlap.
  package func copy(_ x: Rows, into y: Rows) {
    requireSameShape(x, y)
    forRows(x.count, columns: x.columns) { rows in
      for row in rows { unsafe y.row(row).update(from: x.row(row), count: x.columns) }
    }
  }

  /// Takes each of the `groups` groups of every row apart: the first half of each goes to `first`,
  /// the second half to `second`, group behind group.
  ///
  /// `first` may be the first half of `x` itself; no other views may overlap.
  package func separate(_ x: Rows, groups: Int, into first: Rows, _ second: Rows) {
    requireSameShape(first, second)
    precondition(groups > 0 && first.columns % groups == 0, "columns are not a multiple of groups")
    precondition(x.count == first.count && x.columns == 2 * first.columns, "no two halves of x")
    let width = first.columns / groups
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        for group in 0..<groups {
          let source = unsafe x.row(row) + 2 * group * width
          unsafe (second.row(row) + group * width).update(from: source + width, count: width)
          unsafe (first.row(row) + group * width).update(from: source, count: width)
        }
      }
    }
  }

  /// `cap * tanh(x / cap)`.
  package func softcap(_ x: Rows, _ cap: Float) {
    precondition(cap > 0)
    forRows(x.count, columns: x.columns * 4) { rows in
      for row in rows { unsafe vector.softcap(x.row(row), cap, x.columns) }
    }
  }

  /// Limits every value to `-limit...limit`; NaN stays.
  package func clamp(_ x: Rows, to limit: Float) {
    precondition(limit >= 0)
    forRows(x.count, columns: x.columns) { rows in
      for row in rows { unsafe vector.clamp(x.row(row), limit, x.columns) }
    }
  }

  /// Softmax of each row, in place; a row of nothing but −∞ becomes NaN.
  package func softmax(_ x: Rows) {
    forRows(x.count, columns: x.columns * 4) { rows in
      for row in rows { unsafe vector.softmax(x.row(row), x.columns) }
    }
  }
}
