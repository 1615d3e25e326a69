import TernTestSupport

/// Random text that mixes what splitting rules tell apart.
enum RandomText {
  private static let parts: [String] = [
    "a", "b", "s", "t", "ll", "re", "A", "B", "HTTP", "Case", "word", "'", "'s", "'LL", " ", "  ",
    "\n",
    "\r\n", "\t", "\u{A0}", "\u{3000}", "\u{85}", "\u{2028}", "1", "23", "4567", "٣", "½", "Ⅷ", "一",
    ".",
    ",", "!?", "/", "(", ")", "|", "$", "+", "<=", "`", "^", "…", "。", "،", "“", "é", "É", "ß",
    "Жук", "ДОМ",
    "中文", "ひ", "カー", "한글", "हिन्दी", "ไทย", "اب", "שלום", "\u{301}", "\u{308}", "\u{200D}", "😀",
    "👩‍👧", "🇩🇪", "\0", "\u{1B}", "\u{AD}", "\u{FEFF}", "\u{E000}", "\u{10FFFF}", "𝒜", "𐐀", "ǅ", "ʰ",
    "ſ",
  ]

  static func make(_ random: inout SeededGenerator, upTo count: Int = 14) -> String {
    (0..<Int.random(in: 0...count, using: &random))
      .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
  }

  /// Random bytes, now and then with whole characters between.
  static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...12, using: &random)).flatMap { _ -> [UInt8] in
      if Bool.random(using: &random) {
        return Array((parts.randomElement(using: &random) ?? "").utf8)
      }
      return [UInt8.random(in: 0...255, using: &random)]
    }
  }
}
