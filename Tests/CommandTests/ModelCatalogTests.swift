import Foundation
import Tern
import TernFormat
import TernTestSupport
import Testing

@Suite("The models of a machine")
struct ModelCatalogTests {
  @Test("models of every program's folder are found, each once and by a short name")
  func places() throws {
    let machine = try FakeMachine()
    try machine.copyModel("models/deep/er/plain-Q8_0.gguf")
    try machine.copyModel(".local/share/tern/models/own.gguf")
    try machine.addHub("acme/Tiny-GGUF", "Tiny-Q4_K_M.gguf")
    try machine.addHub("acme/Tiny-GGUF", "sub/Tiny-UD-Q2_K_XL.gguf", digest: "c")
    try machine.copyModel(".cache/llama.cpp/acme_Other-GGUF_other-F16.gguf")
    try machine.write(
      ".cache/llama.cpp/manifest=acme=Other-GGUF=latest.json",
      #"{"ggufFile":{"rfilename":"other-F16.gguf"},"mmprojFile":null}"#)
    try machine.copyModel(".lmstudio/models/acme/studio-GGUF/studio-Q6_K.gguf")
    try machine.copyModel(".cache/lm-studio/models/acme/older/older.gguf")
    try machine.addOllama("llama3.2/1b")
    let catalog = machine.catalog
    #expect(
      catalog.models.map(\.name).sorted() == [
        "Tiny-Q4_K_M", "Tiny-UD-Q2_K_XL", "llama3.2:1b", "older", "other-F16", "own",
        "plain-Q8_0", "studio-Q6_K",
      ])
    #expect(catalog.problems == [])
    let kinds = Dictionary(uniqueKeysWithValues: catalog.models.map { ($0.name, $0.place) })
    #expect(kinds["own"] == .folder && kinds["Tiny-Q4_K_M"] == .huggingFace)
    #expect(kinds["other-F16"] == .llamaCpp && kinds["older"] == .lmStudio)
    #expect(kinds["llama3.2:1b"] == .ollama)
    for model in catalog.models { #expect(try !GGUFFile(path: model.path).tensors.isEmpty) }
  }

  @Test("variables name other folders, and Hugging Face's are taken in their order")
  func variables() throws {
    let machine = try FakeMachine()
    machine.variables["TERN_MODELS"] = "\(machine.path("a")):~/b"
    machine.variables["HF_HOME"] = machine.path("hf")
    machine.variables["LLAMA_CACHE"] = machine.path("ll")
    let places = ModelPlace.all(machine.environment)
    func paths(_ kind: ModelPlace.Kind) -> [String] {
      places.filter { $0.kind == kind }.map(\.path)
    }
    #expect(paths(.folder) == [machine.path("a"), machine.path("b")])
    #expect(paths(.huggingFace) == [machine.path("hf/hub"), machine.path("ll")])
    #expect(paths(.llamaCpp) == [machine.path("ll")])
    #expect(paths(.ollama) == [machine.path(".ollama/models")])
    machine.variables["HF_HUB_CACHE"] = machine.path("hub")
    let others = ModelPlace.all(machine.environment, folders: ["/given"])
    #expect(others.first?.path == "/given" && others.first?.isNamed == true)
    #expect(others.contains { $0.path == machine.path("hub") })
    #expect(!others.contains { $0.path.hasPrefix(machine.path("a")) })
    #expect(ModelPlace.all(SystemEnvironment([:])).allSatisfy { $0.path.hasPrefix("/usr") })
  }

  @Test("the parts of a split file are one model, and a projector is none")
  func parts() throws {
    let machine = try FakeMachine()
    for part in 1...3 { try machine.copyModel("models/big-Q4_0-0000\(part)-of-00003.gguf") }
    try machine.copyModel("models/late-00002-of-00002.gguf")
    try machine.copyModel("models/mmproj-big-F16.gguf")
    try machine.addHub("acme/See", "See-mmproj-f16.gguf")
    let models = machine.catalog.models
    #expect(models.map(\.name) == ["big-Q4_0", "late"])
    #expect(models.first?.path == machine.path("models/big-Q4_0-00001-of-00003.gguf"))
  }

  @Test("the same file is one model, whatever links and digests lead to it")
  func twice() throws {
    let machine = try FakeMachine()
    try machine.addHub("acme/Tiny", "Tiny-Q8_0.gguf", digest: "b")
    try machine.addHub("acme/Tiny", "Tiny-Q8_0.gguf", digest: "b", revision: "rev2")
    try machine.addOllama("tiny/latest", digest: "b")
    try machine.link(
      "models/linked.gguf",
      to: machine.path(".cache/huggingface/hub/models--acme--Tiny/snapshots/rev1/Tiny-Q8_0.gguf"))
    let models = machine.catalog.models
    #expect(models.count == 1)
    #expect(models.first?.name == "linked")
    #expect(models.first?.otherPaths.count == 3)
    for name in ["tiny:latest", "tiny", "acme/Tiny:Q8_0"] {
      #expect(try machine.catalog.model(named: name).name == "linked", "\(name)")
    }
  }

  @Test("models of one name are told apart by what is before it")
  func sameNames() throws {
    let machine = try FakeMachine()
    try machine.copyModel("models/a/model.gguf")
    try machine.copyModel("models/b/model.gguf")
    try machine.addHub("acme/One", "model.gguf")
    try machine.addHub("acme/Two", "model.gguf", digest: "d")
    let old = try SmallModels.all()[0]
    try machine.addHub("acme/Two", "model.gguf", digest: "e", revision: "rev0", bytes: old)
    let names = machine.catalog.models.map(\.name)
    #expect(Set(names).count == 5, "\(names)")
    #expect(names.contains("a/model") && names.contains("acme/One:model"), "\(names)")
    #expect(names.filter { $0.contains("Two") && $0.contains("@rev") }.count == 2, "\(names)")
  }

  @Test("what is broken is told with its reason, and hides nothing else")
  func broken() throws {
    let machine = try FakeMachine()
    try machine.copyModel("models/good.gguf")
    try machine.link("models/loop.gguf", to: "loop.gguf")
    try machine.link("models/inner/up", to: "..")
    try machine.addOllama("gone/1b", hasBlob: false)
    let root = ".ollama/models/manifests/registry.ollama.ai/library"
    try machine.write("\(root)/cut/latest", #"{"layers": ["#)
    try machine.write("\(root)/none/latest", #"{"layers": 3}"#)
    try machine.write(
      "\(root)/path/latest",
      #"{"layers":[{"mediaType":"application/vnd.ollama.image.model","digest":"sha256:../../x"}]}"#)
    try machine.write("\(root)/tensors/latest", #"{"layers":[{"mediaType":"a.tensor"}]}"#)
    try machine.write(".cache/llama.cpp/manifest=a=b=c.json", "no")
    let catalog = machine.catalog
    #expect(Set(catalog.models.map(\.name)) == ["good", "loop", "gone:1b"])
    let reasons = catalog.problems.map { "\($0.path) \($0.reason)" }.joined(separator: "\n")
    for text in ["cut/latest", "none/latest", "path/latest", "tensors/latest", "manifest=a=b=c"] {
      #expect(reasons.contains(text), "\(reasons)")
    }
    #expect(catalog.problems.count == 5, "\(reasons)")
    for path in catalog.models.dropFirst().map(\.path) {
      #expect(throws: FormatError.self) { try GGUFFile(path: path) }
    }
  }

  @Test("Ollama's lists of manifests lead to the one with a GGUF file")
  func lists() throws {
    let machine = try FakeMachine()
    let (inner, blob) = (String(repeating: "1", count: 64), String(repeating: "2", count: 64))
    try machine.write(
      ".ollama/models/manifests-v2/registry.ollama.ai/acme/two/8b",
      """
      {"mediaType":"application/vnd.ollama.manifest.list.v2+json","manifests":[
        {"runner":"mlx","layers":[{"mediaType":"x.tensor","digest":"sha256:\(blob)"}]},
        {"runner":"ollama","digest":"sha256:\(inner)"}]}
      """)
    try machine.write(
      ".ollama/models/blobs/sha256-\(inner)",
      """
      {"layers":[{"mediaType":"application/vnd.ollama.image.model","digest":"sha256:\(blob)"}]}
      """)
    try machine.copyModel(".ollama/models/blobs/sha256-\(blob)")
    #expect(machine.catalog.models.map(\.name) == ["acme/two:8b"])
    #expect(machine.catalog.problems == [])
  }

  @Test("a folder that somebody names is told where it is not there, others are not")
  func missing() throws {
    let machine = try FakeMachine()
    #expect(machine.catalog.models.isEmpty && machine.catalog.problems.isEmpty)
    let named = ModelCatalog(machine.environment, folders: [machine.path("nowhere")])
    #expect(named.problems.map(\.reason) == ["No such file or directory"])
  }

  @Test("a folder that cannot be read is told in the system's words")
  func unreadable() throws {
    let machine = try FakeMachine()
    try machine.write("models", "a file")
    #expect(machine.catalog.problems.map(\.reason) == ["Not a directory"])
  }

  @Test("names have no control characters")
  func controls() throws {
    let machine = try FakeMachine()
    try machine.copyModel("models/a\u{1B}[31m\nb.gguf")
    #expect(machine.catalog.models.map(\.name) == ["a?[31m?b"])
    #expect(machine.catalog.models.first?.path.contains("\u{1B}[31m\n") == true)
  }

  @Test("folders are looked into to a limited depth")
  func depth() throws {
    let machine = try FakeMachine()
    let folders = (0..<20).map { "f\($0)" }.joined(separator: "/")
    try machine.copyModel("models/\(folders)/deep.gguf")
    #expect(machine.catalog.models.isEmpty)
  }
}
