import Foundation

/// The files of `Tests/Fixtures`, found from this source file's place.
package enum Fixtures {
  /// The file `name`.
  package static func url(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures").appendingPathComponent(name)
  }

  /// A llama of two layers with random weights and 303 tokens, and what a reference engine says
  /// of it.
  package static let tinyLlama = url("tiny-llama.gguf").path

  /// The reference engine's tokens, logits and greedy text for ``tinyLlama``.
  package struct TinyLlamaReference: Decodable, Sendable {
    /// Begins with the beginning-of-text token.
    package let prompt: [Int32]
    /// The logits after the prompt's last token.
    package let last_logits: [Float]
    /// The tokens that follow the prompt at temperature 0.
    package let greedy: [Int32]
    /// Texts and their ids, without a beginning-of-text token.
    package let tokens: [String: [Int32]]
    /// The same with control tokens recognised in the text.
    package let special: [String: [Int32]]
  }

  package static func tinyLlamaReference() throws -> TinyLlamaReference {
    let data = try Data(contentsOf: url("tiny-llama.json"))
    return try JSONDecoder().decode(TinyLlamaReference.self, from: data)
  }
}
