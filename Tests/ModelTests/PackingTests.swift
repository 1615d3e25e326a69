import TernFormat
import TernKernels
import TernModel
import TernQuant
import TernTestSupport
import Testing

@Suite("Models that are packed behind")
struct PackingTests {
  /// A tiny model whose matrices are Q8_0.
  private func quantized(
    experts: Int = 0, architecture: String = "llama",
    change: (String, [Int]) -> [Int] = { $1 }
  ) throws -> TinyGGUF {
    var shape = TinyModel(architecture: architecture, experts: experts)
    (shape.embedding, shape.headDim, shape.feedForward, shape.vocabulary) = (64, 32, 96, 200)
    let plain = shape.file.changed(change)
    var result = TinyGGUF(metadata: plain.metadata)
    for (tensor, bytes) in zip(plain.declarations, plain.data) {
      guard tensor.dimensions.count > 1, tensor.dimensions[0] % 32 == 0 else {
        result.add(tensor.name, tensor.type, tensor.dimensions, bytes: bytes)
        continue
      }
      let count = tensor.dimensions.reduce(1, *)
      let size = try #require(TensorType.q8_0.byteCount(elements: count))
      var blocks = [UInt8](repeating: 0, count: size)
      try unsafe blocks.withUnsafeMutableBytes { target in
        try unsafe bytes.withUnsafeBytes { source in
          try unsafe Quant.encode(.q8_0, source.bindMemory(to: Float.self), into: target)
        }
      }
      result.add(tensor.name, .q8_0, tensor.dimensions, bytes: blocks)
    }
    return result
  }

  /// The bits of all logits of a prompt, then of single tokens.
  private func logits(_ model: Model) throws -> [UInt32] {
    let cache = model.makeCache()
    var bits: [UInt32] = []
    func run(_ tokens: [Int32]) throws {
      let rows = tokens.enumerated().map {
        BatchRow(token: $1, cache: cache, position: cache.length + $0, wantsLogits: true)
      }
      try unsafe model.forward(rows) { _, values in
        bits += unsafe values.map(\.bitPattern)
      }
    }
    try run((0..<19).map { $0 * 7 % 200 })
    for token in [3, 199, 0, 42] as [Int32] { try run([token]) }
    return bits
  }

  @Test(
    "Logits are those of a model packed at load, bit for bit, from the first token on",
    arguments: [0, 4], ["llama", "gemma2"])
  func same(experts: Int, architecture: String) throws {
    if experts > 0 && architecture != "llama" { return }
    let file = try quantized(experts: experts, architecture: architecture).file()
    for threads in 1...2 {
      func model(_ packing: ModelOptions.Packing) throws -> Model {
        try Model(
          file, compute: Compute(threads: threads), options: ModelOptions(packing: packing))
      }
      let packed = try model(.atLoad)
      #expect(packed.isPacked)
      let expected = try logits(packed)
      #expect(Set(expected).count > 100)
      for _ in 0..<SharedSuites.rounds(50) {
        let behind = try model(.behind)
        #expect(try logits(behind) == expected)
        behind.finishPacking()
        #expect(behind.isPacked)
        #expect(try logits(behind) == expected)
        #expect(behind.residentWeightBytes == packed.residentWeightBytes)
      }
    }
  }

  @Test("Loading reports its progress and stops when told to")
  func progress() throws {
    let file = try quantized().file()
    let options = ModelOptions(packing: .behind)
    var seen: [Double] = []
    _ = try Model(file, compute: Compute(threads: 2), options: options) { share in
      seen.append(share)
      return true
    }
    #expect(seen == seen.sorted() && seen.last == 1)
    #expect(throws: ModelError.cancelled) {
      _ = try Model(file, compute: Compute(threads: 2), options: options) { $0 < 0.5 }
    }
  }

  @Test("Weights that do not fit are errors at load")
  func errors() throws {
    let file = try quantized { $0 == "blk.1.ffn_up.weight" ? [64, 32] : $1 }.file()
    #expect(
      throws: ModelError.wrongShape(
        tensor: "blk.1.ffn_up.weight", expected: [64, 96], found: [64, 32])
    ) {
      _ = try Model(
        file, compute: Compute(threads: 1), options: ModelOptions(packing: .behind))
    }
  }
}
