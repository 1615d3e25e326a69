import Foundation

/// What does the work of ``SystemLanguageModel``.
struct SystemModelEngine: Sendable {
  let configuration: SystemLanguageModel.Executor.Configuration

  /// The size that FoundationModels' own model has.
  var contextSize: Int { 4096 }

  var availability: SystemLanguageModel.Availability { .unavailable(.modelNotReady) }

  /// English, as the systems name it: a language equals only one with the same region.
  var supportedLanguages: Set<Locale.Language> {
    Set(["en", "en-US", "en-GB", "en-001"].map { Locale.Language(identifier: $0) })
  }

  func prewarm(_ transcript: Transcript) {}

  func respond(
    to request: LanguageModelExecutorGenerationRequest,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    throw unavailable
  }

  func tokenCount(of entries: [Transcript.Entry]) async throws -> Int { throw unavailable }

  func tokenCount(of schema: GenerationSchema) async throws -> Int { throw unavailable }

  private var unavailable: SystemLanguageModel.Error {
    .assetsUnavailable(.init(debugDescription: "no model can be loaded"))
  }
}
