import Foundation
import TernTestSupport

/// A llama forward pass in Double, written as the papers describe it, loop by loop: the oracle.
///
/// It also knows what Llama 4 and SmallThinker do otherwise, where all layers rotate.
/// Recomputes everything for every position, keeps no cache, knows no batches.
struct SlowLlama {
  let shape: TinyModel
  let weights: TinyGGUF
  var rule = SlowMixture()

  /// Baichuan 13B: scores fall with the distance, and nothing rotates.
  private var hasSlopes: Bool { shape.architecture == "baichuan" && shape.layers == 40 }
  private var isLlama4: Bool { shape.architecture == "llama4" }
  private var isSmallThinker: Bool { shape.architecture == "smallthinker" }

  /// The logits after the last of `tokens`.
  func logits(_ tokens: [Int32]) -> [Double] {
    var x = tokens.map { row("token_embd.weight", Int($0), shape.embedding) }
    for layer in 0..<shape.layers {
      let p = "blk.\(layer)."
      let normed = x.map { norm($0, p + "attn_norm.weight") }
      let q = normed.enumerated().map {
        turned(product(p + "attn_q.weight", $1), at: $0, heads: shape.heads)
      }
      let k = normed.enumerated().map {
        turned(product(p + "attn_k.weight", $1), at: $0, heads: shape.kvHeads)
      }
      let v = normed.map { product(p + "attn_v.weight", $0) }
      for position in x.indices {
        let mixed = attend(q[position], k: Array(k[...position]), v: Array(v[...position]))
        let before = x[position]
        x[position] = sum(x[position], product(p + "attn_output.weight", mixed))
        let n = norm(x[position], p + "ffn_norm.weight")
        let router = rule.readsLayerInput ? before : n
        x[position] = sum(
          x[position], shape.experts == 0 ? network(p, "", 0, n) : mixture(p, n, router))
      }
    }
    let hasHead = weights.declarations.contains { $0.name == "output.weight" }
    let head = hasHead ? "output.weight" : "token_embd.weight"
    return product(head, norm(x[x.count - 1], "output_norm.weight"))
  }

  private func row(_ name: String, _ index: Int, _ columns: Int) -> [Double] {
    weights.floats(name)[index * columns..<(index + 1) * columns].map(Double.init)
  }

  /// down · (silu(gate x) * (up x)) of one network, or of one of the experts.
  private func network(_ p: String, _ suffix: String, _ expert: Int?, _ x: [Double]) -> [Double] {
    let gate = product("\(p)ffn_gate\(suffix).weight", x, part: expert)
    let up = product("\(p)ffn_up\(suffix).weight", x, part: expert)
    let hidden = zip(gate, up).map {
      (isSmallThinker ? max(0, $0) : $0 / (1 + exp(-$0))) * $1
    }
    return product("\(p)ffn_down\(suffix).weight", hidden, part: expert)
  }

  /// The chosen experts, weighted, and the one shared by all.
  private func mixture(_ p: String, _ x: [Double], _ router: [Double]) -> [Double] {
    var out = [Double](repeating: 0, count: x.count)
    for (expert, weight) in rule.choose(product(p + "ffn_gate_inp.weight", router)) {
      let input = rule.weighsInput ? x.map { $0 * weight } : x
      let output = network(p, "_exps", expert, input)
      out = sum(out, rule.weighsInput ? output : output.map { $0 * weight })
    }
    return rule.hasShared ? sum(out, network(p, "_shexp", nil, x)) : out
  }

  /// The product with a matrix, or with one of the equally large matrices of a tensor.
  private func product(_ name: String, _ x: [Double], part: Int? = nil) -> [Double] {
    var w = weights.floats(name)
    if part != nil, shape.experts > 0 {
      let size = w.count / shape.experts
      w = Array(w[(part ?? 0) * size..<((part ?? 0) + 1) * size])
    }
    return (0..<w.count / x.count).map { row in
      x.indices.reduce(0) { $0 + Double(w[row * x.count + $1]) * x[$1] }
    }
  }

  private func norm(_ x: [Double], _ name: String) -> [Double] {
    let mean = x.reduce(0) { $0 + $1 * $1 } / Double(x.count)
    return zip(x, weights.floats(name)).map { $0 / (mean + 1e-5).squareRoot() * Double($1) }
  }

  /// Queries or keys as attention wants them.
  private func turned(_ x: [Double], at position: Int, heads: Int) -> [Double] {
    if hasSlopes { return x }
    let rotated = rotate(x, at: position, heads: heads)
    guard isLlama4 else { return rotated }
    return (0..<heads).flatMap { head in
      let part = rotated[head * shape.headDim..<(head + 1) * shape.headDim]
      let mean = part.reduce(0) { $0 + $1 * $1 } / Double(shape.headDim)
      return part.map { $0 / (mean + 1e-5).squareRoot() }
    }
  }

  private func rotate(_ x: [Double], at position: Int, heads: Int) -> [Double] {
    var y = x
    for head in 0..<heads {
      for pair in 0..<shape.headDim / 2 {
        let angle = Double(position) * pow(10000, -2 * Double(pair) / Double(shape.headDim))
        let i = head * shape.headDim + (isSmallThinker ? pair : 2 * pair)
        let j = i + (isSmallThinker ? shape.headDim / 2 : 1)
        y[i] = x[i] * cos(angle) - x[j] * sin(angle)
        y[j] = x[i] * sin(angle) + x[j] * cos(angle)
      }
    }
    return y
  }

  private func attend(_ q: [Double], k: [[Double]], v: [[Double]]) -> [Double] {
    let d = shape.headDim
    var out: [Double] = []
    for head in 0..<shape.heads {
      let from = head / (shape.heads / shape.kvHeads) * d
      // Slopes of heads that are a power of two.
      let slope = hasSlopes ? pow(2, -8 * Double(head + 1) / Double(shape.heads)) : 0
      let scores = k.enumerated().map { position, key in
        (0..<d).reduce(0) { $0 + q[head * d + $1] * key[from + $1] } / Double(d).squareRoot()
          - slope * Double(k.count - 1 - position)
      }
      let largest = scores.max() ?? 0
      let weights = scores.map { exp($0 - largest) }
      let total = weights.reduce(0, +)
      for i in 0..<d {
        out.append(zip(weights, v).reduce(0) { $0 + $1.0 * $1.1[from + i] } / total)
      }
    }
    return out
  }

  private func sum(_ x: [Double], _ y: [Double]) -> [Double] { zip(x, y).map { $0 + $1 } }
}
