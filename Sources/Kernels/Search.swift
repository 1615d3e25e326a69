/// Searches and sums over a row of logits.
extension Compute {
  /// The index of the largest value, the first of equals; NaN never wins. 0 where every value is
  /// NaN or −∞, or there is none.
  package func argmax(_ x: UnsafeBufferPointer<Float>) -> Int {
    var best = 0
    var largest = -Float.infinity
    for i in 0..<x.count where unsafe x[i] > largest {
      unsafe largest = x[i]
      best = i
    }
    return best
  }
}
