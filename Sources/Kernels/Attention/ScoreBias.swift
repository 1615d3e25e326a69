/// Values that are added to attention scores, by head and by how far the key is from the query.
///
/// ```
/// values [heads][2 * reach + 1]   of the offsets -reach ... reach, key position - query position
/// ```
package struct ScoreBias: Sendable {
  package let heads: Int
  /// The largest distance that has a value: positions go from 0 to this.
  package let reach: Int
  /// Times log2 e, as attention counts its scores; rows end with a page of zeros.
  private let values: FloatVector
  private let stride: Int

  /// Makes the table of `value(head, offset)`; a value that is not finite becomes NaN, so that
  /// nothing which follows can hide it.
  package init(heads: Int, reach: Int, _ value: (_ head: Int, _ offset: Int) -> Float) {
    precondition(heads > 0 && reach >= 0)
    self.heads = heads
    self.reach = reach
    stride = 2 * reach + 1 + KVPage.positions
    var values = [Float](repeating: 0, count: heads * stride)
    for head in 0..<heads {
      for offset in -reach...reach {
        let value = value(head, offset) * 1.442_695_04
        values[head * stride + offset + reach] = value.isFinite ? value : .nan
      }
    }
    self.values = FloatVector(values)
  }

  /// The values of `head` from `offset` on.
  @inline(__always)
  func row(_ head: Int, from offset: Int) -> UnsafePointer<Float> {
    unsafe values.base + (head * stride + offset + reach)
  }
}
