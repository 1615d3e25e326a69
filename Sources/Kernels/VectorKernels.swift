#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The float kernels of one instruction set: the single place where it is chosen.
struct VectorKernels {
  typealias In = UnsafePointer<Float>
  typealias Out = UnsafeMutablePointer<Float>

  /// `(x, weight?, count, epsilon, y)`.
  let rmsNorm: (In, In?, Int, Float, Out) -> Void
  /// `(x, weight?, bias?, count, epsilon, y)`.
  let layerNorm: (In, In?, In?, Int, Float, Out) -> Void
  /// `(y, factor, count, x)`: `x += factor * y`.
  let addScaled: (In, Float, Int, Out) -> Void
  /// `(x, factor, count)`.
  let scale: (Out, Float, Int) -> Void
  /// `(weight, count, x)`: `x *= weight`.
  let multiply: (In, Int, Out) -> Void
  /// `(x, limit, count)`.
  let clamp: (Out, Float, Int) -> Void
  /// `(x, cap, count)`.
  let softcap: (Out, Float, Int) -> Void
  /// `(x, count)`.
  let softmax: (Out, Int) -> Void
  /// `(Activation.rawValue, x, count)`.
  let activate: (Int, Out, Int) -> Void
  /// `(Activation.rawValue, gate, up, count, y)`.
  let gate: (Int, In, In, Int, Out) -> Void
  /// `(gate, up, alpha, limit, count, y)`.
  let gateClamped: (In, In, Float, Float, Int, Out) -> Void
  /// `(head, cosines, sines, pairs)`.
  let ropeAdjacent: (Out, In, In, Int) -> Void
  /// `(head, cosines, sines, pairs)`.
  let ropeHalves: (Out, In, In, Int) -> Void
}

extension VectorKernels {
  /// The plain kernels.
  init() {
    rmsNorm = plainRMSNorm
    layerNorm = plainLayerNorm
    addScaled = { y, factor, n, x in for i in 0..<n { unsafe x[i] += factor * y[i] } }
    scale = { x, factor, n in for i in 0..<n { unsafe x[i] *= factor } }
    multiply = { w, n, x in for i in 0..<n { unsafe x[i] *= w[i] } }
    clamp = { x, limit, n in
      for i in 0..<n { unsafe x[i] = x[i] > limit ? limit : x[i] < -limit ? -limit : x[i] }
    }
    softcap = { x, cap, n in for i in 0..<n { unsafe x[i] = cap * tanhf(x[i] / cap) } }
    softmax = plainSoftmax
    activate = { kind, x, n in for i in 0..<n { unsafe x[i] = plainActivation(kind, x[i]) } }
    gate = { kind, g, u, n, y in
      for i in 0..<n { unsafe y[i] = plainActivation(kind, g[i]) * u[i] }
    }
    gateClamped = { g, u, alpha, limit, n, y in
      for i in 0..<n {
        let x = unsafe min(g[i], limit)
        let up = unsafe max(-limit, min(u[i], limit))
        unsafe y[i] = x / (1 + expf(-alpha * x)) * (up + 1)
      }
    }
    ropeAdjacent = { x, c, s, n in
      for i in 0..<n { unsafe rotate(&x[2 * i], &x[2 * i + 1], c[i], s[i]) }
    }
    ropeHalves = { x, c, s, n in
      for i in 0..<n { unsafe rotate(&x[i], &x[n + i], c[i], s[i]) }
    }
  }
}

private func rotate(_ a: inout Float, _ b: inout Float, _ c: Float, _ s: Float) {
  (a, b) = (a * c - b * s, a * s + b * c)
}

private func plainRMSNorm(
  _ x: UnsafePointer<Float>, _ w: UnsafePointer<Float>?, _ n: Int, _ epsilon: Float,
  _ y: UnsafeMutablePointer<Float>
) {
  var sum: Float = 0
  for i in 0..<n { unsafe sum += x[i] * x[i] }
  let factor = 1 / (sum / Float(n) + epsilon).squareRoot()
  for i in 0..<n { unsafe y[i] = x[i] * factor * (w?[i] ?? 1) }
}

private func plainLayerNorm(
  _ x: UnsafePointer<Float>, _ w: UnsafePointer<Float>?, _ b: UnsafePointer<Float>?, _ n: Int,
  _ epsilon: Float, _ y: UnsafeMutablePointer<Float>
) {
  var sum: Float = 0
  for i in 0..<n { unsafe sum += x[i] }
  let mean = sum / Float(n)
  var squares: Float = 0
  for i in 0..<n { unsafe squares += (x[i] - mean) * (x[i] - mean) }
  let factor = 1 / (squares / Float(n) + epsilon).squareRoot()
  for i in 0..<n { unsafe y[i] = (x[i] - mean) * factor * (w?[i] ?? 1) + (b?[i] ?? 0) }
}

private func plainSoftmax(_ x: UnsafeMutablePointer<Float>, _ n: Int) {
  var largest = -Float.infinity
  for i in 0..<n { unsafe largest = max(largest, x[i]) }
  var sum: Float = 0
  for i in 0..<n {
    unsafe x[i] = expf(x[i] - largest)
    unsafe sum += x[i]
  }
  for i in 0..<n { unsafe x[i] /= sum }
}

private func plainActivation(_ kind: Int, _ x: Float) -> Float {
  switch Activation(rawValue: kind) {
  case .silu: x / (1 + expf(-x))
  case .gelu: 0.5 * x * (1 + tanhf(0.797_884_6 * (x + 0.044715 * x * x * x)))
  case .geluErf: 0.5 * x * (1 + erff(x * 0.707_106_77))
  case .geluQuick: x / (1 + expf(-1.702 * x))
  case .relu: max(x, 0)
  case .reluSquared: max(x, 0) * max(x, 0)
  case nil: x
  }
}
