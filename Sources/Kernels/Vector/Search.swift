import TernKernelsPortable

/// Searches and sums over a row of logits.
extension Compute {
  /// The index of the largest value, the first of equals; NaN never wins.
  ///
  /// 0 where nothing is above −∞.
  package func argmax(_ x: UnsafeBufferPointer<Float>) -> Int {
    guard let base = x.baseAddress else { return 0 }
    return unsafe vector.indexOfLargest(base, x.count)
  }

  /// The largest value; NaN never wins; −∞ where there is none.
  package func maximum(_ x: UnsafeBufferPointer<Float>) -> Float {
    guard let base = x.baseAddress else { return -.infinity }
    return unsafe vector.largestValue(base, x.count)
  }

  /// The sum of `e^(x - shift)`, the denominator of a softmax.
  package func sumOfExponentials(_ x: UnsafeBufferPointer<Float>, minus shift: Float) -> Float {
    guard let base = x.baseAddress else { return 0 }
    return unsafe vector.sumOfExponentials(base, shift, x.count)
  }
}
