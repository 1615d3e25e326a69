import Foundation
import TernTestSupport

/// Latent attention in Double, decompressed: every head has keys and values of its own for every
/// position, as the papers describe it (DeepSeek-V2, 2024, §2.1; DeepSeek-V3.2, 2025, §2.1).
struct SlowLatent {
  let shape: TinyLatent
  let weights: TinyGGUF

  init(_ shape: TinyLatent) {
    self.shape = shape
    weights = shape.master
  }

  /// The logits after every one of `tokens`.
  func logits(_ tokens: [Int32]) -> [[Float]] {
    states(tokens).map { product("output", $0).map { Float($0) } }
  }

  /// What the output matrix reads at every one of `tokens`.
  func states(_ tokens: [Int32]) -> [[Double]] {
    var x = embeddings(tokens, "token_embd")
    for layer in 0..<shape.layers { x = self.layer("blk.\(layer).", x) }
    return x.map { norm($0, "output_norm") }
  }

  /// What the head for drafts guesses behind every one of `tokens` but the first, each read with the state
  /// of the token before it (DeepSeek-V3, 2024, §2.2), and what it guesses on behind these `more`.
  ///
  /// A guess reads the state that the head itself gave for the token before.
  func guesses(_ tokens: [Int32], more: [Int32]) -> [[Float]] {
    let p = "blk.\(shape.layers)."
    func own(_ name: String, else other: String) -> String {
      shape.hasOwnTensors ? p + "nextn." + name : other
    }
    var states = Array(states(tokens).dropLast())
    var found: [[Double]] = []
    var inputs: [[Double]] = []
    for (place, token) in (tokens.dropFirst() + more).enumerated() {
      let embedding = embeddings([token], own("embed_tokens", else: "token_embd"))[0]
      inputs.append(
        product(
          p + "nextn.eh_proj",
          norm(embedding, p + "nextn.enorm") + norm(states[place], p + "nextn.hnorm")))
      let state = norm(
        layer(p, inputs)[place], own("shared_head_norm", else: "output_norm"))
      if place + 1 == states.count { states.append(state) }
      found.append(product(own("shared_head_head", else: "output"), state))
    }
    return found.map { $0.map { Float($0) } }
  }

  private func embeddings(_ tokens: [Int32], _ name: String) -> [[Double]] {
    let values = weights.floats(name + ".weight").map(Double.init)
    let width = shape.embedding
    return tokens.map { Array(values[Int($0) * width..<(Int($0) + 1) * width]) }
  }

  private func layer(_ p: String, _ input: [[Double]]) -> [[Double]] {
    var x = input
    let mixed = attention(p, x.map { norm($0, p + "attn_norm") })
    for position in x.indices {
      x[position] = sum(x[position], product(p + "attn_output", mixed[position]))
      let n = norm(x[position], p + "ffn_norm")
      let hidden = zip(product(p + "ffn_gate", n), product(p + "ffn_up", n)).map {
        $0 / (1 + exp(-$0)) * $1
      }
      x[position] = sum(x[position], product(p + "ffn_down", hidden))
    }
    return x
  }

