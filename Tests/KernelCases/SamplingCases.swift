import TernKernelsPortable

// Passes over a row of logits.

extension KernelCases {
  mutating func compareSamplingKernels() {
    for n in lengths + [1025, 3000] {
      var x = normal(n, size: 5)
      compareSampling(n, x)
      if n > 3 {
        x[n / 2] = .nan
        x[n - 1] = -.infinity
        compareSampling(n, x)
      }
    }
    for groups in [1, 2, 5] {
      compare("groupDistances \(groups)", [normal(64 * groups), zeros(groups)], .none) { t, p in
        unsafe t.vector.groupDistances(p[0], groups, 0.3, p[1])
      }
    }
  }

  private mutating func compareSampling(_ n: Int, _ x: [Float]) {
    let top = x.reduce(-1e30) { $1.isNaN ? $0 : max($0, $1) }
    compare("largestValue \(n)", [x, [0]], .none) { t, p in
      unsafe p[1][0] = t.vector.largestValue(p[0], n)
    }
    compare("indexOfLargest \(n)", [x, [0]], .none) { t, p in
      unsafe p[1][0] = Float(t.vector.indexOfLargest(p[0], n))
    }
    let groups = (n + 63) / 64
    compare("groupMaxima \(n)", [x, zeros(groups)], .none) { t, p in
      unsafe t.vector.groupMaxima(p[0], n, p[1])
    }
    compare("sumOfExponentials \(n)", [x, [0]], .part(5e-6)) { t, p in
      unsafe p[1][0] = t.vector.sumOfExponentials(p[0], top, n)
    }
    compare("weightsAbove \(n)", [x, zeros(n), [0]], .part(5e-6)) { t, p in
      unsafe p[2][0] = t.vector.weightsAbove(p[0], n, top, 0.8, 0, p[1])
    }
    compare("distanceBuckets \(n)", [x, zeros(n)], .none) { t, p in
      unsafe t.vector.distanceBuckets(p[0], n, top, 1.5, 8, 40, p[1])
      // What is beyond the last bucket is spread over several, in each instruction set its own way.
      for i in 0..<n { unsafe p[1][i] = min(p[1][i], 8_388_608 + 41) }
    }
  }
}
