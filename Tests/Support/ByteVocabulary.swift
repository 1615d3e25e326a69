import TernTokens

extension VocabularySource {
  /// A byte-level vocabulary: all bytes (ids 0–255), then one token for each merge, then `controls`.
  package static func bytes(
    merges: [String], pre: String = "gpt-2", controls: [String] = []
  ) -> VocabularySource {
    var source = VocabularySource(model: "gpt2")
    source.pre = pre
    let bytes = (0...255).map { ByteSpelling.of(UInt8($0)) }
    let merged = merges.map { $0.split(separator: " ").joined() }
    source.tokens = ByteStrings(bytes + merged + controls)
    source.types = Array(repeating: 1, count: 256 + merges.count)
    source.types += Array(repeating: 3, count: controls.count)
    source.merges = ByteStrings(merges)
    return source
  }
}
