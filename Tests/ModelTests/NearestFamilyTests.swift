import Foundation
import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Files of unknown architectures")
struct NearestFamilyTests {
  private func error(_ file: GGUFFile) -> ModelError? {
    do throws(ModelError) {
      _ = try Config(file)
      return nil
    } catch { return error }
  }

  private func nearest(_ file: TinyGGUF) throws -> NearestFamily {
    guard case .unknownArchitecture(let name, let nearest?, let known) = try error(file.file())
    else { throw Unexpected(found: String(describing: try error(file.file()))) }
    #expect(!known.contains(name) && known == known.sorted())
    return nearest
  }

  private struct Unexpected: Error { let found: String }

  static let hybrids = zip(
    TinyHybrid.Kind.allCases, ["lfm2", "qwen35", "granitehybrid", "kimi-linear", "plamo2"])

  @Test("A renamed file is nearest to its family, without differences")
  func renamed() throws {
    for (kind, name) in Self.hybrids {
      let found = try nearest(TinyHybrid(kind: kind).file.renamed("\(name)6"))
      #expect(found == NearestFamily(name: name, differences: []), "\(kind)")
      #expect(found.description.hasSuffix("has the same tensors and metadata keys"))
    }
    for name in ["gemma2", "llama"] {
      let file = TinyModel(architecture: name, layers: 3).file
      #expect(try nearest(file.renamed(name + "x")) == NearestFamily(name: name, differences: []))
    }
  }

  @Test("Where tensors and keys are those of several families, the names decide")
  func names() throws {
    let file = TinyModel().file
    #expect(try nearest(file.renamed("wizard")).name == "llama")
    #expect(try nearest(file.renamed("internlm4")).name == "internlm2")
    var titled = file.renamed("wizard")
    titled.metadata["general.name"] = .string("InternLM 3 8B")
    #expect(try nearest(titled).name == "internlm2")
  }

  static let folders = [
    "apertus", "bert", "deepseek2-kvb", "deepseek32", "gemma3n", "gpt-oss", "jina-bert-v2-code",
    "kimi-linear", "lfm2moe", "llama4", "mamba", "mixtral", "nemotron_h_moe", "phi3-long",
    "qwen2moe", "qwen35-mtp", "t5encoder",
  ]

  @Test(
    "A renamed file of the suite is nearest to its family, without differences",
    .enabled(if: SharedSuites.available), arguments: folders)
  func suite(_ name: String) throws {
    let url = try #require(SharedSuites.url("suites/architectures/\(name)/model.gguf"))
    let file = try GGUFFile(path: url.path)
    let old = try #require(file.string("general.architecture"))
    let found = try nearest(TinyGGUF(file).renamed(old + "x"))
    #expect(found == NearestFamily(name: old, differences: []))
  }

  @Test("Tensors that are missing, further or of another shape are named")
  func tensors() throws {
    let file = TinyHybrid(kind: .deltaNet).file.renamed("qwen36")
    let one = try nearest(file.without("blk.2.ssm_a"))
    #expect(one.name == "qwen35" && one.differences == [.missingTensor("blk.2.ssm_a", blocks: 1)])
    let both = try nearest(file.without("blk.2.ssm_a").without("blk.0.ssm_a"))
    #expect(both.differences == [.missingTensor("blk.*.ssm_a", blocks: 2)])

    var more = file
    for layer in 0..<4 {
      more.add("blk.\(layer).attn_foo.weight", [2], floats: [1, 1])
    }
    more.add("foo.weight", [2], floats: [1, 1])
    let further = try nearest(more)
    #expect(further.name == "qwen35")
    #expect(
      Set(further.differences.map(\.description)) == [
        #"further tensor "blk.*.attn_foo.weight" in 4 blocks"#, #"further tensor "foo.weight""#,
      ])

