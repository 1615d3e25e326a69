import Foundation
import TernFormat
import TernTestSupport
import Testing

@Suite("GGUF files written by others", .enabled(if: SharedSuites.available))
struct SharedFilesTests {
  /// Every GGUF file of the suites and the models.
  static var files: [String] {
    ["suites", "models"].flatMap { folder -> [String] in
      guard let root = SharedSuites.url(folder) else { return [] }
      let found = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
      return (found ?? []).filter { $0.hasSuffix(".gguf") }.map { "\(root.path)/\($0)" }.sorted()
    }
  }

  @Test("every file opens, and every tensor's bytes can be reached", arguments: files)
  func opens(path: String) throws {
    let file = try GGUFFile(path: path)
    #expect(file.string("general.architecture") != nil)
    for tensor in file.tensors {
      #expect(file.tensor(named: tensor.name) == tensor)
      #expect(file.bytes(of: tensor).count == tensor.byteCount)
    }
  }
}
