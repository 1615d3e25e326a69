import TernTestSupport
import TernTokens

/// Vocabularies small enough to work through by hand.
enum TinyVocabulary {
  /// All bytes (ids 0–255), then one token for each merge, then `special` as control tokens.
  static func bytePairs(
    _ merges: [String], pre: String = "gpt-2", special: [String] = []
  ) -> VocabularySource {
    .bytes(merges: merges, pre: pre, controls: special)
  }

  /// `<unk> <s> </s>`, the 256 byte tokens (ids 3–258), then `pieces` with their scores.
  static func pieces(_ pieces: [(String, Float)]) -> VocabularySource {
    var source = VocabularySource(model: "llama")
    let hex = Array("0123456789ABCDEF")
    let bytes = (0..<256).map { "<0x\(hex[$0 >> 4])\(hex[$0 & 15])>" }
    source.tokens = ByteStrings(["<unk>", "<s>", "</s>"] + bytes + pieces.map(\.0))
    source.types = [2, 3, 3] + Array(repeating: 6, count: 256)
    source.types += Array(repeating: 1, count: pieces.count)
    source.scores = Array(repeating: 0, count: 259) + pieces.map(\.1)
    return source
  }

  /// Random merges over a few letters and the space, each of two things that exist by then.
  static func randomMerges(_ count: Int, _ random: inout SeededGenerator) -> [String] {
    var parts = ["a", "b", "c", "Ġ", "1"]
    var merges: [String] = []
    var known = Set<String>()
    while merges.count < count {
      let pair = [parts.randomElement(using: &random), parts.randomElement(using: &random)]
      let halves = pair.compactMap(\.self)
      if halves.joined().count > 12 || !known.insert(halves.joined()).inserted { continue }
      merges.append(halves.joined(separator: " "))
      parts.append(halves.joined())
    }
    return merges
  }
}
