import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Weights that are not finite")
struct NonFiniteWeightTests {
  static let shapes = [
    TinyModel(), TinyModel(experts: 4), TinyModel(architecture: "gemma2", window: 5),
  ]

  /// Experts may never be asked; all other tensors take part in every row.
  @Test("one such value in any tensor makes all logits NaN", arguments: 0..<3, CacheType.allCases)
  func everyTensor(shape: Int, cache: CacheType) throws {
    var shape = Self.shapes[shape]
    if cache == .q8_0 { (shape.headDim, shape.heads, shape.kvHeads) = (32, 2, 1) }
    let weights = shape.file
    let tokens = shape.tokens(7)
    for (index, tensor) in weights.declarations.enumerated() {
      if tensor.name.contains("_exps") { continue }
      let width = tensor.dimensions[0]
      let row = tensor.name == "token_embd.weight" ? Int(tokens[2]) : 0
      for value: Float in [.nan, .infinity, -.infinity] {
        var damaged = weights
        damaged.set(value, tensor: index, at: row * width + width / 2)
        let model = try Model(
          damaged.file(), compute: Compute(threads: 1), options: Self.options(cache))
        let memory = model.makeCache()
        var found: [Float] = []
        for range in [0..<5, 5..<6, 6..<7] {
          let rows = range.map {
            BatchRow(token: tokens[$0], cache: memory, position: $0, wantsLogits: $0 == 6)
          }
          try unsafe model.forward(rows) { _, values in unsafe found.append(contentsOf: values) }
        }
        #expect(found.count == shape.vocabulary)
        #expect(found.allSatisfy { $0.isNaN }, "\(tensor.name) \(value)")
      }
    }
  }

  @Test("rows of another sequence in the same batch have the bits that they have without it")
  func neighbours() throws {
    let shape = TinyModel(layers: 3)
    let tokens = shape.tokens(4)
    var weights = shape.file
    let embedding = try #require(
      weights.declarations.firstIndex { $0.name == "token_embd.weight" })
    let other = Int32((0..<shape.vocabulary).first { !tokens.contains(Int32($0)) } ?? 0)
    weights.set(.nan, tensor: embedding, at: Int(other) * shape.embedding)
    let model = try Model(weights.file(), compute: Compute(threads: 2))
    func logits(beside token: Int32) throws -> [[Float]] {
      let (one, two) = (model.makeCache(), model.makeCache())
      var found: [[Float]] = []
      let rows = tokens.indices.flatMap { position in
        [
          BatchRow(token: tokens[position], cache: one, position: position, wantsLogits: true),
          BatchRow(token: token, cache: two, position: position, wantsLogits: false),
        ]
      }
      try unsafe model.forward(rows) { _, values in unsafe found.append(Array(values)) }
      return found
    }
    let (clean, beside) = (try logits(beside: tokens[0]), try logits(beside: other))
    #expect(clean == beside && clean.count == tokens.count)
    #expect(clean.allSatisfy { $0.allSatisfy { $0.isFinite } })
  }

  private static func options(_ cache: CacheType) -> ModelOptions {
    var options = ModelOptions()
    options.cacheType = cache
    return options
  }
}
