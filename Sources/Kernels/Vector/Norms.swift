import TernKernelsPortable

/// Normalisations over a row, or over each head's part of a row.
extension Compute {
  /// Root-mean-square norm: `y = x / sqrt(mean(x²) + epsilon) * weight`; `y` may be `x`.
  package func rmsNorm(_ x: Rows, weight: FloatVector?, epsilon: Float, into y: Rows) {
    requireSameShape(x, y)
    precondition(weight == nil || weight?.count == x.columns)
    let w = unsafe weight?.base
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        unsafe vector.rmsNorm(x.row(row), w, x.columns, epsilon, y.row(row))
      }
    }
  }

  /// Layer norm: `y = (x - mean) / sqrt(variance + epsilon) * weight + bias`; `y` may be `x`.
  package func layerNorm(
    _ x: Rows, weight: FloatVector?, bias: FloatVector?, epsilon: Float, into y: Rows
  ) {
    requireSameShape(x, y)
    precondition(weight == nil || weight?.count == x.columns)
    precondition(bias == nil || bias?.count == x.columns)
    let w = unsafe weight?.base
    let b = unsafe bias?.base
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        unsafe vector.layerNorm(x.row(row), w, b, x.columns, epsilon, y.row(row))
      }
    }
  }

  /// RMS norm of each of the `heads` groups of every row, in place.
  ///
  /// `weight` has the length of one group, or of the whole row where heads have their own weights.
  package func rmsNormHeads(_ x: Rows, heads: Int, weight: FloatVector?, epsilon: Float) {
    let width = headWidth(x, heads: heads)
    let step = headStep(weight, heads: heads, width: width)
    let w = unsafe weight?.base
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        for head in 0..<heads {
          let group = unsafe x.row(row) + head * width
          unsafe vector.rmsNorm(group, w.map { unsafe $0 + head * step }, width, epsilon, group)
        }
      }
    }
  }

  /// Layer norm of each of the `heads` groups of every row, in place; weights as in
  /// ``rmsNormHeads(_:heads:weight:epsilon:)``.
  package func layerNormHeads(
    _ x: Rows, heads: Int, weight: FloatVector?, bias: FloatVector?, epsilon: Float
  ) {
    let width = headWidth(x, heads: heads)
    let step = headStep(weight, heads: heads, width: width)
    let biasStep = headStep(bias, heads: heads, width: width)
    let w = unsafe weight?.base
    let b = unsafe bias?.base
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        for head in 0..<heads {
          let group = unsafe x.row(row) + head * width
          unsafe vector.layerNorm(
            group, w.map { unsafe $0 + head * step }, b.map { unsafe $0 + head * biasStep }, width,
            epsilon, group)
        }
      }
    }
  }

  /// Divides each of the `heads` groups of every row by its length, in place.
  ///
  /// The length is `√(Σx² + epsilon)`, or the larger of `√Σx²` and `epsilon` where that is a `floor`
  /// (as in llama.cpp). A group of zeros becomes NaN where `epsilon` is 0.
  package func l2NormHeads(_ x: Rows, heads: Int, epsilon: Float, floor: Bool = false) {
    let width = headWidth(x, heads: heads)
    precondition(epsilon >= 0)
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        for head in 0..<heads {
          let group = unsafe x.row(row) + head * width
          unsafe recurrent.l2Norm(group, width, epsilon, floor, group)
        }
      }
    }
  }

  private func headWidth(_ x: Rows, heads: Int) -> Int {
    precondition(heads > 0 && x.columns % heads == 0, "columns are not a multiple of the heads")
    return x.columns / heads
  }

  /// How far apart two heads' weights are: 0 where all heads share them.
  private func headStep(_ vector: FloatVector?, heads: Int, width: Int) -> Int {
    guard let count = vector?.count, count != width else { return 0 }
    precondition(count == heads * width, "weights fit neither one head nor the row")
    return width
  }
}
