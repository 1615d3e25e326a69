import TernKernelsPortable

// Norms, and what is done value by value.

extension KernelCases {
  package mutating func compareVectorKernels() {
    for n in lengths where n > 0 {
      compareNorms(n)
      compareElementwise(n)
      compareFunctions(n)
    }
    for n in lengths { compareTests(n) }
    compareOddValues()
  }

  private mutating func compareNorms(_ n: Int) {
    let (x, w, b) = (normal(n, size: 3), normal(n), normal(n))
    let close = Tolerance.partOfLargest(2e-6)
    compare("rmsNorm \(n)", [x, w, zeros(n)], close) { t, p in
      unsafe t.vector.rmsNorm(p[0], p[1], n, 1e-5, p[2])
    }
    compare("rmsNorm, no weight \(n)", [x], close) { t, p in
      unsafe t.vector.rmsNorm(p[0], nil, n, 1e-5, p[0])
    }
    compare("layerNorm \(n)", [x, w, b, zeros(n)], .partOfLargest(2e-5)) { t, p in
      unsafe t.vector.layerNorm(p[0], p[1], p[2], n, 1e-3, p[3])
    }
    compare("layerNorm, no weight \(n)", [x], .partOfLargest(2e-5)) { t, p in
      unsafe t.vector.layerNorm(p[0], nil, nil, n, 1e-3, p[0])
    }
    for floor in [false, true] {
      compare("l2Norm \(n)", [x, zeros(n)], close) { t, p in
        unsafe t.recurrent.l2Norm(p[0], n, 1e-4, floor, p[1])
      }
    }
    compare("weightedDot \(n)", [x, w, b, [0]], .part(1e-5)) { t, p in
      // A constant far above the sum, so that terms may cancel.
      unsafe p[3][0] = 1000 + Float(n) + t.recurrent.weightedDot(p[0], p[1], p[2], n)
    }
  }

  private mutating func compareElementwise(_ n: Int) {
    let (x, w) = (normal(n, size: 3), normal(n))
    let close = Tolerance.partOfLargest(1e-6)
    compare("addScaled \(n)", [x, w], close) { t, p in
      unsafe t.vector.addScaled(p[0], 0.7, n, p[1])
    }
    compare("scale \(n)", [x, zeros(n)], .none) { t, p in
      unsafe t.vector.scale(p[0], 0.7, n, p[1])
    }
    compare("multiply \(n)", [x, w, zeros(n)], .none) { t, p in
      unsafe t.vector.multiply(p[0], p[1], n, p[2])
    }
    compare("clamp \(n)", [x], .none) { t, p in unsafe t.vector.clamp(p[0], 2, n) }
    compare("softcap \(n)", [x], .part(2e-6)) { t, p in unsafe t.vector.softcap(p[0], 2, n) }
    compare("softmax \(n)", [x], .part(5e-6)) { t, p in unsafe t.vector.softmax(p[0], n) }
    compare("mixValues \(n)", [x, w, normal(n), zeros(n)], .partOfLargest(1e-6)) { t, p in
      unsafe t.recurrent.mixValues(p[0], p[1], p[2], n, p[3])
    }
    compare("halves \(n)", [x, zeros(n)], .none) { t, p in
      var bits = [UInt16](repeating: 0xAAAA, count: n + 1)
      unsafe bits.withUnsafeMutableBufferPointer {
        if let base = $0.baseAddress { unsafe t.vector.halves(p[0], n, base) }
      }
      for i in 0..<n { unsafe p[1][i] = Float(Float16(bitPattern: bits[i])) }
      if bits[n] != 0xAAAA { unsafe p[1][0] = -1 }
    }
    let (c, s) = (uniform(n, -1, 1), uniform(n, -1, 1))
    compare("rotateAdjacent \(n)", [normal(2 * n), c, s], close) { t, p in
      unsafe t.vector.rotateAdjacent(p[0], p[1], p[2], n)
    }
    compare("rotateHalves \(n)", [normal(2 * n), c, s], close) { t, p in
      unsafe t.vector.rotateHalves(p[0], p[1], p[2], n)
    }
    compare("finiteExponentials \(n)", [x, zeros(n)], .part(2e-6)) { t, p in
      unsafe t.recurrent.finiteExponentials(p[0], n, p[1])
    }
  }

