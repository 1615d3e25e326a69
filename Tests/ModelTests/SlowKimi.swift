import Foundation
import TernFormat
import TernTestSupport

/// Small random models of Kimi delta layers with dense feed-forward parts.
struct TinyKimi {
  var embedding = 20
  var heads = 3
  var headDim = 5
  var taps = 4
  var seed: UInt64 = 1

  let layers = 2
  let feedForward = 24
  let vocabulary = 32
  var width: Int { heads * headDim }

  var file: TinyGGUF {
    var (random, tiny) = (SeededGenerator(seed: seed), TinyGGUF(metadata: metadata))
    func matrix(_ name: String, _ rows: Int, _ columns: Int) {
      tiny.addRandom(
        name + ".weight", [columns, rows], scale: 1 / Float(columns).squareRoot(), using: &random)
    }
    func norm(_ name: String, _ count: Int) {
      let values = (0..<count).map { _ in 1 + 0.2 * random.normal() }
      tiny.add(name + ".weight", [count], floats: values)
    }
    matrix("token_embd", vocabulary, embedding)
    norm("output_norm", embedding)
    matrix("output", vocabulary, embedding)
    for layer in 0..<layers {
      let p = "blk.\(layer)."
      norm(p + "attn_norm", embedding)
      for name in ["q", "k", "v"] {
        matrix(p + "attn_" + name, width, embedding)
        tiny.addRandom(p + "ssm_conv1d_\(name).weight", [taps, 1, width], using: &random)
      }
      for name in ["f", "g"] {
        matrix(p + "ssm_\(name)_a", headDim, embedding)
        matrix(p + "ssm_\(name)_b", width, headDim)
      }
      matrix(p + "ssm_beta", heads, embedding)
      tiny.addRandom(p + "ssm_dt.bias", [width], using: &random)
      tiny.add(p + "ssm_a", [1, heads], floats: (0..<heads).map { -0.05 - Float($0 * $0) })
      norm(p + "ssm_norm", headDim)
      matrix(p + "attn_output", embedding, width)
      norm(p + "ffn_norm", embedding)
      matrix(p + "ffn_gate", feedForward, embedding)
      matrix(p + "ffn_up", feedForward, embedding)
      matrix(p + "ffn_down", embedding, feedForward)
    }
    return tiny
  }

  private var metadata: Metadata {
    let ints = [
      "block_count": layers, "context_length": 512, "embedding_length": embedding,
      "feed_forward_length": feedForward, "attention.head_count": heads,
      "attention.head_count_kv": 0, "attention.kv_lora_rank": 8, "rope.dimension_count": 4,
      "attention.key_length_mla": 8, "attention.value_length_mla": 8, "ssm.conv_kernel": taps,
      "kda.head_dim": headDim, "expert_count": 2, "expert_used_count": 1,
      "expert_feed_forward_length": 8, "expert_shared_count": 1, "expert_gating_func": 2,
      "leading_dense_block_count": layers,
    ]
    var metadata: Metadata = ["general.architecture": .string("kimi-linear")]
    for (key, value) in ints.sorted(by: { $0.key < $1.key }) {
      metadata["kimi-linear." + key] = .uint32(UInt32(value))
    }
    metadata["kimi-linear.attention.layer_norm_rms_epsilon"] = .float32(1e-5)
    return metadata
  }
}

/// Those models in Double, one position after the other, as the paper describes the layer.
struct SlowKimi {
  let shape: TinyKimi
  private let weights: [String: [Double]]

