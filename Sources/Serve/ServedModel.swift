import Foundation
import TernLocal
import TernSession

/// What a server needs of a model.
package protocol ServedModel: Sendable {
  /// What the model calls itself.
  var name: String { get }
  var contextSize: Int { get }
  /// Requests that are answered side by side at most.
  var runningRequests: Int { get }
  /// How tokens are best chosen; what is not known is `nil`.
  var recommendedOptions: LocalGenerationOptions { get }
  var activity: LocalLanguageModel.Activity { get }
  /// Bytes of the weights, loaded or not.
  var weightBytes: Int { get }

  /// Makes the weights ready.
  func load() async throws(LocalLanguageModelError)
  /// Gives the memory of weights and caches back; nobody uses the model meanwhile.
  func unload() async
  /// Writes what is kept of conversations into a folder, the last used first; the number of files.
  func saveKept(in folder: URL) async throws -> Int
  /// Keeps again what is in a folder; the number of files, and why others were skipped.
  func restoreKept(from folder: URL) async throws -> (count: Int, skipped: [String])
  /// Computes what conversations begin with that go on with a file.
  func warm(with file: URL) async throws
  /// Computes something short, so that the first request finds all that the model needs in memory.
  func warmUp() async
  func answer(_ request: LanguageModelExecutorGenerationRequest) async throws -> ModelAnswer
  /// The tokens of the prompt with which the model would answer.
  func prompt(of request: LanguageModelExecutorGenerationRequest) async throws -> [Int32]
  func uncallable(_ tools: [Transcript.ToolDefinition]) async throws -> [String: String]
  /// The tokens that the model reads of a prompt, with the options' suffix.
  func tokens(
    of prompt: GivenPrompt, options: LocalGenerationOptions
  ) throws(LocalLanguageModelError) -> [Int32]
  func continuation(
    of prompt: [Int32], options: LocalGenerationOptions, tellsPrompt: Bool
  ) async throws(LocalLanguageModelError) -> ModelAnswer
  func tokenize(_ text: String, addsSpecialTokens: Bool, parsesSpecialTokens: Bool) -> [Int32]
  func detokenize(_ tokens: [Int32]) throws(LocalLanguageModelError) -> String
  /// The bytes of one token by itself.
  func bytes(of token: Int32) -> [UInt8]
  func embeddings(
    of texts: [[Int32]], options: LocalLanguageModel.EmbeddingOptions
  ) async throws(LocalLanguageModelError) -> [[Float]]
  func rerank(
    query: String, documents: [String], top: Int?, truncates: Bool
  ) async throws(LocalLanguageModelError) -> [LocalLanguageModel.RankedDocument]
}

extension ServedModel {
  package func saveKept(in folder: URL) async throws -> Int { 0 }

  package func restoreKept(from folder: URL) async throws -> (count: Int, skipped: [String]) {
    (0, [])
  }

  package func warm(with file: URL) async throws {}
}

extension LocalLanguageModel: ServedModel {
  package func warmUp() async {
    var options = LocalGenerationOptions.greedy
    options.maximumTokens = 2
    options.ignoresEndOfGeneration = true
    // A model that writes nothing makes a vector.
    do { _ = try await complete("Hello", options: options) } catch {
      _ = try? await embedding(of: "Hello")
    }
  }
}
