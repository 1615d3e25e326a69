import TernFormat
import TernJSON
import TernTestSupport
import Testing

@Suite("Files that do not run")
struct UnknownArchitectureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The tiny model under another name, with a further tensor in each block.
  private func renamed() throws -> String {
    let file = try GGUFFile(path: Fixtures.tinyLlama)
    var model = TinyGGUF()
    for (key, value) in file.metadata {
      model.metadata[key.hasPrefix("llama.") ? "llama9" + key.dropFirst(5) : key] = value
    }
    model.metadata["general.architecture"] = .string("llama9")
    for tensor in file.tensors {
      model.add(tensor.name, tensor.type, tensor.dimensions, bytes: file.bytes(of: tensor))
    }
    for block in 0..<(file.metadata.int("llama.block_count") ?? 0) {
      model.add("blk.\(block).attn_foo.weight", [2], floats: [1, 1])
    }
    try model.write(to: folder.file("model.gguf"))
    return folder.file("model.gguf")
  }

  @Test("an unknown architecture is told with the nearest one and what differs")
  func nearest() throws {
    let path = try renamed()
    let difference = #"further tensor "blk.*.attn_foo.weight" in"#
    let run = try CommandRun("complete", "a", "-m", path)
    #expect(run.failed(with: 1))
    #expect(
      run.errors.contains(#"unknown architecture "llama9"; the nearest known one is llama; "#)
        && run.errors.contains(difference), "\(run.errors)")

    let page = try CommandRun("inspect", path)
    #expect(page.status == 0 && page.text.contains("architecture llama9: not supported"))
    #expect(page.text.contains("the nearest known one is llama; what differs:\n    \(difference)"))

    let document = try JSON(parsing: CommandRun("inspect", path, "--json").output)
    #expect(document["supported"]?.bool == false)
    #expect(document["problem"]?.string?.contains("llama9") == true)
    #expect(document["nearest"]?["architecture"]?.string == "llama")
    #expect(document["nearest"]?["further_differences"]?.int == 0)
    let differences = document["nearest"]?["differences"]?.array?.compactMap(\.string) ?? []
    #expect(differences.count == 1 && differences[0].hasPrefix(difference))
  }

  @Test("a file that is no model is told for what it is")
  func others() throws {
    var file = TinyGGUF()
    file.metadata["general.architecture"] = .string("clip")
    file.add("v.blk.0.ln1.weight", [2], floats: [1, 1])
    try file.write(to: folder.file("mmproj.gguf"))
    let run = try CommandRun("inspect", folder.file("mmproj.gguf"))
    #expect(run.status == 0 && run.text.contains("it is a projector (mmproj)"), "\(run.text)")
    for words in [["complete", "a"], ["respond", "a"], ["embed", "a"]] {
      let run = try CommandRun(arguments: words + ["-m", folder.file("mmproj.gguf")])
      #expect(run.failed(with: 1) && run.errors.contains("it is a projector"), "\(run.errors)")
    }
    let document = try JSON(
      parsing: CommandRun("inspect", folder.file("mmproj.gguf"), "--json").output)
    #expect(document["supported"]?.bool == false && document["nearest"] == .null)
  }

  @Test("a file that runs has no problem")
  func known() throws {
    let document = try JSON(parsing: CommandRun("inspect", Fixtures.tinyLlama, "--json").output)
    #expect(document["supported"]?.bool == true && document["problem"] == .null)
  }
}