    var wide = file.without("blk.1.attn_q_norm.weight")
    wide.add("blk.1.attn_q_norm.weight", [4], floats: [1, 1, 1, 1])
    #expect(
      try nearest(wide).differences == [
        .shape(tensor: "blk.1.attn_q_norm.weight", blocks: 1, expected: [8], found: [4])
      ])
  }

  @Test("Keys that are missing, further or impossible are named")
  func keys() throws {
    let file = TinyHybrid(kind: .deltaNet).file.renamed("qwen36")
    var more = file
    more.metadata["qwen36.attention.foo"] = .uint32(3)
    more.metadata["qwen36.attention.off"] = .bool(false)
    more.metadata["other.foo"] = .uint32(3)
    #expect(try nearest(more).differences == [.furtherKey("qwen36.attention.foo")])

    var fewer = file
    fewer.metadata["qwen36.ssm.group_count"] = nil
    #expect(try nearest(fewer).differences.contains(.missingKey("qwen36.ssm.group_count")))
    #expect(try nearest(fewer).name == "qwen35")

    var odd = file
    odd.metadata["qwen36.ssm.conv_kernel"] = .uint32(99)
    let found = try nearest(odd)
    #expect(found.name == "qwen35")
    #expect(
      found.differences.contains(
        .value(key: "qwen36.ssm.conv_kernel", found: "99", expected: "an integer from 2 to 8")))
  }

  @Test("No more than a handful of differences is named, on one line")
  func handful() throws {
    var file = TinyModel().file.renamed("llama\n2")
    for index in 0..<40 { file.add("blk.1.foo\n\(index)", [2], floats: [1, 1]) }
    file.add("further", [2], floats: [1, 1])
    // As many as that make the file unlike every family, but for its name.
    let error = try #require(try error(file.file()))
    #expect(!"\(error)".contains("\n") && "\(error)".utf8.count < 2000)
    guard case .unknownArchitecture("llama\n2", let nearest?, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(nearest.name == "llama" && nearest.differences.count == 6)
    #expect(nearest.furtherCount == 35 && nearest.description.hasSuffix("; 35 more differences"))
  }

  @Test("A file that is like no family has no nearest one")
  func unlike() throws {
    var file = TinyGGUF()
    file.metadata["general.architecture"] = .string("sorcerer")
    for index in 0..<20 { file.add("blk.0.spell\(index)", [2], floats: [1, 1]) }
    guard case .unknownArchitecture("sorcerer", nil, let known) = try error(file.file()) else {
      Issue.record("\(String(describing: try error(file.file())))")
      return
    }
    #expect(known.contains("llama") && known.contains("gpt-oss"))
  }

  @Test("Absurd counts are looked at no longer than those of models")
  func absurd() throws {
    let file = TinyHybrid(kind: .kimiDelta).file.renamed("kimi-x")
    for key in ["expert_count", "block_count", "attention.head_count", "kda.head_dim"] {
      for value in [1 << 16, 1 << 30, 1 << 62] as [UInt64] {
        var large = file
        large.metadata["kimi-x." + key] = .uint64(value)
        let error = try #require(try error(large.file()))
        #expect("\(error)".utf8.count < 3000, "\(key) \(value)")
      }
    }
  }

  @Test("Any mutation of an unknown file ends in an error")
  func mutated() throws {
    let bytes = try TinyHybrid(kind: .kimiDelta).file.renamed("kimi-x").bytes()
    let start = try GGUFFile(bytes: bytes).tensors.map(\.offset).min() ?? 0
    var random = SeededGenerator(seed: 21)
    for _ in 0..<SharedSuites.rounds(1000) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 24..<start, using: &random)
        changed[at] = [0, 1, 2, 4, 8, 0x20, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      guard let file = try? GGUFFile(bytes: changed) else { continue }
      if let error = error(file) { #expect(!"\(error)".contains("\n")) }
    }
  }
}

@Suite("Files that are no models")
struct FileKindTests {
  private func kind(
    _ architecture: String?, type: String? = nil, tensors: [String], tokens: Bool = false
  ) throws -> FileKind? {
    var file = TinyGGUF()
    if let architecture {
      file.metadata["general.architecture"] = .string(GGUFString(architecture))
    }
    if let type { file.metadata["general.type"] = .string(GGUFString(type)) }
    if tokens { file.metadata["tokenizer.ggml.tokens"] = .array(.string(StringTable([[97]]))) }
    for name in tensors { file.add(name, [2], floats: [1, 1]) }
    do {
      _ = try Config(try file.file())
    } catch ModelError.notLanguageModel(let kind, architecture) { return kind } catch is ModelError
    {}
    return nil
  }

  @Test("What a file is instead of a model is told")
  func kinds() throws {
    #expect(try kind("llama", type: "adapter", tensors: ["blk.0.attn_q.lora_a"]) == .adapter)
    #expect(try kind("new", tensors: ["blk.0.attn_q.weight.lora_a"]) == .adapter)
    #expect(try kind("clip", tensors: ["v.blk.0.ln1.weight"]) == .projector)
    #expect(try kind("clip", type: "mmproj", tensors: ["mm.0.weight"]) == .projector)
    #expect(try kind("llama", tensors: [], tokens: true) == .vocabulary)
    #expect(try kind("new", tensors: [], tokens: true) == .vocabulary)
    #expect(try kind(nil, type: "imatrix", tensors: ["a.in_sum2"]) == .importanceMatrix)
    #expect(try kind("controlvector", tensors: ["direction.1"]) == .controlVector)
    for name in ["flux", "sd3", "wan", "qwen_image"] {
      #expect(try kind(name, tensors: ["double_blocks.0.img_attn.qkv.weight"]) == .imageModel)
    }
    let part = "model.diffusion_model.input_blocks.0.0.weight"
    #expect(try kind(nil, tensors: [part]) == .imageModel)
    #expect(
      try kind("t5", tensors: ["token_embd.weight", "dec.blk.0.attn_q.weight"]) == .encoderDecoder)
    #expect(try kind("wavtokenizer-dec", tensors: ["conv1d.weight"]) == .audioDecoder)
  }

  @Test("Models are models, known or not")
  func models() throws {
    let llama = TinyModel().file.declarations.map(\.name)
    #expect(try kind("llama", tensors: llama) == nil)
    #expect(try kind("new", tensors: llama + ["mm.0.weight"]) == nil)
    #expect(try kind("llama", tensors: []) == nil)
    #expect(try kind(nil, tensors: llama) == nil)
  }
}

extension TinyGGUF {
  fileprivate init(_ file: GGUFFile) {
    self.init(metadata: file.metadata)
    for tensor in file.tensors {
      add(tensor.name, tensor.type, tensor.dimensions, bytes: file.bytes(of: tensor))
    }
  }

  /// The file under the name of another architecture.
  fileprivate func renamed(_ name: String) -> TinyGGUF {
    let old = metadata.string("general.architecture") ?? ""
    var result = TinyGGUF()
    for (key, value) in metadata {
      let isOwn = key.hasPrefix(old + ".")
      result.metadata[isOwn ? name + key.dropFirst(old.count) : key] = value
    }
    result.metadata["general.architecture"] = .string(GGUFString(name))
    for (tensor, bytes) in zip(declarations, data) {
      result.add(tensor.name, tensor.type, tensor.dimensions, bytes: bytes)
    }
    return result
  }
}
