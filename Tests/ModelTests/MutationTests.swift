import Foundation
import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Damaged files of every family", .enabled(if: SharedSuites.available))
struct MutationTests {
  @Test("Changed bytes in the header end in an error or a model that runs")
  func headers() throws {
    let root = try #require(SharedSuites.url("suites/architectures"))
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
    var random = SeededGenerator(seed: 5)
    let compute = Compute(threads: 1)
    for name in names {
      let url = root.appendingPathComponent("\(name)/model.gguf")
      guard let data = try? Data(contentsOf: url) else { continue }
      let whole = [UInt8](data)
      let file = try GGUFFile(bytes: whole)
      let start = file.tensors.map(\.offset).min() ?? whole.count
      for _ in 0..<SharedSuites.rounds(1000) {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let at = Int.random(in: 24..<start, using: &random)
          bytes[at] = Self.values[Int.random(in: 0..<Self.values.count, using: &random)]
        }
        try attempt(bytes, compute)
      }
    }
  }

  private func embed(_ model: Model) throws {
    let text = [Int32](repeating: 0, count: min(6, model.contextLength))
    var run = EncodingRun([text], pooling: model.config.encoding.pooling ?? .mean, model: model)
    while run.vectors == nil { try run.step(model, limit: 4) }
  }

  private static let values: [UInt8] = [0, 1, 2, 3, 4, 5, 7, 8, 16, 0x20, 0x3F, 0x7F, 0x80, 0xFF]

  private func attempt(_ bytes: [UInt8], _ compute: Compute) throws {
    do {
      let file = try GGUFFile(bytes: bytes)
      let model = try Model(file, compute: compute, options: ModelOptions(maxBatch: 4))
      guard model.config.generates else { return try embed(model) }
      let cache = model.makeCache()
      let rows = (0..<min(6, model.contextLength)).map {
        BatchRow(token: 0, cache: cache, position: $0, wantsLogits: $0 > 3)
      }
      unsafe try model.forward(rows) { _, _ in }
    } catch is FormatError {
    } catch is ModelError {
    }
  }
}