  private func attention(_ p: String, _ x: [[Double]]) -> [[Double]] {
    let (plain, rope, value) = (shape.plain, shape.rope, shape.value)
    let small = x.map {
      shape.queryRank == 0 ? $0 : norm(product(p + "attn_q_a", $0), p + "attn_q_a_norm")
    }
    let rows = x.map { product(p + "attn_kv_a_mqa", $0) }
    let rotated = rows.enumerated().map { rotate(Array($1[shape.rank...]), at: $0) }
    let both = rows.map {
      product(p + "attn_kv_b", norm(Array($0[..<shape.rank]), p + "attn_kv_a_norm"))
    }
    let seen = shape.seen == 0 ? nil : selection(p, x, small)
    return x.indices.map { position in
      let q = product(p + (shape.queryRank == 0 ? "attn_q" : "attn_q_b"), small[position])
      return (0..<shape.heads).flatMap { head -> [Double] in
        let query = Array(q[head * (plain + rope)..<(head + 1) * (plain + rope)])
        let turned = rotate(Array(query[plain...]), at: position)
        let visible = seen?[position] ?? Array(0...position)
        let scores = visible.map { other -> Double in
          let first = head * (plain + value)
          let key = both[other][first..<first + plain]
          return (dot(query.prefix(plain), key) + dot(turned[...], rotated[other][...]))
            / Double(plain + rope).squareRoot()
        }
        let largest = scores.max() ?? 0
        let parts = scores.map { exp($0 - largest) }
        let total = parts.reduce(0, +)
        return (0..<value).map { d in
          zip(visible, parts).reduce(0) {
            $0 + $1.1 / total * both[$1.0][head * (plain + value) + plain + d]
          }
        }
      }
    }
  }

  /// The positions that each position sees: those with the largest scores of the indexer.
  private func selection(_ p: String, _ x: [[Double]], _ small: [[Double]]) -> [[Int]] {
    let (heads, dim) = (shape.indexHeads, shape.indexDim)
    let keys = x.enumerated().map { position, x in
      rotateHalves(layerNorm(product(p + "indexer.attn_k", x), p + "indexer.k_norm"), at: position)
    }
    return x.indices.map { position in
      let q = product(p + "indexer.attn_q_b", small[position])
      let counts = product(p + "indexer.proj", x[position])
      let scores = (0...position).map { other in
        (0..<heads).reduce(0.0) { sum, head in
          let query = rotateHalves(Array(q[head * dim..<(head + 1) * dim]), at: position)
          return sum + counts[head] * max(0, dot(query[...], keys[other][...]))
        }
      }
      return Array(
        scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }.prefix(shape.seen))
    }
  }

  private func product(_ name: String, _ x: [Double]) -> [Double] {
    let w = weights.floats(name + ".weight")
    return (0..<w.count / x.count).map { row in
      x.indices.reduce(0) { $0 + Double(w[row * x.count + $1]) * x[$1] }
    }
  }

  private func norm(_ x: [Double], _ name: String) -> [Double] {
    let mean = x.reduce(0) { $0 + $1 * $1 } / Double(x.count)
    return zip(x, weights.floats(name + ".weight")).map {
      $0 / (mean + 1e-5).squareRoot() * Double($1)
    }
  }

  private func layerNorm(_ x: [Double], _ name: String) -> [Double] {
    let mean = x.reduce(0, +) / Double(x.count)
    let variance = x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(x.count)
    let scaled = zip(x, weights.floats(name + ".weight")).map {
      ($0 - mean) / (variance + 1e-6).squareRoot() * Double($1)
    }
    return sum(scaled, weights.floats(name + ".bias").map(Double.init))
  }

  /// Rotates neighbouring pairs.
  private func rotate(_ x: [Double], at position: Int) -> [Double] {
    var y = x
    for pair in 0..<shape.rope / 2 {
      (y[2 * pair], y[2 * pair + 1]) = turn(x[2 * pair], x[2 * pair + 1], pair, position)
    }
    return y
  }

  /// Rotates pairs of the first and second half of the first values.
  private func rotateHalves(_ x: [Double], at position: Int) -> [Double] {
    var y = x
    let half = shape.rope / 2
    for pair in 0..<half {
      (y[pair], y[pair + half]) = turn(x[pair], x[pair + half], pair, position)
    }
    return y
  }

  private func turn(_ a: Double, _ b: Double, _ pair: Int, _ position: Int) -> (Double, Double) {
    let angle = Double(position) * pow(10000, -2 * Double(pair) / Double(shape.rope))
    return (a * cos(angle) - b * sin(angle), a * sin(angle) + b * cos(angle))
  }

  private func dot(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private func sum(_ x: [Double], _ y: [Double]) -> [Double] { zip(x, y).map { $0 + $1 } }
}
