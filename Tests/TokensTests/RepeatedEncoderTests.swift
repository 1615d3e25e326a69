import Foundation
import TernFormat
import TernTestSupport
import Testing

@testable import TernTokens

@Suite struct RepeatedEncoderTests {
  /// Pieces of texts that go on others: words that come again, and what cuts words.
  private static let pieces =
    ["\"", "\":", "\",\"", "name", "  ", " ", "\n", "12", "345", "ü", "東", "'s", "T", "<|im_end|>"]
    + ["\u{0301}", "_", "🙂", "{\"", "}]", "a.b"]

  private static func texts(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let length = Int.random(in: 1...9, using: &random)
      var text = (0..<length).flatMap { _ in
        Array(pieces[Int.random(in: pieces.indices, using: &random)].utf8)
      }
      // Cut anywhere, also within a character.
      if Bool.random(using: &random) { text.removeFirst(min(2, text.count - 1)) }
      return text
    }
  }

  private static func expectEqual(_ tokenizer: Tokenizer, seed: UInt64, rounds: Int) {
    var encoder = RepeatedEncoder(tokenizer)
    for text in texts(rounds, seed: seed) {
      let ids = encoder.encode(text[...])
      #expect(
        Array(encoder.ids[ids]) == tokenizer.encode(utf8: text, continuing: true),
        "\(String(decoding: text, as: UTF8.self).debugDescription)")
    }
  }

  @Test(.enabled(if: SharedSuites.available), arguments: SuiteCasesTests.names)
  func `texts get the ids that they get alone`(_ name: String) throws {
    let url = try #require(SharedSuites.url("suites/tokenizers/ggml-vocab-\(name).gguf"))
    let tokenizer = try Tokenizer(GGUFFile(path: url.path))
    Self.expectEqual(tokenizer, seed: 3, rounds: SharedSuites.rounds(50_000))
  }

  @Test func `texts get the ids that they get alone, in a small vocabulary`() throws {
    var random = SeededGenerator(seed: 5)
    for pre in ["gpt-2", "llama-bpe", "deepseek-v3", "kimi-k2"] {
      let merges = TinyVocabulary.randomMerges(60, &random)
      let source = TinyVocabulary.bytePairs(merges, pre: pre, special: ["<|im_end|>"])
      Self.expectEqual(try Tokenizer(source), seed: 4, rounds: 2_000)
    }
  }
}
