/// The product of a row of decoded weights and one of activations, in double precision.
///
/// Here and not beside the tests, because this room is optimised in debug builds: the tests compute
/// hundreds of thousands.
package struct DecodedProduct {
  package var sum = 0.0
  /// The sum of the absolute values of the products.
  package var products = 0.0
  /// What a sum of scaled codes is bounded by: over blocks of 32, the largest weight times the sum
  /// of the activations, both as absolute values.
  package var size = 0.0

  /// `weights` and `activations` have as many values; the last block may be shorter.
  package init(_ weights: ArraySlice<Float>, _ activations: [Double]) {
    for start in stride(from: 0, to: activations.count, by: 32) {
      var (largest, total) = (0.0, 0.0)
      for column in start..<min(activations.count, start + 32) {
        let weight = Double(weights[weights.startIndex + column])
        sum += weight * activations[column]
        products += abs(weight * activations[column])
        largest = max(largest, abs(weight))
        total += abs(activations[column])
      }
      size += largest * total
    }
  }
}
