import TernKernelsPortable

/// Rows of several streams side by side, and how large rows are.
extension Compute {
  /// `y[k] = x[k] + Σ c[k, j] · x[j]` for the streams `x[0]`, `x[1]`, … of every row.
  ///
  /// A row of `coefficients` holds the `c[k, j]` of its streams, those of the first `k` first.
  package func mixStreams(_ x: Rows, by coefficients: Rows, into y: Rows) {
    requireSameShape(x, y)
    let count = streamCount(coefficients.columns)
    precondition(x.columns % count == 0 && coefficients.count == x.count)
    let width = x.columns / count
    forRows(x.count, columns: x.columns * count) { rows in
      for row in rows {
        unsafe y.row(row).update(from: x.row(row), count: x.columns)
        for target in 0..<count {
          for source in 0..<count {
            unsafe vector.addScaled(
              x.row(row) + source * width, coefficients.row(row)[target * count + source], width,
              y.row(row) + target * width)
          }
        }
      }
    }
  }

  /// `x[k] += (1 + c[k]) · y` for the streams `x[0]`, `x[1]`, … of every row; a row of
  /// `coefficients` holds their `c[k]`.
  package func addToStreams(_ y: Rows, by coefficients: Rows, to x: Rows) {
    let (count, width) = (coefficients.columns, y.columns)
    precondition(x.columns == count * width)
    precondition(coefficients.count == x.count && y.count == x.count)
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        for target in 0..<count {
          unsafe vector.addScaled(
            y.row(row), 1 + coefficients.row(row)[target], width, x.row(row) + target * width)
        }
      }
    }
  }

  /// Scales each row of `x` to the length that row of `y` has as a vector.
  package func scaleToMagnitude(of y: Rows, _ x: Rows) {
    requireSameShape(x, y)
    forRows(x.count, columns: x.columns * 2) { rows in
      for row in rows {
        let (wanted, found) = unsafe (sumOfSquares(y.row(row)), sumOfSquares(x.row(row)))
        unsafe vector.scale(
          x.row(row), wanted.squareRoot() / found.squareRoot(), x.columns, x.row(row))
      }
    }
    func sumOfSquares(_ values: UnsafePointer<Float>) -> Float {
      (0..<x.columns).reduce(Float(0)) { unsafe $0 + values[$1] * values[$1] }
    }
  }

  /// Lowers every row by its mean plus so many of its standard deviations, and makes what is below
  /// 0 then 0.
  package func keepAbove(_ x: Rows, deviations: Float) {
    forRows(x.count, columns: x.columns * 2) { rows in
      for row in rows { unsafe vector.keepAbove(x.row(row), deviations, x.columns) }
    }
  }

  private func streamCount(_ coefficients: Int) -> Int {
    let count = Int(Float(coefficients).squareRoot())
    precondition(count > 0 && count * count == coefficients, "coefficients are no square")
    return count
  }
}
