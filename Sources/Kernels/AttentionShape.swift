/// The sizes and rules of one layer's attention.
package struct AttentionShape {
  package var heads: Int
  package var kvHeads: Int
  package var keyDim: Int
  package var valueDim: Int
  /// Whether a position's values are the first dimensions of its key.
  package var valuesInKeys: Bool
  /// Multiplies `q·k`.
  package var scale: Float
  /// `cap * tanh(score / cap)` where set.
  package var softcap: Float?
  /// A row at `p` sees positions `p - window + 1 ... p` where set.
  package var window: Int?
  /// Whether windows stand side by side instead: a row at `p` sees from the last multiple of
  /// `window` on.
  package var isChunked: Bool
  /// One logit for each head that joins the softmax sum without a value.
  package var sinks: FloatVector?

  package init(
    heads: Int, kvHeads: Int, keyDim: Int, valueDim: Int, scale: Float, softcap: Float? = nil,
    window: Int? = nil, isChunked: Bool = false, sinks: FloatVector? = nil,
    valuesInKeys: Bool = false
  ) {
    precondition(heads > 0 && kvHeads > 0 && heads % kvHeads == 0)
    precondition(keyDim > 0 && valueDim > 0 && (!valuesInKeys || valueDim <= keyDim))
    precondition((window ?? 1) > 0 && (softcap ?? 1) > 0)
    precondition(sinks == nil || sinks?.count == heads)
    self.heads = heads
    self.kvHeads = kvHeads
    self.keyDim = keyDim
    self.valueDim = valueDim
    self.scale = scale
    self.softcap = softcap
    self.window = window
    self.isChunked = isChunked
    self.sinks = sinks
    self.valuesInKeys = valuesInKeys
  }

  /// The first position that a row at `position` sees.
  @inline(__always)
  func oldest(visibleFrom position: Int) -> Int {
    guard let window else { return 0 }
    return isChunked ? position - position % window : max(0, position - window + 1)
  }

  /// Query heads that share a key-value head.
  var group: Int { heads / kvHeads }

  /// Values from one row to the next in accumulators: `valueDim` rounded up to 16.
  var valueStride: Int { (valueDim + 15) & ~15 }
}
