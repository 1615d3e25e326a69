import Foundation
import TernTestSupport
import Testing

@Suite("Models whose results are not finite, on the command line")
struct NonFiniteModelTests {
  @Test(
    "complete and logits say so on one line and end with status 1, having written nothing",
    arguments: ["blk.0.attn_norm.weight", "output_norm.weight"], [Float.nan, -.infinity])
  func verbs(tensor: String, value: Float) throws {
    let folder = try TemporaryFolder()
    let model = folder.file("damaged.gguf")
    try Data(Fixtures.tinyLlama(tensor, with: value)).write(to: URL(fileURLWithPath: model))
    for isa in ["portable", "avx2", "avx512"] {
      let complete = try CommandRun(
        "complete", "--model", model, "the cat", "--max-tokens", "3",
        environment: ["TERN_ISA": isa])
      #expect(complete.failed(with: 1), "\(isa) \(complete.status) \(complete.errors)")
      let out = folder.file("out")
      let logits = try CommandRun(
        "logits", "--model", model, "--tokens", "1,2,3", "--out", out,
        environment: ["TERN_ISA": isa])
      #expect(logits.failed(with: 1), "\(isa) \(logits.status) \(logits.errors)")
      #expect(!FileManager.default.fileExists(atPath: out))
    }
  }
}
