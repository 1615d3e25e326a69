import Foundation
import Tern
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("tern models")
struct ModelsCommandTests {
  /// Runs `tern models` on a machine.
  private func run(_ machine: FakeMachine, _ words: String...) throws -> CommandRun {
    try CommandRun(arguments: ["models"] + words, environment: machine.processVariables)
  }

  private func document(_ machine: FakeMachine, _ words: String...) throws -> JSON {
    let run = try CommandRun(
      arguments: ["models", "--json"] + words, environment: machine.processVariables)
    try #require(run.status == 0, "\(run.errors)")
    return try JSON(parsing: run.output)
  }

  @Test("a row tells what the header says, and Café has one too")
  func rows() throws {
    let machine = try FakeMachine()
    try machine.copyModel("models/tiny.gguf")
    try machine.write("models/embedder.gguf", Fixtures.tinyEncoder(ranks: true).bytes())
    let models = try #require(try document(machine)["models"]?.array)
    let byName = Dictionary(uniqueKeysWithValues: models.map { ($0["name"]?.string ?? "", $0) })
    let tiny = try #require(byName["tiny"])
    #expect(
      tiny["architecture"] == "llama" && tiny["path"]?.string == machine.path("models/tiny.gguf"))
    let size = try Data(contentsOf: URL(filePath: Fixtures.tinyLlama)).count
    #expect(tiny["bytes"]?.int == size && tiny["runs"] == true && tiny["place"] == "folder")
    #expect(tiny["context"]?.int ?? 0 > 0 && tiny["parameters"]?.int ?? 0 > 0)
    let (perToken, rate) = (tiny["bytes_per_token"]?.int ?? 0, tiny["tokens_per_s"]?.double ?? 0)
    #expect(perToken > 0 && perToken < size && rate > 0)
    let embedder = try #require(byName["embedder"])
    #expect(embedder["runs"] == true && embedder["generates"] == false)
    #expect(embedder["tokens_per_s"] == .null)
    let cafe = try #require(byName["cafe"])
    #expect(cafe["place"] == "built in" && cafe["dialect"]?.string != nil)
    let page = try run(machine)
    #expect(page.text.contains("NAME") && page.text.contains("about "), "\(page.text)")
    #expect(page.text.contains("vectors"))
  }

  @Test("only a mixture's chosen experts count among the bytes that a token reads")
  func experts() throws {
    let machine = try FakeMachine()
    try machine.write("models/experts.gguf", SmallModels.all()[4])
    let facts = try #require(try document(machine)["models"]?[1])
    #expect(facts["name"] == "experts" && facts["architecture"] == "olmoe")
    // Two layers: half of the experts, the router, attention; then the head.
    let (d, kv, tokens) = (32, 16, 265)
    let layer = 2 * 3 * d * d + 4 * d + 2 * d * d + 2 * d * kv
    #expect(facts["bytes_per_token"]?.int == 4 * (2 * layer + d * tokens))
  }

  @Test("what does not run, or is no model, is listed with the reason and is no failure")
  func unusable() throws {
    let machine = try FakeMachine()
    try machine.write("models/cut.gguf", Array(SmallModels.all()[0].prefix(200)))
    try machine.write("models/text.gguf", "hello")
    try machine.write("models/empty.gguf", "")
    var strange = TinyGGUF()
    strange.metadata["general.architecture"] = .string("martian")
    try machine.write("models/strange.gguf", strange.bytes())
    var projector = TinyGGUF()
    projector.metadata["general.architecture"] = .string("clip")
    try machine.write("models/eyes.gguf", projector.bytes())
    let document = try document(machine)
    let models = document["models"]?.array ?? []
    #expect(models.map { $0["name"] } == ["cafe", "strange"])
    #expect(models.last?["runs"] == false)
    #expect(models.last?["reason"]?.string?.contains("martian") == true)
    let problems = document["problems"]?.array ?? []
    #expect(problems.count == 3, "\(problems)")
    #expect(problems.allSatisfy { $0["reason"]?.string?.contains("/") == false }, "\(problems)")
    let page = try run(machine)
    #expect(page.status == 0 && page.text.contains("not used:"), "\(page.text)")
    #expect(page.text.contains("no: architecture martian"), "\(page.text)")
  }

  @Test("one model is shown in full, by its name or its path")
  func one() throws {
    let machine = try FakeMachine()
    try machine.addHub("acme/Tiny-GGUF", "Tiny-Q4_0.gguf")
    let page = try run(machine, "tiny")
    #expect(page.text.contains("acme/Tiny-GGUF:Q4_0"), "\(page.text)")
    #expect(page.text.contains("Hugging Face") && page.text.contains("tokens a second"))
    let path = try #require(machine.catalog.models.first?.path)
    #expect(try document(machine, path)["name"] == "Tiny-Q4_0")
    #expect(try document(machine, Fixtures.tinyLlama)["name"] == "tiny-llama")
    #expect(try run(machine, "nothing").failed(with: 1))
    try machine.write("models/broken.gguf", "x")
    #expect(try run(machine, "broken").failed(with: 1))
  }

  @Test("a terminal gets no control characters of names, and lines that fit it")
  func terminal() throws {
    let machine = try FakeMachine()
    try machine.copyModel("models/a\u{1B}]0;title\u{7}.gguf")
    try machine.copyModel("models/\(String(repeating: "long-", count: 20))name.gguf")
    try machine.write("models/\u{1B}[2Jbad.gguf", "x")
    let run = try TerminalRun(["models"], environment: machine.processVariables)
    #expect(run.end() == 0)
    #expect(!run.text.contains("\u{1B}") && !run.text.contains("\u{7}"), "\(run.text)")
  }

  @Test("names stand above their rows where a line has no room for both")
  func narrow() async throws {
    let machine = try FakeMachine()
    try machine.copyModel("models/\(String(repeating: "long-", count: 10))name.gguf")
    let survey = await ModelSurvey(machine.catalog, threads: 1)
    let (wide, narrow) = (
      ModelTable(survey).text(columns: .max), ModelTable(survey).text(columns: 80)
    )
    #expect(wide.split(separator: "\n").count == 2, "\(wide)")
    let lines = narrow.split(separator: "\n")
    #expect(lines.count == 4 && lines.allSatisfy { $0.count <= 80 }, "\(narrow)")
    // A speed that has no room stands below, and is no reason against the model.
    let narrowest = ModelTable(survey).text(columns: 60)
    #expect(narrowest.contains("\n    about ") && !narrowest.contains(" no\n"), "\(narrowest)")
    #expect(narrowest.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(narrowest)")
  }

  @Test("quantities have three digits and their unit")
  func quantities() {
    #expect(Quantity.bytes(999) == "999 B" && Quantity.bytes(1000) == "1.0 KB")
    #expect(Quantity.bytes(17_690_000_000) == "17.7 GB" && Quantity.bytes(999_960) == "1.0 MB")
    #expect(Quantity.count(30_530_000_000) == "30.5B" && Quantity.count(596_000_000) == "596M")
    #expect(Quantity.tokens(131_072) == "128K" && Quantity.tokens(2000) == "2000")
    #expect(Quantity.about(1234) == "1200" && Quantity.about(23.4) == "23")
    #expect(Quantity.about(2.34) == "2.3" && Quantity.about(.infinity) == "0")
  }
}
