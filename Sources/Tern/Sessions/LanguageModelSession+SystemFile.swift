import Foundation

extension LanguageModelSession {
  /// A session on the system's model from a file that ``save(to:)`` wrote with it.
  public convenience init(
    restoring url: URL, model: SystemLanguageModel = .default, tools: [any Tool] = []
  ) async throws {
    let transcript = try await model.engine.model().restoredTranscript(from: url)
    self.init(model: model, tools: tools, transcript: transcript)
  }
}
