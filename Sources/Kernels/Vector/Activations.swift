import TernKernelsPortable

/// The nonlinear functions of feed-forward layers.
package enum Activation: Int, Sendable, CaseIterable {
  /// `x * sigmoid(x)`.
  case silu
  /// The tanh form: `x/2 * (1 + tanh(sqrt(2/π) * (x + 0.044715 x³)))`.
  case gelu
  /// The exact form: `x/2 * (1 + erf(x / sqrt 2))`.
  case geluErf
  /// `x * sigmoid(1.702 x)`.
  case geluQuick
  /// `max(x, 0)`.
  case relu
  /// `max(x, 0)²`.
  case reluSquared
}

extension Compute {
  /// Applies `f` to every value, in place.
  package func activate(_ x: Rows, _ f: Activation) {
    forRows(x.count, columns: x.columns * 4) { rows in
      for row in rows { unsafe vector.activate(f.rawValue, x.row(row), x.columns) }
    }
  }

  /// `y = f(gate) * up`; `y` may be either input.
  package func gate(_ gate: Rows, _ up: Rows, _ f: Activation, into y: Rows) {
    requireSameShape(gate, up)
    requireSameShape(gate, y)
    forRows(gate.count, columns: gate.columns * 4) { rows in
      for row in rows {
        unsafe vector.gate(f.rawValue, gate.row(row), up.row(row), gate.columns, y.row(row))
      }
    }
  }

  /// The clamped gate of gpt-oss: with `g = min(gate, limit)` and `u` = `up` limited to ±`limit`,
  /// `y = g * sigmoid(alpha g) * (u + 1)`; `y` may be either input.
  package func gateOAI(
    _ gate: Rows, _ up: Rows, alpha: Float = 1.702, limit: Float = 7, into y: Rows
  ) {
    requireSameShape(gate, up)
    requireSameShape(gate, y)
    forRows(gate.count, columns: gate.columns * 4) { rows in
      for row in rows {
        unsafe vector.gateClamped(
          gate.row(row), up.row(row), alpha, limit, gate.columns, y.row(row))
      }
    }
  }
}
