#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sizes and rules of one layer's attention.
package struct AttentionShape {
  package var heads: Int
  package var kvHeads: Int
  package var keyDim: Int
  package var valueDim: Int
  /// Multiplies `q·k`.
  package var scale: Float
  /// `cap * tanh(score / cap)` where set.
  package var softcap: Float?
  /// A row at `p` sees positions `p - window + 1 ... p` where set.
  package var window: Int?
  /// One logit for each head that joins the softmax sum without a value.
  package var sinks: FloatVector?

  package init(
    heads: Int, kvHeads: Int, keyDim: Int, valueDim: Int, scale: Float, softcap: Float? = nil,
    window: Int? = nil, sinks: FloatVector? = nil
  ) {
    precondition(heads > 0 && kvHeads > 0 && heads % kvHeads == 0)
    precondition(window == nil || (window ?? 0) > 0)
    precondition(sinks == nil || sinks?.count == heads)
    self.heads = heads
    self.kvHeads = kvHeads
    self.keyDim = keyDim
    self.valueDim = valueDim
    self.scale = scale
    self.softcap = softcap
    self.window = window
    self.sinks = sinks
  }
}

final class AttentionScratch {
  init(workers: Int) {}
}

extension Compute {
  /// Causal attention of every row over its sequence's pages.
  ///
  /// Row `i` of `q` (`heads * keyDim` columns) sees positions
  /// `max(0, p - window + 1, view.firstPosition) ... p`, with `p = positions[i]`, of
  /// `views[viewOf[i]]`; `out` has `heads * valueDim` columns.
  package func attention(
    _ q: Rows, at positions: [Int32], in views: [KVView], viewOf: [Int], shape: AttentionShape,
    into out: Rows
  ) {
    precondition(q.columns == shape.heads * shape.keyDim)
    precondition(out.columns == shape.heads * shape.valueDim && out.count == q.count)
    precondition(positions.count == q.count && viewOf.count == q.count)
    team.run(q.count) { row in
      for head in 0..<shape.heads {
        unsafe plainAttention(
          q.row(row) + head * shape.keyDim, head: head, position: Int(positions[row]),
          view: views[viewOf[row]], shape: shape, into: out.row(row) + head * shape.valueDim)
      }
    }
  }

  private func plainAttention(
    _ q: UnsafePointer<Float>, head: Int, position: Int, view: KVView, shape: AttentionShape,
    into out: UnsafeMutablePointer<Float>
  ) {
    let kvHead = head / (shape.heads / shape.kvHeads)
    var start = view.firstPosition
    if let window = shape.window { start = max(start, position - window + 1) }
    var largest = shape.sinks.map { $0[head] } ?? -Float.infinity
    var sum: Float = shape.sinks == nil ? 0 : 1
    for d in 0..<shape.valueDim { unsafe out[d] = 0 }
    for p in start...position {
      let (page, slot) = view.slot(of: p)
      var score: Float = 0
      for d in 0..<shape.keyDim { unsafe score += q[d] * page.key(kvHead, slot, d) }
      score *= shape.scale
      if let cap = shape.softcap { score = cap * tanhf(score / cap) }
      let next = max(largest, score)
      let fade = expf(largest - next)
      let weight = expf(score - next)
      largest = next
      sum = sum * fade + weight
      for d in 0..<shape.valueDim {
        unsafe out[d] = out[d] * fade + weight * page.value(kvHead, slot, d)
      }
    }
    for d in 0..<shape.valueDim { unsafe out[d] /= sum }
  }
}

extension KVPage {
  /// One stored key value as float32.
  func key(_ head: Int, _ slot: Int, _ d: Int) -> Float {
    let at = d * Self.positions + slot
    switch type {
    case .f32: return unsafe keys(head).load(fromByteOffset: at * 4, as: Float.self)
    case .f16:
      return unsafe Float(
        Float16(bitPattern: keys(head).load(fromByteOffset: at * 2, as: UInt16.self)))
    case .q8_0:
      return unsafe Float(keys(head).load(fromByteOffset: at, as: Int8.self))
        * keyScales(head)[d / 32 * Self.positions + slot]
    }
  }

  /// One stored value as float32.
  func value(_ head: Int, _ slot: Int, _ d: Int) -> Float {
    let at = slot * valueStride + d
    switch type {
    case .f32: return unsafe values(head).load(fromByteOffset: at * 4, as: Float.self)
    case .f16:
      return unsafe Float(
        Float16(bitPattern: values(head).load(fromByteOffset: at * 2, as: UInt16.self)))
    case .q8_0:
      return unsafe Float(values(head).load(fromByteOffset: at, as: Int8.self))
        * valueScales(head)[d / 32 * Self.positions + slot]
    }
  }
}
