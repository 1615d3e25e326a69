import Foundation
import Tern
import TernTestSupport

/// A home folder with the folders of programs that keep models.
final class FakeMachine {
  let folder: TemporaryFolder
  /// Variables beside those of the home folder.
  var variables: [String: String] = [:]

  init() throws {
    folder = try TemporaryFolder()
    variables = ["HOME": folder.path, "OLLAMA_MODELS": folder.file(".ollama/models")]
  }

  var environment: SystemEnvironment { SystemEnvironment(variables) }
  var catalog: ModelCatalog { ModelCatalog(environment) }

  /// The variables of a program that runs here.
  var processVariables: [String: String] {
    let own = ["HF_HUB_CACHE": "", "LLAMA_CACHE": ""].merging(variables) { $1 }
    return own
  }

  func path(_ name: String) -> String { folder.file(name) }

  /// Writes a file, in folders that are made.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Copies the small model that the tests have.
  @discardableResult
  func copyModel(_ name: String) throws -> String {
    try write(name, Array(Data(contentsOf: URL(fileURLWithPath: Fixtures.tinyLlama))))
  }

  func link(_ name: String, to target: String) throws {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
  }

  /// A model as Hugging Face's cache has it: a blob, and a link to it.
  func addHub(
    _ repository: String, _ file: String, digest: Character = "a", revision: String = "rev1",
    bytes: [UInt8]? = nil
  ) throws {
    let root = ".cache/huggingface/hub/models--\(repository.replacing("/", with: "--"))"
    let blob = String(repeating: digest, count: 64)
    if let bytes {
      try write("\(root)/blobs/\(blob)", bytes)
    } else {
      try copyModel("\(root)/blobs/\(blob)")
    }
    let up = String(repeating: "../", count: 2 + file.count { $0 == "/" })
    try link("\(root)/snapshots/\(revision)/\(file)", to: "\(up)blobs/\(blob)")
  }

  /// A model as Ollama has it; without bytes its blob is missing.
  func addOllama(
    _ name: String, digest: Character = "b", hasBlob: Bool = true,
    registry: String = "registry.ollama.ai/library"
  ) throws {
    let blob = String(repeating: digest, count: 64)
    let manifest = """
      {"schemaVersion":2,"layers":[
        {"mediaType":"application/vnd.ollama.image.projector","digest":"sha256:ff","size":1},
        {"mediaType":"application/vnd.ollama.image.model","digest":"sha256:\(blob)","size":1}]}
      """
    try write(".ollama/models/manifests/\(registry)/\(name)", manifest)
    if hasBlob { try copyModel(".ollama/models/blobs/sha256-\(blob)") }
  }
}
