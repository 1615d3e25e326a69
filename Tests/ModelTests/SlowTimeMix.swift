import Foundation
import TernTestSupport

/// RWKV-7 and ARWKV-7 in Double, position after position and as the paper describes them.
struct SlowTimeMix {
  let shape: TinyHybrid
  let weights: TinyGGUF
  private var isWhole: Bool { shape.kind == .timeMix }
  private var heads: Int { shape.embedding / shape.headDim }

  init(_ shape: TinyHybrid) {
    self.shape = shape
    weights = shape.file
  }

  /// What one layer remembers: its last inputs, and for every head a state `[value][key]`.
  private struct Memory {
    var timeInput: [Double]
    var channelInput: [Double]
    var states: [[[Double]]]
  }

  /// The logits after every one of `tokens`.
  func logits(_ tokens: [Int32]) -> [[Float]] {
    let (width, dim) = (shape.embedding, shape.headDim)
    let zeros = [Double](repeating: 0, count: width)
    let square = [[Double]](repeating: [Double](repeating: 0, count: dim), count: dim)
    var memory = [Memory](
      repeating: Memory(
        timeInput: zeros, channelInput: zeros, states: Array(repeating: square, count: heads)),
      count: shape.layers)
    let embeddings = vector("token_embd")
    return tokens.map { token in
      var x = Array(embeddings[Int(token) * width..<(Int(token) + 1) * width])
      if isWhole { x = norm(x, "token_embd_norm") }
      var firstValues: [Double]?
      for layer in 0..<shape.layers {
        let p = "blk.\(layer)."
        x = sum(x, timeMix(p + "time_mix_", norm(x, p + "attn_norm"), &memory[layer], &firstValues))
        x = sum(x, isWhole ? channelMix(p, x, &memory[layer]) : network(p, x))
      }
      return product("output", norm(x, "output_norm")).map { Float($0) }
    }
  }

  private func timeMix(
    _ p: String, _ x: [Double], _ memory: inout Memory, _ firstValues: inout [Double]?
  ) -> [Double] {
    let lerp = vector(p + "lerp_fused")
    func mixed(_ index: Int) -> [Double] {
      x.indices.map { x[$0] + (memory.timeInput[$0] - x[$0]) * lerp[index * x.count + $0] }
    }
    let r = product(p + "receptance", mixed(0))
    let w = sum(product(p + "w2", product(p + "w1", mixed(1)).map { tanh($0) }), vector(p + "w0"))
      .map { exp(-0.606531 * sigmoid($0)) }
    var k = product(p + "key", mixed(2))
    var v = product(p + "value", mixed(3))
    if let first = firstValues {
      let part = sum(product(p + "v2", product(p + "v1", mixed(3))), vector(p + "v0")).map(sigmoid)
      v = v.indices.map { v[$0] + (first[$0] - v[$0]) * part[$0] }
    } else {
      firstValues = v
    }
    let a = sum(product(p + "a2", product(p + "a1", mixed(4))), vector(p + "a0")).map(sigmoid)
    let g = isWhole ? product(p + "g2", product(p + "g1", mixed(5)).map(sigmoid)) : nil
    memory.timeInput = x
    let (removal, keyRate) = (vector(p + "k_k"), vector(p + "k_a"))
    let removed = k.indices.map { k[$0] * removal[$0] }
    k = k.indices.map { k[$0] * (1 + (a[$0] - 1) * keyRate[$0]) }
    var out: [Double] = []
    for head in 0..<heads {
      out += advance(
        &memory.states[head], p, range: head * shape.headDim..<(head + 1) * shape.headDim,
        r, w, k, v, removed, a)
    }
    if let g { out = out.indices.map { out[$0] * g[$0] } }
    return product(p + "output", out)
  }

  /// One head: `S = S (diag(w) - n (n * a)ᵀ) + v kᵀ`, read with r.
  private func advance(
    _ state: inout [[Double]], _ p: String, range: Range<Int>, _ r: [Double], _ w: [Double],
    _ k: [Double], _ v: [Double], _ removed: [Double], _ a: [Double]
  ) -> [Double] {
    let length = range.reduce(0) { $0 + removed[$1] * removed[$1] }.squareRoot()
    let n = range.map { removed[$0] / length }
    var out: [Double] = []
    for (i, row) in range.enumerated() {
      let taken = n.indices.reduce(0) { $0 + state[i][$1] * n[$1] }
      for (j, key) in range.enumerated() {
        state[i][j] = state[i][j] * w[key] - taken * n[j] * a[key] + v[row] * k[key]
      }
      out.append(range.enumerated().reduce(0) { $0 + state[i][$1.offset] * r[$1.element] })
    }
    if isWhole {
      let mean = out.reduce(0, +) / Double(out.count)
      let variance = out.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(out.count)
      let (weight, bias) = (vector(p + "ln"), weights.floats(p + "ln.bias").map(Double.init))
      out = range.enumerated().map {
        (out[$0.offset] - mean) / (variance + 64e-5).squareRoot() * weight[$0.element]
          + bias[$0.element]
      }
    }
    let bonus = vector(p + "r_k")
    let own = range.reduce(0) { $0 + r[$1] * k[$1] * bonus[$1] }
    return range.enumerated().map { out[$0.offset] + own * v[$0.element] }
  }

  private func channelMix(_ p: String, _ x: [Double], _ memory: inout Memory) -> [Double] {
    let x = norm(x, p + "attn_norm_2")
    let lerp = vector(p + "channel_mix_lerp_k")
    let mixed = x.indices.map { x[$0] + (memory.channelInput[$0] - x[$0]) * lerp[$0] }
    memory.channelInput = x
    let hidden = product(p + "channel_mix_key", mixed).map { max(0, $0) * max(0, $0) }
    return product(p + "channel_mix_value", hidden)
  }

  private func network(_ p: String, _ x: [Double]) -> [Double] {
    let x = norm(x, p + "ffn_norm")
    let hidden = zip(product(p + "ffn_gate", x), product(p + "ffn_up", x)).map {
      $0 * sigmoid($0) * $1
    }
    return product(p + "ffn_down", hidden)
  }

  private func vector(_ name: String) -> [Double] {
    weights.floats(name + ".weight").map(Double.init)
  }

  private func product(_ name: String, _ x: [Double]) -> [Double] {
    let w = vector(name)
    return (0..<w.count / x.count).map { row in
      x.indices.reduce(0) { $0 + w[row * x.count + $1] * x[$1] }
    }
  }

  /// Layer norm of RWKV-7, RMS norm of ARWKV-7.
  private func norm(_ x: [Double], _ name: String) -> [Double] {
    let mean = isWhole ? x.reduce(0, +) / Double(x.count) : 0
    let variance = x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(x.count)
    let scaled = zip(x, vector(name)).map { ($0 - mean) / (variance + 1e-5).squareRoot() * $1 }
    return isWhole ? sum(scaled, weights.floats(name + ".bias").map(Double.init)) : scaled
  }

  private func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

  private func sum(_ x: [Double], _ y: [Double]) -> [Double] { zip(x, y).map { $0 + $1 } }
}
