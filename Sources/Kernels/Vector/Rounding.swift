extension Compute {
  /// Rounds activations to 8 bits, as ternary models were trained with.
  ///
  /// Each 256 values of a row (the block of the ternary types; the last run may be shorter) become
  /// whole multiples of their largest magnitude / 127; `y` may be `x`.
  package func roundTo8Bits(_ x: Rows, into y: Rows) {
    precondition(x.count == y.count && x.columns == y.columns)
    for row in 0..<x.count {
      for start in stride(from: 0, to: x.columns, by: 256) {
        unsafe roundRun(x.row(row) + start, min(256, x.columns - start), into: y.row(row) + start)
      }
    }
  }

  private func roundRun(
    _ x: UnsafePointer<Float>, _ count: Int, into y: UnsafeMutablePointer<Float>
  ) {
    var largest: Float = 0
    for i in 0..<count { unsafe largest = max(largest, abs(x[i])) }
    let usable = largest > 0 && largest.isFinite
    let (inverse, scale): (Float, Float) = usable ? (127 / largest, largest / 127) : (0, 0)
    for i in 0..<count {
      unsafe y[i] = usable ? (x[i] * inverse).rounded(.toNearestOrEven) * scale : x[i]
    }
  }
}
