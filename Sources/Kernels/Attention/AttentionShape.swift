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
  /// A row at `p` sees positions `p - window + 1 ... p` where set; in both directions
  /// `p - window / 2 ... p + window / 2`.
  package var window: Int?
  /// Whether windows stand side by side instead: a row at `p` sees from the last multiple of
  /// `window` on.
  package var isChunked: Bool
  /// Whether rows see later positions too, up to the end of their view.
  package var isBidirectional: Bool
  /// One logit for each head that joins the softmax sum without a value.
  package var sinks: FloatVector?
  /// What is added to the scores, by head and distance.
  package var bias: ScoreBias?

  package init(
    heads: Int, kvHeads: Int, keyDim: Int, valueDim: Int, scale: Float, softcap: Float? = nil,
    window: Int? = nil, isChunked: Bool = false, isBidirectional: Bool = false,
    sinks: FloatVector? = nil, bias: ScoreBias? = nil, valuesInKeys: Bool = false
  ) {
    precondition(heads > 0 && kvHeads > 0 && heads % kvHeads == 0)
    precondition(keyDim > 0 && valueDim > 0 && (!valuesInKeys || valueDim <= keyDim))
    precondition((window ?? 1) > 0 && (softcap ?? 1) > 0)
    precondition(sinks == nil || sinks?.count == heads)
    precondition(bias == nil || bias?.heads == heads)
    self.heads = heads
    self.kvHeads = kvHeads
    self.keyDim = keyDim
    self.valueDim = valueDim
    self.scale = scale
    self.softcap = softcap
    self.window = window
    self.isChunked = isChunked
    self.isBidirectional = isBidirectional
    self.sinks = sinks
    self.bias = bias
    self.valuesInKeys = valuesInKeys
  }

  /// The first position that a row at `position` sees where it sees no later ones.
  @inline(__always)
  func oldest(visibleFrom position: Int) -> Int {
    guard let window else { return 0 }
    return isChunked ? position - position % window : max(0, position - window + 1)
  }

  /// The positions that a row at `position` sees in a view that ends before `end`.
  @inline(__always)
  func visible(from position: Int, end: Int) -> Range<Int> {
    guard isBidirectional else {
      return oldest(visibleFrom: position)..<position + 1
    }
    guard let window else { return 0..<end }
    let low = max(0, position - window / 2)
    return low..<max(low, min(end, position + window / 2 + 1))
  }

  /// Query heads that share a key-value head.
  var group: Int { heads / kvHeads }

  /// Values from one row to the next in accumulators: `valueDim` rounded up to 16.
  var valueStride: Int { (valueDim + 15) & ~15 }
}
