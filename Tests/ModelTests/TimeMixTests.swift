import TernFormat
import TernKernels
import TernModel
import TernQuant
import TernTestSupport
import Testing

@Suite("Time mix and channel mix of RWKV-7")
struct TimeMixTests {
  private static let kinds = TinyHybrid.Kind.allCases.filter(\.isPure)
  /// What a file may have in layer 0 and no model reads.
  private static let unused = (0...2).map { "blk.0.time_mix_v\($0).weight" }

  @Test("A random model gives what the equations give in Double", arguments: kinds)
  func oracle(_ kind: TinyHybrid.Kind) throws {
    let shape = TinyHybrid(kind: kind)
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(40)
    let found = try runner.all(tokens, runner.model.makeCache())
    let expected = SlowTimeMix(shape).logits(tokens)
    for position in tokens.indices {
      #expect(largestDifference(found[position], expected[position]) < 2e-5, "\(position)")
    }
  }

  private func error(_ tiny: TinyGGUF) throws -> ModelError? {
    let file = try tiny.file()
    do throws(ModelError) {
      _ = try Model(file, compute: Compute(threads: 1))
      return nil
    } catch { return error }
  }

  @Test("Every missing tensor is named; layer 0 needs no residual of values", arguments: kinds)
  func missing(_ kind: TinyHybrid.Kind) throws {
    let whole = TinyHybrid(kind: kind).file
    for tensor in whole.declarations {
      let expected = Self.unused.contains(tensor.name) ? nil : ModelError.missingTensor(tensor.name)
      let found = try error(whole.without(tensor.name))
      #expect(found == expected, "\(tensor.name)")
    }
  }

  @Test("Every wrong shape is named", arguments: kinds)
  func shapes(_ kind: TinyHybrid.Kind) throws {
    let whole = TinyHybrid(kind: kind).file
    for tensor in whole.declarations where tensor.name != "token_embd.weight" {
      var wrong = tensor.dimensions
      wrong[wrong.count - 1] += 1
      let found = try error(whole.changed { $0 == tensor.name ? wrong : $1 })
      // A file without a gate may have the sixth vector of mixed inputs, which is the gate's.
      let isSpare = kind == .timeMixAlone && tensor.name.hasSuffix("lerp_fused.weight")
      if Self.unused.contains(tensor.name) || isSpare {
        #expect(found == nil)
      } else if case .wrongShape(tensor.name, _, wrong) = found {
      } else {
        Issue.record("\(tensor.name): \(String(describing: found))")
      }
    }
  }

  @Test("Sizes that cannot be are errors")
  func badKeys() throws {
    let wrong: [(String, MetadataValue?)] = [
      ("wkv.head_size", nil), ("wkv.head_size", .uint32(0)), ("wkv.head_size", .uint32(5)),
      ("wkv.head_size", .uint32(64)), ("wkv.head_size", .uint32(1 << 31)),
      ("attention.decay_lora_rank", nil), ("attention.decay_lora_rank", .uint32(0)),
      ("attention.iclr_lora_rank", nil), ("attention.iclr_lora_rank", .uint32(1 << 17)),
      ("attention.value_residual_mix_lora_rank", nil), ("attention.gate_lora_rank", nil),
      ("attention.gate_lora_rank", .string(GGUFString("many"))),
      ("feed_forward_length", nil), ("feed_forward_length", .uint32(0)),
      ("attention.layer_norm_epsilon", nil),
    ]
    for (key, value) in wrong {
      var file = TinyHybrid(kind: .timeMix).file
      file.metadata["rwkv7.\(key)"] = value
      switch try error(file) {
      case .missingKey("rwkv7.\(key)"): #expect(value == nil)
      case .badValue("rwkv7.\(key)", _, _): #expect(value != nil)
      case let other: Issue.record("\(key): \(String(describing: other))")
      }
    }
    for (key, name) in [("decay", "w"), ("iclr", "a"), ("gate", "g")] {
      var file = TinyHybrid(kind: .timeMix).file
      file.metadata["rwkv7.attention.\(key)_lora_rank"] = .uint32(10)
      guard case .wrongShape("blk.0.time_mix_\(name)1.weight", _, _) = try error(file) else {
        Issue.record("\(key)")
        continue
      }
    }
  }

  @Test("Quantizing leaves maps of low rank and mixed inputs as they are")
  func quantization() throws {
    let mix = try #require(QuantizationMix(name: "Q4_K_M"))
    let shape = try QuantizationMix.Shape(
      ["general.architecture": .string("rwkv7"), "rwkv7.block_count": .uint32(4)],
      tensors: ["output.weight"])
    func type(_ name: String, _ dimensions: [Int]) -> TensorType? {
      mix.type(name: "blk.0.\(name).weight", dimensions: dimensions, shape: shape)
    }
    for name in ["w", "a", "v", "g"] {
      #expect(type("time_mix_\(name)1", [256, 32]) == nil)
      #expect(type("time_mix_\(name)2", [256, 256]) == nil)
    }
    #expect(type("time_mix_lerp_fused", [256, 1, 1, 6]) == nil)
    #expect(type("channel_mix_lerp_k", [256, 1, 1]) == nil)
    for name in ["receptance", "key", "value", "output"] {
      #expect(type("time_mix_\(name)", [256, 256]) == .q4_K)
    }
    #expect(type("channel_mix_value", [1024, 256]) == .q4_K)
  }

  @Test("One value that is not finite in any tensor makes all logits NaN", arguments: kinds)
  func notFinite(_ kind: TinyHybrid.Kind) throws {
    let shape = TinyHybrid(kind: kind)
    let weights = shape.file
    let tokens = shape.tokens(7)
    for (index, tensor) in weights.declarations.enumerated() {
      if Self.unused.contains(tensor.name) || tensor.name.hasPrefix("blk.2") { continue }
      let row = tensor.name == "token_embd.weight" ? Int(tokens[2]) : 0
      for value: Float in [.nan, .infinity, -.infinity] {
        var damaged = weights
        damaged.set(value, tensor: index, at: row * tensor.dimensions[0] + 3)
        let runner = try Runner(damaged)
        let cache = runner.model.makeCache()
        _ = try runner.last(Array(tokens[..<5]), cache)
        let found = try runner.all(Array(tokens[5...]), cache)
        #expect(found[1].allSatisfy { $0.isNaN }, "\(tensor.name) \(value)")
      }
    }
  }
}
