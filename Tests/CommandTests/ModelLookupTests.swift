import Foundation
import Tern
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("Models by their names")
struct ModelLookupTests {
  private static func machine() throws -> FakeMachine {
    let machine = try FakeMachine()
    try machine.copyModel("models/Qwen3-0.6B-Q8_0.gguf")
    try machine.copyModel("models/Qwen3-4B-Q4_K_M.gguf")
    try machine.copyModel("models/Qwen3.gguf")
    try machine.addHub("unsloth/Gemma-GGUF", "gemma-Q4_0.gguf")
    try machine.addHub("unsloth/Gemma-GGUF", "gemma-Q8_0.gguf", digest: "d")
    try machine.addOllama("llama3.2/latest")
    try machine.addOllama("llama3.2/1b", digest: "e")
    return machine
  }

  @Test("a part of a name that no other model has finds it, and a whole name wins over parts")
  func parts() throws {
    let catalog = try Self.machine().catalog
    let expected = [
      "0.6b": "Qwen3-0.6B-Q8_0", "QWEN3": "Qwen3", "qwen3.gguf": "Qwen3",
      "qwen3-4": "Qwen3-4B-Q4_K_M",
      "unsloth/gemma-gguf:q8_0": "gemma-Q8_0", "hf.co": nil, "llama3.2": "llama3.2:latest",
      "llama3.2:1b": "llama3.2:1b", "registry.ollama.ai/library/llama3.2:1b": "llama3.2:1b",
      "https://huggingface.co/unsloth/Gemma-GGUF:Q4_0": "gemma-Q4_0",
    ]
    for (word, name) in expected {
      #expect((try? catalog.model(named: word))?.name == name, "\(word)")
    }
  }

  @Test("the path of a folder with models is no part of their names")
  func folders() throws {
    let machine = try FakeMachine()
    try machine.copyModel("models/sub/tiny.gguf")
    let home = try #require(machine.folder.path.split(separator: "/").last)
    #expect(throws: ModelLookupError.unknown("\(home)", nearest: [], hasModels: true)) {
      try machine.catalog.model(named: "\(home)")
    }
    #expect(try machine.catalog.model(named: "sub/ti").name == "tiny")
  }

  @Test("an accent more or less does not matter")
  func accents() throws {
    let catalog = ModelCatalog([], builtIn: ("cafe", Fixtures.tinyLlama))
    #expect(try catalog.model(named: "Café").path == Fixtures.tinyLlama)
  }

  @Test("a name of several models, and one of none, are errors that name models")
  func errors() throws {
    let catalog = try Self.machine().catalog
    #expect(throws: ModelLookupError.ambiguous("gemma", models: ["gemma-Q4_0", "gemma-Q8_0"])) {
      try catalog.model(named: "gemma")
    }
    for word in ["qwen3-0.6c", "Qwem3-0.6B-Q8_0"] {
      let error = #expect(throws: ModelLookupError.self) { try catalog.model(named: word) }
      guard case .unknown(word, let nearest, hasModels: true)? = error else {
        Issue.record("\(word): \(String(describing: error))")
        continue
      }
      #expect(nearest.first == "Qwen3-0.6B-Q8_0", "\(nearest)")
    }
    #expect(throws: ModelLookupError.unknown("x", nearest: [], hasModels: false)) {
      try ModelCatalog([]).model(named: "x")
    }
  }

  @Test("a file wins over a name, and what is written as a path is one")
  func paths() throws {
    let machine = try Self.machine()
    func resolve(_ word: String) throws -> String {
      try ModelCatalog.resolve(word, in: { machine.catalog }, machine.environment).path
    }
    #expect(try resolve(Fixtures.tinyLlama) == Fixtures.tinyLlama)
    #expect(try resolve("~/models/Qwen3.gguf") == machine.path("models/Qwen3.gguf"))
    #expect(try resolve("./qwen3") == "./qwen3")
    #expect(try resolve("/none/x.gguf") == "/none/x.gguf")
    #expect(try resolve("none.gguf") == "none.gguf")
    #expect(try resolve("") == "")
    #expect(try resolve("Qwen3") == machine.path("models/Qwen3.gguf"))
    #expect(throws: ModelLookupError.self) { try resolve("none") }
  }

  @Test("every verb and the benchmark take a name, from the command line and from TERN_MODEL")
  func verbs() throws {
    let machine = try Self.machine()
    let variables = machine.processVariables
    func run(_ words: [String], _ more: [String: String] = [:]) throws -> CommandRun {
      try CommandRun(
        arguments: words, input: [97], environment: variables.merging(more) { $1 })
    }
    let given = try run(["tokenize", "-m", "0.6b"])
    #expect(given.status == 0, "\(given.errors)")
    #expect(try run(["tokenize"], ["TERN_MODEL": "0.6b"]).text == given.text)
    #expect(try run(["tokenize", "-m", Fixtures.tinyLlama]).text == given.text)
    for words in [["inspect", "llama3.2:1b"], ["complete", "-n", "1", "-m", "llama3.2", "a"]] {
      let run = try run(words)
      #expect(run.status == 0, "\(words) \(run.errors)")
    }
    let out = machine.path("out.gguf")
    let quantized = try run(["quantize", "gemma-Q4_0", out, "Q8_0", "--allow-requantize"])
    #expect(quantized.status == 0, "\(quantized.errors)")
    let several = try run(["tokenize", "-m", "gemma"])
    #expect(several.failed(with: 1) && several.errors.contains("gemma-Q4_0, gemma-Q8_0"))
    let none = try run(["tokenize", "-m", "qwen3-0.7b"])
    #expect(none.failed(with: 1) && none.errors.contains("Qwen3-0.6B-Q8_0"), "\(none.errors)")
    let bench = try CommandRun(
      "load", "-m", "0.6b", "-r", "1", "--json", program: "tern-bench", environment: variables)
    #expect(bench.status == 0, "\(bench.errors)")
    let unknown = try CommandRun(
      "load", "-m", "nothing", program: "tern-bench", environment: variables)
    #expect(unknown.failed(with: 1), "\(unknown.errors)")
  }
}