  init(_ shape: TinyKimi) {
    self.shape = shape
    let file = shape.file
    let pairs = file.declarations.map { ($0.name, file.floats($0.name).map(Double.init)) }
    weights = Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The logits after every one of `tokens`.
  func logits(_ tokens: [Int32]) -> [[Float]] {
    let embeddings = values("token_embd.weight")
    let width = shape.embedding
    var x = tokens.map { Array(embeddings[Int($0) * width..<(Int($0) + 1) * width]) }
    for layer in 0..<shape.layers {
      let p = "blk.\(layer)."
      let mixed = mix(p, x.map { norm($0, p + "attn_norm") })
      for position in x.indices {
        x[position] = sum(x[position], product(p + "attn_output", mixed[position]))
        let n = norm(x[position], p + "ffn_norm")
        let hidden = zip(product(p + "ffn_gate", n), product(p + "ffn_up", n)).map {
          $0 * sigmoid($0) * $1
        }
        x[position] = sum(x[position], product(p + "ffn_down", hidden))
      }
    }
    return x.map { product("output", norm($0, "output_norm")).map { Float($0) } }
  }

  private func mix(_ p: String, _ x: [[Double]]) -> [[Double]] {
    let (q, k, v) = (convolved(p, "q", x), convolved(p, "k", x), convolved(p, "v", x))
    let bias = values(p + "ssm_dt.bias")
    let rates = values(p + "ssm_a")
    let size = shape.headDim
    var states = [[[Double]]](
      repeating: [[Double]](repeating: [Double](repeating: 0, count: size), count: size),
      count: shape.heads)
    return x.indices.map { position in
      let steps = sum(product(p + "ssm_f_b", product(p + "ssm_f_a", x[position])), bias)
      let gates = product(p + "ssm_g_b", product(p + "ssm_g_a", x[position]))
      let beta = product(p + "ssm_beta", x[position]).map(sigmoid)
      return (0..<shape.heads).flatMap { head -> [Double] in
        let columns = head * size..<(head + 1) * size
        let (query, key) = (unit(q[position][columns]), unit(k[position][columns]))
        let value = Array(v[position][columns])
        let factors = steps[columns].map { exp(rates[head] * log1p(exp($0))) }
        let out = step(&states[head], query, key, value, factors, beta[head])
        return zip(norm(out, p + "ssm_norm"), gates[columns]).map { $0 * sigmoid($1) }
      }
    }
  }

  /// One step of one head; the state's rows are those of the keys.
  private func step(
    _ state: inout [[Double]], _ query: [Double], _ key: [Double], _ value: [Double],
    _ factors: [Double], _ beta: Double
  ) -> [Double] {
    for i in key.indices { state[i] = state[i].map { $0 * factors[i] } }
    let updates = value.indices.map { j in
      beta * (value[j] - key.indices.reduce(0) { $0 + state[$1][j] * key[$1] })
    }
    for i in key.indices { state[i] = zip(state[i], updates).map { $0 + key[i] * $1 } }
    return value.indices.map { j in
      key.indices.reduce(0) { $0 + state[$1][j] * query[$1] } / Double(key.count).squareRoot()
    }
  }

  /// A projection through its convolution, with zeros before the first position.
  private func convolved(_ p: String, _ name: String, _ x: [[Double]]) -> [[Double]] {
    let inputs = x.map { product(p + "attn_" + name, $0) }
    let (w, taps) = (values(p + "ssm_conv1d_\(name).weight"), shape.taps)
    return inputs.indices.map { position in
      (0..<shape.width).map { channel in
        let total = (0..<taps).reduce(0.0) { sum, tap in
          let from = position - taps + 1 + tap
          return from < 0 ? sum : sum + w[channel * taps + tap] * inputs[from][channel]
        }
        return total * sigmoid(total)
      }
    }
  }

  private func unit(_ x: ArraySlice<Double>) -> [Double] {
    let length = (x.reduce(0) { $0 + $1 * $1 } + 1e-5).squareRoot()
    return x.map { $0 / length }
  }

  private func values(_ name: String) -> [Double] { weights[name] ?? [] }

  private func product(_ name: String, _ x: [Double]) -> [Double] {
    let w = values(name + ".weight")
    return (0..<w.count / x.count).map { row in
      x.indices.reduce(0) { $0 + w[row * x.count + $1] * x[$1] }
    }
  }

  private func norm(_ x: [Double], _ name: String) -> [Double] {
    let mean = x.reduce(0) { $0 + $1 * $1 } / Double(x.count)
    return zip(x, values(name + ".weight")).map { $0 / (mean + 1e-5).squareRoot() * $1 }
  }

  private func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

  private func sum(_ x: [Double], _ y: [Double]) -> [Double] { zip(x, y).map { $0 + $1 } }
}
