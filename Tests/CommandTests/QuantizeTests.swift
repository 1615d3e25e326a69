import Foundation
import TernFormat
import TernJSON
import TernQuant
import TernTestSupport
import Testing

@Suite("tern quantize, dequantize and inspect")
struct QuantizeTests {
  private let model = Fixtures.tinyLlama

  @Test(
    "a written file has the asked types, loads and still answers",
    arguments: ["F16", "BF16", "Q8_0", "Q4_0", "Q5_1", "Q4_K_M", "IQ4_NL", "MXFP4"])
  func quantizes(type: String) throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.gguf")
    let run = try CommandRun("quantize", model, out, type, "--json")
    try #require(run.status == 0, "\(run.errors)")
    let file = try GGUFFile(path: out)
    let original = try GGUFFile(path: model)
    #expect(file.tensors.map(\.name) == original.tensors.map(\.name))
    for tensor in file.tensors where tensor.name.contains("norm") { #expect(tensor.type == .f32) }
    #expect(file.fileSize < original.fileSize)
    #expect(try JSON(parsing: run.output)["bytes"]?.int == file.fileSize)
    let answer = try CommandRun(
      "complete", "--model", out, "the cat", "--greedy", "--max-tokens", "8", "--json")
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(try JSON(parsing: answer.output)["tokens"]?.array?.count == 8)
  }

  @Test("--pure gives every matrix the type; without it the head keeps more bits")
  func pure() throws {
    let folder = try TemporaryFolder()
    for (words, head) in [([], TensorType.q6_K), (["--pure"], .q4_0)] as [([String], TensorType)] {
      let out = folder.file("out.gguf")
      let run = try CommandRun(arguments: ["quantize", model, out, "Q4_0"] + words)
      try #require(run.status == 0, "\(run.errors)")
      let file = try GGUFFile(path: out)
      // Rows of 64 cannot be Q6_K, whose blocks hold 256: the head falls back to Q8_0.
      let expected = head == .q6_K ? .q8_0 : head
      #expect(file.tensor(named: "token_embd.weight")?.type == expected)
      #expect(file.tensor(named: "blk.0.ffn_up.weight")?.type == .q4_0)
    }
  }

  @Test("a failed write leaves what was there, and nothing beside it")
  func keeps() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("model.gguf")
    let data = try Data(contentsOf: URL(fileURLWithPath: model))
    try data.write(to: URL(fileURLWithPath: path))
    let bad = try CommandRun("quantize", model, path, "IQ2_XXS")
    #expect(bad.failed(with: 2))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == data)
    #expect(try folder.entries() == ["model.gguf"])
    #expect(try CommandRun("quantize", path, "/nonexistent/x.gguf", "Q8_0").failed(with: 1))
  }

  @Test("dequantize writes the values of raw blocks")
  func dequantizes() throws {
    let folder = try TemporaryFolder()
    // Q8_0: a half scale of 0.5, then 32 codes.
    let block: [UInt8] = [0x00, 0x38] + (0..<32).map { UInt8(bitPattern: Int8($0 - 16)) }
    try Data(block + block).write(to: URL(fileURLWithPath: folder.file("in")))
    let run = try CommandRun(
      "dequantize", "--type", "q8_0", folder.file("in"), folder.file("out"))
    #expect(run.status == 0, "\(run.errors)")
    let expected = (0..<64).map { Float($0 % 32 - 16) * 0.5 }
    let bytes = unsafe expected.withUnsafeBytes { unsafe Array($0) }
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("out")))) == bytes)
    try Data(block.dropLast()).write(to: URL(fileURLWithPath: folder.file("in")))
    let bad: [(Int32, [String])] = [
      (1, ["--type", "Q8_0", folder.file("in"), folder.file("out")]),
      (1, ["--type", "Q8_0", folder.file("none"), folder.file("out")]),
      (2, ["--type", "Q9_0", folder.file("in"), folder.file("out")]),
      (2, [folder.file("in"), folder.file("out")]), (2, ["--type", "Q8_0", folder.file("in")]),
    ]
    for (status, words) in bad {
      let run = try CommandRun(arguments: ["dequantize"] + words)
      #expect(run.failed(with: status), "\(words): \(run.status) \(run.errors)")
    }
  }

  @Test("inspect shows metadata and tensors, --json the same as one document")
  func inspects() throws {
    let page = try CommandRun("inspect", model)
    #expect(page.status == 0)
    #expect(page.text.contains("general.architecture = "))
    #expect(page.text.contains("blk.1.ffn_down.weight"))
    let document = try JSON(parsing: CommandRun("inspect", model, "--json").output)
    let file = try GGUFFile(path: model)
    #expect(document["tensors"]?.array?.count == file.tensors.count)
    #expect(document["metadata"]?["llama.block_count"]?.int == 2)
    #expect(document["architecture"]?.string == "llama")
    #expect(try CommandRun("inspect", "/nonexistent").failed(with: 1))
    let system = try JSON(parsing: CommandRun("inspect", "--system", "--json").output)
    #expect(system["instruction_set"]?.string != nil)
  }

  @Test("TERN_ISA lowers the instruction set")
  func lowersInstructionSet() throws {
    let run = try CommandRun(
      "inspect", "--system", "--json", environment: ["TERN_ISA": "portable"])
    #expect(try JSON(parsing: run.output)["instruction_set"]?.string == "portable")
  }
}
