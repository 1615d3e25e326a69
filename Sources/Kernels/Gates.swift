#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Functions of single values that recurrent layers and gated attention need.
extension Compute {
  /// `z = x * y`, value by value; `z` may be either input.
  package func multiply(_ x: Rows, by y: Rows, into z: Rows) {
    requireSameShape(x, y)
    requireSameShape(x, z)
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        let (a, b, c) = unsafe (x.row(row), y.row(row), z.row(row))
        for place in 0..<x.columns { unsafe c[place] = a[place] * b[place] }
      }
    }
  }

  /// Replaces every value by `1 / (1 + e^-x)`.
  package func sigmoid(_ x: Rows) {
    change(x) { 1 / (1 + expf(-$0)) }
  }

  /// Replaces every value by `ln(1 + e^x)`.
  package func softplus(_ x: Rows) {
    // Beyond 20 the difference is below the precision of the value.
    change(x) { $0 > 20 ? $0 : log1pf(expf($0)) }
  }

  /// Divides each head by its length: `x / √(Σ x² + epsilon)`.
  package func l2NormHeads(_ x: Rows, heads: Int, epsilon: Float) {
    let count = Float(x.columns / heads)
    rmsNormHeads(x, heads: heads, weight: nil, epsilon: epsilon / count)
    scale(x, by: 1 / count.squareRoot())
  }

  private func change(_ x: Rows, _ function: (Float) -> Float) {
    forRows(x.count, columns: x.columns * 8) { rows in
      for row in rows {
        let values = unsafe x.row(row)
        for place in 0..<x.columns { unsafe values[place] = function(values[place]) }
      }
    }
  }
}