  /// Functions that are told apart by a number, and those with parameters.
  private mutating func compareFunctions(_ n: Int) {
    let (x, up) = (normal(n, size: 4), normal(n, size: 4))
    for kind in 0..<6 {
      compare("activate \(kind), \(n)", [x], .part(2e-5)) { t, p in
        unsafe t.vector.activate(kind, p[0], n)
      }
      compare("gate \(kind), \(n)", [x, up, zeros(n)], .part(2e-5)) { t, p in
        unsafe t.vector.gate(kind, p[0], p[1], n, p[2])
      }
    }
    for kind in 0..<5 {
      compare("applyFunction \(kind), \(n)", [x, up], .part(2e-5)) { t, p in
        unsafe t.recurrent.applyFunction(kind, p[0], p[1], n)
      }
      compare("applyFunction, no bias \(kind), \(n)", [x], .part(2e-5)) { t, p in
        unsafe t.recurrent.applyFunction(kind, p[0], nil, n)
      }
    }
    compare("gateClamped \(n)", [x, up, zeros(n)], .part(2e-5)) { t, p in
      unsafe t.vector.gateClamped(p[0], p[1], 1.702, 7, n, p[2])
    }
    compare("gateLimited \(n)", [x, up, zeros(n)], .part(2e-5)) { t, p in
      unsafe t.vector.gateLimited(p[0], p[1], 3, n, p[2])
    }
    compare("gateLogistic \(n)", [x, up, zeros(n)], .part(2e-5)) { t, p in
      unsafe t.vector.gateLogistic(p[0], p[1], n, p[2])
    }
    compare("xielu \(n)", [x], .partOfLargest(2e-6)) { t, p in
      unsafe t.vector.xielu(p[0], 0.8, 0.3, 0.5, -1e-6, n)
    }
    if n > 1 {
      compare("keepAbove \(n)", [x], .partOfLargest(5e-6)) { t, p in
        unsafe t.vector.keepAbove(p[0], 0.5, n)
      }
    }
  }

  /// Whether a value that is not finite is seen, wherever it stands.
  private mutating func compareTests(_ n: Int) {
    let (rows, stride) = (3, n + 2)
    for odd in [Float.nan, .infinity, -.infinity, 3e38] {
      var x = normal(rows * stride)
      if n > 0 { x[stride + Int.random(in: 0..<n, using: &random)] = odd }
      // Beyond the rows nothing is looked at.
      x[n] = .nan
      compare("areFinite \(n)", [x, [0]], .none) { t, p in
        unsafe p[1][0] = t.vector.areFiniteRows(p[0], n, rows, stride) ? 1 : 0
      }
    }
  }

  /// Values at which functions end, and those that must not be hidden.
  private mutating func compareOddValues() {
    let x = oddValues
    let n = x.count
    for kind in 0..<6 {
      compare("activate \(kind), odd values", [x], .part(2e-5)) { t, p in
        unsafe t.vector.activate(kind, p[0], n)
      }
    }
    for kind in 0..<5 {
      compare("applyFunction \(kind), odd values", [x], .part(2e-5)) { t, p in
        unsafe t.recurrent.applyFunction(kind, p[0], nil, n)
      }
    }
    compare("clamp, odd values", [x], .none) { t, p in unsafe t.vector.clamp(p[0], 2, n) }
    compare("softcap, odd values", [x], .part(2e-6)) { t, p in
      unsafe t.vector.softcap(p[0], 2, n)
    }
    compare("finiteExponentials, odd values", [x, zeros(n)], .part(2e-6)) { t, p in
      unsafe t.recurrent.finiteExponentials(p[0], n, p[1])
    }
    compare("largestValue, odd values", [x, [0]], .none) { t, p in
      unsafe p[1][0] = t.vector.largestValue(p[0], n)
    }
    compare("rmsNorm, odd values", [x], .part(2e-6)) { t, p in
      unsafe t.vector.rmsNorm(p[0], nil, n, 1e-5, p[0])
    }
    compare(
      "halves, odd values", [x + [65504, 65519, 65520, 6e-8, 2e-8, 1e-5], zeros(n + 6)], .none
    ) {
      t, p in
      var bits = [UInt16](repeating: 0, count: n + 6)
      unsafe bits.withUnsafeMutableBufferPointer {
        if let base = $0.baseAddress { unsafe t.vector.halves(p[0], n + 6, base) }
      }
      for i in bits.indices { unsafe p[1][i] = Float(Float16(bitPattern: bits[i])) }
    }
  }
}
