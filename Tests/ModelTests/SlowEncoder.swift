import Foundation
import TernTestSupport

/// An encoder's forward pass in Double, one text at a time and every score at once: the oracle.
///
/// What a file does not have is left out.
struct SlowEncoder {
  let shape: TinyEncoder
  let weights: TinyGGUF
  private let names: Set<String>

  init(_ shape: TinyEncoder) {
    self.shape = shape
    weights = shape.file
    names = Set(weights.declarations.map(\.name))
  }

  /// The state of every position after the last norm.
  func states(_ tokens: [Int32]) -> [[Double]] {
    var x = tokens.enumerated().map { position, token in
      var row = row("token_embd.weight", Int(token))
      if has("token_types") { row = sum(row, self.row("token_types.weight", 0)) }
      if has("position_embd") { row = sum(row, self.row("position_embd.weight", position)) }
      return norm(row, "token_embd_norm")
    }
    for layer in 0..<shape.layers { x = block(x, layer) }
    return x.map { norm($0, shape.prefix + "output_norm") }
  }

  /// What a ranking head says of a state.
  func scores(_ state: [Double]) -> [Double] {
    let hidden = product("cls", state).map { shape.kind == .modern ? gelu($0) : tanh($0) }
    return product("cls.output", norm(hidden, "cls.norm", isLayerNorm: true))
  }

  private func block(_ x: [[Double]], _ layer: Int) -> [[Double]] {
    let p = "\(shape.prefix)blk.\(layer)."
    let mixed = attention(x.map { norm($0, p + "attn_norm") }, layer, p)
    return zip(x, mixed).map { x, mixed in
      let out = product(p + (shape.kind == .t5 ? "attn_o" : "attn_output"), mixed)
      var y = norm(sum(x, out), p + "attn_output_norm")
      if has(p + "attn_norm_2") { y = norm(sum(x, y), p + "attn_norm_2") }
      let inner = network(norm(y, p + "ffn_norm"), p)
      return norm(sum(y, product(p + "ffn_down", inner)), p + "layer_output_norm")
    }
  }

  private func network(_ x: [Double], _ p: String) -> [Double] {
    let up = product(p + "ffn_up", x)
    let width = shape.feedForward
    if has(p + "ffn_gate") { return zip(product(p + "ffn_gate", x), up).map { gelu($0) * $1 } }
    if up.count == 2 * width { return (0..<width).map { gelu(up[$0]) * up[width + $0] } }
    return up.map { shape.kind == .t5 ? max(0, $0) : gelu($0) }
  }

  private func attention(_ x: [[Double]], _ layer: Int, _ p: String) -> [[Double]] {
    let width = shape.embedding
    let isSliding = shape.kind == .modern && layer % 3 != 0
    func projected(_ name: String, _ part: Int) -> [[Double]] {
      x.enumerated().map { position, x in
        let all =
          has(p + "attn_qkv")
          ? Array(product(p + "attn_qkv", x)[part * width..<(part + 1) * width])
          : product(p + "attn_" + name, x)
        let normed = norm(all, p + "attn_\(name)_norm")
        guard shape.kind == .modern, part < 2 else { return normed }
        return rotated(normed, at: position, base: isSliding ? 10_000 : 160_000)
      }
    }
    let (q, k, v) = (projected("q", 0), projected("k", 1), projected("v", 2))
    return x.indices.map { row in
      (0..<shape.heads).flatMap { head -> [Double] in
        let range = head * shape.headDim..<(head + 1) * shape.headDim
        let seen = x.indices.filter { !isSliding || abs($0 - row) <= shape.window / 2 }
        let scores = seen.map { key in
          range.reduce(0) { $0 + q[row][$1] * k[key][$1] }
            * (shape.kind == .t5 ? 1 : 1 / Double(shape.headDim).squareRoot())
            + bias(head, key - row)
        }
        let largest = scores.max() ?? 0
        let total = scores.reduce(0) { $0 + exp($1 - largest) }
        return range.map { column in
          zip(seen, scores).reduce(0) { $0 + exp($1.1 - largest) / total * v[$1.0][column] }
        }
      }
    }
  }

  /// What is added to the score of a key `offset` positions behind the query.
  private func bias(_ head: Int, _ offset: Int) -> Double {
    switch shape.kind {
    case .bert, .modern: return 0
    case .jina:
      // Six heads: the four slopes of four heads, then every second one of those of eight.
      let slopes: [Double] = [0.25, 1 / 16, 1 / 64, 1 / 256, 0.5, 0.125]
      return -slopes[head] * Double(abs(offset))
    case .t5:
      // Twelve buckets: six for either direction, of which three are of single distances.
      let distance = abs(offset)
      let far = 3 + Int(log(Double(max(distance, 3)) / 3) / log(128.0 / 3) * 3)
      let bucket = (offset > 0 ? 6 : 0) + (distance < 3 ? distance : min(5, far))
      return Double(weights.floats("enc.blk.0.attn_rel_b.weight")[bucket * shape.heads + head])
    }
  }

  private func rotated(_ x: [Double], at position: Int, base: Double) -> [Double] {
    var y = x
    let half = shape.headDim / 2
    for head in 0..<shape.heads {
      for pair in 0..<half {
        let angle = Double(position) * pow(base, -Double(pair) / Double(half))
        let (i, j) = (head * shape.headDim + pair, head * shape.headDim + pair + half)
        y[i] = x[i] * cos(angle) - x[j] * sin(angle)
        y[j] = x[i] * sin(angle) + x[j] * cos(angle)
      }
    }
    return y
  }

  private func has(_ name: String) -> Bool { names.contains(name + ".weight") }

  private func row(_ name: String, _ index: Int) -> [Double] {
    let width = shape.embedding
    return weights.floats(name)[index * width..<(index + 1) * width].map(Double.init)
  }

  private func product(_ name: String, _ x: [Double]) -> [Double] {
    let w = weights.floats(name + ".weight")
    let bias = weights.floats(name + ".bias")
    return (0..<w.count / x.count).map { row in
      x.indices.reduce(bias.isEmpty ? 0 : Double(bias[row])) {
        $0 + Double(w[row * x.count + $1]) * x[$1]
      }
    }
  }

  private func norm(_ x: [Double], _ name: String, isLayerNorm: Bool = false) -> [Double] {
    guard has(name) else { return x }
    let count = Double(x.count)
    let mean = shape.kind == .t5 && !isLayerNorm ? 0 : x.reduce(0, +) / count
    let variance = x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    let bias = weights.floats(name + ".bias")
    return zip(x, weights.floats(name + ".weight")).enumerated().map { index, pair in
      (pair.0 - mean) / (variance + 1e-5).squareRoot() * Double(pair.1)
        + (bias.isEmpty ? 0 : Double(bias[index]))
    }
  }

  private func gelu(_ x: Double) -> Double {
    x / 2 * (1 + tanh((2 / Double.pi).squareRoot() * (x + 0.044715 * x * x * x)))
  }

  private func sum(_ x: [Double], _ y: [Double]) -> [Double] { zip(x, y).map { $0 + $1 } }
}
