import TernKernelsPortable

/// The functions that recurrent layers apply value by value.
package enum ValueFunction: Int, Sendable, CaseIterable {
  /// `1 / (1 + e^-x)`.
  case sigmoid
  case tanh
  /// `e^x`.
  case exponential
  /// `ln(1 + e^x)`.
  case softplus
  /// `e^(-0.606531 / (1 + e^-x))`, the decay of RWKV-7: its models were trained with these digits of
  /// `e^(-1/2)`.
  case decay
}

extension Compute {
  /// `x = f(x + bias)`, in place; NaN where the argument is not finite.
  package func apply(_ f: ValueFunction, to x: Rows, bias: FloatVector? = nil) {
    precondition(bias == nil || bias?.count == x.columns)
    let b = unsafe bias?.base
    forRows(x.count, columns: x.columns * 4) { rows in
      for row in rows { unsafe recurrent.applyFunction(f.rawValue, x.row(row), b, x.columns) }
    }
  }

  /// `y = x * w`, value by value; `y` may be either input.
  package func multiply(_ x: Rows, by w: Rows, into y: Rows) {
    requireSameShape(x, w)
    requireSameShape(x, y)
    forRows(x.count, columns: x.columns) { rows in
      for row in rows { unsafe vector.multiply(x.row(row), w.row(row), x.columns, y.row(row)) }
    }
  }

  /// `y = x + (other - x) * weight`, with one weight for each column; `y` may be either input.
  ///
  /// Where `weight` and `y` have a multiple of the columns of `x`, there are so many results side by
  /// side; `y` must then be neither input.
  package func mix(_ x: Rows, _ other: Rows, by weight: FloatVector, into y: Rows) {
    requireSameShape(x, other)
    let columns = x.columns
    precondition(
      y.count == x.count && y.columns == weight.count
        && weight.count.isMultiple(of: columns), "weights do not fit the columns")
    forRows(x.count, columns: y.columns) { rows in
      for row in rows {
        for at in stride(from: 0, to: weight.count, by: max(1, columns)) {
          unsafe recurrent.mixValues(
            x.row(row), other.row(row), weight.base + at, columns, y.row(row) + at)
        }
      }
    }
  }

  /// `y = x + (other - x) * weight`, value by value; `y` may be any of the inputs.
  package func mix(_ x: Rows, _ other: Rows, by weight: Rows, into y: Rows) {
    requireSameShape(x, other)
    requireSameShape(x, weight)
    requireSameShape(x, y)
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        unsafe recurrent.mixValues(
          x.row(row), other.row(row), weight.row(row), x.columns, y.row(row))
      }
    }
  }

  /// `y += v * Σ (x * w * weight)`, where the sum is over a head's columns: what RWKV-7 adds for the
  /// row itself.
  package func addHeadProducts(
    _ x: Rows, _ w: Rows, weight: FloatVector, times v: Rows, heads: Int, to y: Rows
  ) {
    requireSameShape(x, w)
    requireSameShape(x, v)
    requireSameShape(x, y)
    precondition(weight.count == x.columns && heads > 0 && x.columns % heads == 0)
    let width = x.columns / heads
    forRows(x.count, columns: x.columns * 2) { rows in
      for row in rows {
        for at in stride(from: 0, to: x.columns, by: width) {
          let factor = unsafe recurrent.weightedDot(
            x.row(row) + at, w.row(row) + at, weight.base + at, width)
          unsafe vector.addScaled(v.row(row) + at, factor, width, y.row(row) + at)
        }
      }
    }
  }

  /// Gives every row the one before it in its run.
  ///
  /// The first row gets what the state remembers in row `kept` of its convolution, which then
  /// remembers the last row of `x`. `y` must not be `x`.
  package func shift(_ x: Rows, runs: [StateRun], kept: Int = 0, into y: Rows) {
    requireSameShape(x, y)
    requireRows(runs, within: x.count)
    for run in runs where !run.rows.isEmpty {
      let state = run.state
      precondition(kept < state.convolutionRows && state.channels == x.columns)
      let memory = unsafe state.convolution + kept * state.channels
      unsafe y.row(run.rows.lowerBound).update(from: memory, count: x.columns)
      for row in run.rows.dropFirst() {
        unsafe y.row(row).update(from: x.row(row - 1), count: x.columns)
      }
      unsafe memory.update(from: x.row(run.rows.upperBound - 1), count: x.columns)
    }
  }
}
