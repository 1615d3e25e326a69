import Foundation
import Tern
import TernTestSupport
import Testing

/// What saving and restoring a session takes beside the keys and values of it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SessionFileMemoryTests {
  #if os(Linux)
    @Test(
      "saving takes no memory beside the session, and restoring as much as the session has",
      arguments: [1, 2])
    func memory(size: Int) async throws {
      // In a process of its own: nothing else may take memory meanwhile.
      switch size {
      case 1: await #expect(processExitsWith: .success) { try await measure(size: 1) }
      default: await #expect(processExitsWith: .success) { try await measure(size: 2) }
      }
    }
  #endif
}

/// Saves and restores a session of `size` times 16 MiB, and fails where that takes too much memory.
private func measure(size: Int) async throws {
  let folder = try TemporaryFolder()
  try Fixtures.writeTinyLlamaOfWideHeads(to: folder.file("wide.gguf"), context: 2048)
  var options = LocalLanguageModel.Options()
  options.cachePrecision = .single
  options.threads = 1
  func model() throws -> LocalLanguageModel {
    try LocalLanguageModel(contentsOf: URL(filePath: folder.file("wide.gguf")), options: options)
  }
  let session = LanguageModelSession(
    model: try model(), instructions: String(repeating: "abcdefghijklmnop", count: 16 * size))
  _ = try await session.respond(
    to: "Hello", options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 2))
  let other = try model()
  try await other.load()
  let file = URL(filePath: folder.file("session"))
  try await session.save(to: file)
  // What is allocated once is there now.
  _ = try await LanguageModelSession(restoring: file, model: other)
  let bytes = try #require(
    try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
  #expect(bytes > size << 24)
  let saving = try await PeakMemory.growth { try await session.save(to: file) }
  #expect(saving < 4 << 20, "saving \(bytes) bytes took \(saving)")
  let restoring = try await PeakMemory.growth {
    _ = try await LanguageModelSession(restoring: file, model: other)
  }
  #expect(restoring < bytes + 4 << 20, "restoring \(bytes) bytes took \(restoring)")
}
