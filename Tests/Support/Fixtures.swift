import Foundation
import TernFormat
import TernQuant

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

  /// ``tinyLlama`` with one value of an F32 tensor replaced.
  package static func tinyLlama(_ tensor: String, with value: Float) throws -> [UInt8] {
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: tinyLlama)))
    let file = try GGUFFile(bytes: bytes)
    guard let place = file.tensor(named: tensor), place.type == .f32 else {
      throw FormatError.unexpectedTensor(expected: tensor, found: "none of F32")
    }
    bytes.replaceSubrange(place.offset..<place.offset + 4, with: RawGGUF.bytes([value]))
    return bytes
  }

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
