import TernKernelsPortable

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The parameters of xIELU (Huang and Schlag, "Deriving Activation Functions Using Integration",
/// 2025), an activation whose slope is linear for `x > 0` and exponential below.
package struct XIELU: Sendable, Equatable {
  /// Multiplies `e^x - 1 - x` for `x` of 0 or less.
  let below: Float
  /// Multiplies `x²` for `x` above 0.
  let above: Float
  /// Multiplies `x` everywhere.
  let slope: Float
  /// The largest value that goes into the exponential.
  let epsilon: Float

  /// From a model's learned parameters: `softplus(alphaN) + beta` and `softplus(alphaP)`.
  package init(alphaN: Float, alphaP: Float, beta: Float, epsilon: Float) {
    func softplus(_ x: Float) -> Float { x > 20 ? x : log1pf(expf(x)) }
    below = beta + softplus(alphaN)
    above = softplus(alphaP)
    slope = beta
    self.epsilon = epsilon
  }
}

extension Compute {
  /// Applies `f` to every value, in place.
  package func activate(_ x: Rows, _ f: XIELU) {
    forRows(x.count, columns: x.columns * 4) { rows in
      for row in rows {
        unsafe vector.xielu(x.row(row), f.below, f.above, f.slope, f.epsilon, x.columns)
      }
    }
  }

  /// `y = min(silu(gate), limit) * u` with `u` = `up` limited to ±`limit`; `y` may be either input.
  package func gateLimited(_ gate: Rows, _ up: Rows, limit: Float, into y: Rows) {
    requireSameShape(gate, up)
    requireSameShape(gate, y)
    forRows(gate.count, columns: gate.columns * 4) { rows in
      for row in rows {
        unsafe vector.gateLimited(gate.row(row), up.row(row), limit, gate.columns, y.row(row))
      }
    }
  }

  /// Multiplies each of the groups of every row of `x` by the logistic function of its value in
  /// `gate`, which has a column for each group.
  package func gateLogisticHeads(_ gate: Rows, _ x: Rows) {
    precondition(gate.count == x.count && x.columns % gate.columns == 0)
    let width = x.columns / gate.columns
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        for head in 0..<gate.columns {
          let group = unsafe x.row(row) + head * width
          let factor = unsafe 1 / (1 + expf(-gate.row(row)[head]))
          unsafe vector.scale(group, factor, width, group)
        }
      }
    }
  }

  /// `y = x * logistic(gate)`; `y` may be either input.
  package func gateLogistic(_ gate: Rows, _ x: Rows, into y: Rows) {
    requireSameShape(gate, x)
    requireSameShape(gate, y)
    forRows(gate.count, columns: gate.columns * 4) { rows in
      for row in rows {
        unsafe vector.gateLogistic(gate.row(row), x.row(row), gate.columns, y.row(row))
      }
    }
  }
}
