import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Kimi delta attention")
struct KimiLinearTests {
  static let shapes = [
    TinyKimi(), TinyKimi(heads: 1, headDim: 9, taps: 2, seed: 2),
    TinyKimi(embedding: 12, heads: 5, headDim: 1, taps: 3, seed: 3),
    TinyKimi(embedding: 17, heads: 2, headDim: 33, taps: 8, seed: 4),
  ]

  @Test("A random model gives what the rule in Double gives", arguments: 0..<4)
  func oracle(_ index: Int) throws {
    let shape = Self.shapes[index]
    let runner = try Runner(shape.file)
    var random = SeededGenerator(seed: 7)
    let tokens = (0..<24).map { _ in Int32.random(in: 0..<32, using: &random) }
    let expected = SlowKimi(shape).logits(tokens).flatMap { $0 }
    let atOnce = try runner.all(tokens, runner.model.makeCache()).flatMap { $0 }
    #expect(largestDifference(atOnce, expected) < 5e-5)
    let cache = runner.model.makeCache()
    let stepwise = try tokens.flatMap { try runner.all([$0], cache).flatMap { $0 } }
    #expect(largestDifference(stepwise, expected) < 5e-5)
  }

  private typealias Replacement = (name: String, shape: [Int], values: [Float])

  /// The model with some tensors replaced; where `change` gives `nil`, a tensor stays as it is.
  private func changed(
    _ file: TinyGGUF, _ change: (TensorDeclaration) -> [Replacement]?
  ) -> TinyGGUF {
    var result = TinyGGUF(metadata: file.metadata)
    for (tensor, bytes) in zip(file.declarations, file.data) {
      if let replacements = change(tensor) {
        for new in replacements { result.add(new.name, new.shape, floats: new.values) }
      } else {
        result.add(tensor.name, tensor.type, tensor.dimensions, bytes: bytes)
      }
    }
    return result
  }

  @Test("Files with and without dimensions of 1, and with one tensor of keys and values, are equal")
  func spellings() throws {
    let shape = TinyHybrid(kind: .kimiDelta)
    let tokens = shape.tokens(30)
    let file = shape.file
    let first = try Runner(file)
    let expected = try first.all(tokens, first.model.makeCache()).flatMap { $0 }
    func respelled(_ shape: ([Int]) -> [Int]) -> TinyGGUF {
      changed(file) { tensor in
        guard tensor.name.contains("conv1d") || tensor.name.hasSuffix("ssm_a") else { return nil }
        return [(tensor.name, shape(tensor.dimensions), file.floats(tensor.name))]
      }
    }
    let (flat, long) = (respelled { $0.filter { $0 > 1 } }, respelled { $0 + [1] })
    let unsplit = changed(file) { tensor in
      if tensor.name.hasSuffix("attn_v_b.weight") { return [] }
      guard tensor.name.hasSuffix("attn_k_b.weight") else { return nil }
      let p = String(tensor.name.dropLast("attn_k_b.weight".count))
      let keys = file.floats(tensor.name)
      let values = file.floats(p + "attn_v_b.weight")
      var both: [Float] = []
      for head in 0..<4 {
        for d in 0..<6 { for r in 0..<20 { both.append(keys[(head * 20 + r) * 6 + d]) } }
        both += values[head * 120..<(head + 1) * 120]
      }
      return [(p + "attn_kv_b.weight", [20, 48], both)]
    }
    for file in [flat, long, unsplit] {
      let runner = try Runner(file)
      let found = try runner.all(tokens, runner.model.makeCache()).flatMap { $0 }
      #expect(largestDifference(found, expected) < 1e-5)
    }
  }

  private func error(_ file: TinyGGUF) throws -> ModelError? {
    do {
      _ = try Model(try file.file(), compute: Compute(threads: 1))
      return nil
    } catch let error as ModelError { return error }
  }

  @Test("A tensor that is missing or of another shape is named")
  func shapes() throws {
    let file = TinyKimi().file
    let layer = file.declarations.map(\.name).filter { $0.hasPrefix("blk.1.") }
    #expect(layer.count == 20)
    for name in layer {
      let without = changed(file) { $0.name == name ? [] : nil }
      #expect(try error(without) == .missingTensor(name))
      let larger = changed(file) { tensor in
        guard tensor.name == name, let last = tensor.dimensions.last else { return nil }
        let values = file.floats(name)
        return [(name, tensor.dimensions.dropLast() + [2 * last], values + values)]
      }
      guard case .wrongShape(tensor: name, _, _) = try error(larger) else {
        Issue.record("\(name): \(String(describing: try error(larger)))")
        continue
      }
    }
  }

  @Test("Impossible sizes are an error that names the key")
  func sizes() throws {
    let large: [MetadataValue] = [.uint32(0), .int32(-1), .uint64(1 << 62), .string("four")]
    for key in ["kda.head_dim", "ssm.conv_kernel", "attention.head_count"] {
      for value in large + [.uint32(1 << 16), .float32(.nan)] {
        var file = TinyKimi().file
        file.metadata["kimi-linear." + key] = value
        let found = try #require(try error(file), "\(key) \(value)")
        switch found {
        case .badValue(let named, _, _): #expect(named.hasPrefix("kimi-linear."))
        case .wrongShape: break
        default: Issue.record("\(key) \(value): \(found)")
        }
      }
      var file = TinyKimi().file
      file.metadata["kimi-linear." + key] = nil
      #expect(try error(file) == .missingKey("kimi-linear." + key))
    }
  }
}
