import Foundation
import TernDecode
import TernSession

extension LocalLanguageModel {
  /// Writes what is kept of conversations into a folder, so that another process can go on with it:
  /// of those that share with everyone.
  ///
  /// The files take the place of those that are there, where anything is kept at all. Only their owner
  /// may read them. Stops where the task is cancelled.
  /// - Returns: How many conversations were written: the last used ones, up to
  ///   ``Options/keptBytes``.
  package func saveKept(in folder: URL) async throws -> Int {
    guard let engine = runtime.loadedEngine else { return 0 }
    let states = await engine.snapshots()
    guard !states.isEmpty else { return 0 }
    let limit = runtime.options.keptBytes
    return try await FileThread().run {
      try KeptFolder(folder).write(states, fingerprint: engine.fingerprint, byteLimit: limit)
    }
  }

  /// Keeps what the files of a folder hold that ``saveKept(in:)`` has written.
  ///
  /// What is damaged, of another model, or of a context of another kind is skipped.
  /// - Returns: How many conversations are kept of it, and a line for each file that was skipped.
  package func restoreKept(from folder: URL) async throws -> (count: Int, skipped: [String]) {
    let engine = try await runtime.engine()
    let options = runtime.options
    var (count, skipped) = (0, [String]())
    try await KeptFolder(folder).read(
      limit: options.keptConversations,
      byteLimit: min(options.keptBytes, engine.cacheLayout.memory.limit),
      fingerprint: engine.fingerprint, layout: engine.cacheLayout
    ) { result, path in
      switch result {
      case .failure(let error): skipped.append("\(path): \(error)")
      case .success(let file):
        if let cache = file.cache, await engine.restore(cache, tokens: file.tokens) {
          count += 1
        } else {
          skipped.append("\(path): it does not fit the context or the memory for caches")
        }
      }
    }
    return (count, skipped)
  }

  /// Computes what conversations begin with that go on with a file: one that a session was saved in,
  /// or a text with instructions.
  package func warm(with file: URL) async throws {
    if LanguageModelSession.isSession(at: file) {
      return try await runtime.prewarm(try await restoredTranscript(from: file))
    }
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw SessionFileError.file("\(file.path) cannot be read")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw SessionFileError.file("\(file.path) is neither a session nor UTF-8 text")
    }
    let instructions = Transcript.Instructions(
      segments: [.text(.init(content: text))], toolDefinitions: [])
    try await runtime.prewarm(Transcript(entries: [.instructions(instructions)]))
  }
}
