import TernFormat
import TernTestSupport
import Testing

@testable import TernTokens

/// Vocabularies made so that tables with hashes that anybody can compute become lists.
@Suite struct HostileVocabularyTests {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEF").map(String.init)

  /// The slot of a pair under a fixed hash that can be inverted, in a table of 2^`bits` slots.
  private static func weakSlot(_ left: Int, _ right: Int, bits: UInt64) -> UInt64 {
    let key = UInt64(left) << 32 | UInt64(right)
    return ((key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits)
  }

  /// Merges of two-letter tokens whose slots under that hash lie side by side.
  private static func collidingMerges(_ count: Int) -> VocabularySource {
    let names = letters.flatMap { first in letters.map { first + $0 } }
    var bits: UInt64 = 4
    while 1 << bits < count * 3 / 2 { bits += 1 }
    let window = (UInt64(count) << bits) / UInt64(names.count * names.count) + 64
    var merges: [String] = []
    // The tokens follow the 256 bytes.
    for left in names.indices where merges.count < count {
      for right in names.indices where merges.count < count {
        if weakSlot(256 + left, 256 + right, bits: bits) < window {
          merges.append(names[left] + " " + names[right])
        }
      }
    }
    #expect(merges.count > count * 9 / 10)
    var source = TinyVocabulary.bytePairs([], special: names)
    source.types = []
    source.merges = ByteStrings(merges)
    return source
  }

  @Test func `merges chosen to collide are entered in linear time`() throws {
    let few = try Tokenizer(Self.collidingMerges(37_500))
    let many = try Tokenizer(Self.collidingMerges(75_000))
    #expect(many.slotsExamined < 2 * few.slotsExamined + 50_000)
    #expect(many.slotsExamined < 8 * 75_000)
  }

  /// Different texts of four bytes whose polynomial hashes agree in what chooses a slot.
  private static func collidingTexts(_ count: Int) -> [String] {
    let signs = (0x21...0x7E).map { UInt8($0) }
    var texts: [String] = []
    var size = 16
    while size < count * 2 { size *= 2 }
    for a in signs where texts.count < count {
      for b in signs where texts.count < count {
        for c in signs {
          var hash: UInt64 = 0
          for byte in [a, b, c] { hash = hash &* 0x9DDF_EA08_EB38_2D69 &+ UInt64(byte) &+ 1 }
          hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
          hash ^= hash >> 32
          if Int(hash & UInt64(size - 1)) < size / 32 {
            texts.append(String(decoding: [a, b, c], as: UTF8.self))
          }
        }
      }
    }
    return Array(texts.prefix(count))
  }

  @Test(arguments: ["gpt2", "gemma4", "llama"])
  func `tokens chosen to collide are entered in linear time`(_ model: String) throws {
    let work = try [10_000, 20_000].map { count in
      var source = VocabularySource(model: model)
      source.tokens = ByteStrings(Self.collidingTexts(count))
      source.merges = ByteStrings()
      #expect(source.tokens.count == count)
      return try Tokenizer(source).slotsExamined
    }
    #expect(work[1] < 2 * work[0] + 20_000)
    #expect(work[1] < 4 * 20_000)
  }

  @Test func `ids do not depend on the seed`() throws {
    var random = SeededGenerator(seed: 31)
    var pieces = TinyVocabulary.pieces([("a", -1), ("b", -2), ("▁", -3), ("ab", -1), ("▁ab", -2)])
    var sources = [
      pieces, TinyVocabulary.bytePairs(TinyVocabulary.randomMerges(80, &random), special: ["<a>"]),
      TinyVocabulary.bytePairs(["a b", "ab c", "Ġ abc"], pre: "llama-bpe"),
    ]
    pieces.model = "gemma4"
    pieces.merges = ByteStrings(["a b", "▁ ab", "▁ab ab"])
    sources.append(pieces)
    let texts = (0..<200).map { _ in
      (0..<30).map { _ in ["a", "b", "c", " ", "<a>", "é"].randomElement(using: &random) ?? "a" }
        .joined()
    }
    for source in sources {
      let expected = try Tokenizer(source)
      for _ in 0..<5 {
        let other = try Tokenizer(source, seed: HashSeed(using: &random))
        for text in texts {
          #expect(
            other.encode(text, parseSpecial: true) == expected.encode(text, parseSpecial: true))
        }
      }
    }
  }

  @Test func `the hash of a stretch is that of its text alone`() {
    var random = SeededGenerator(seed: 32)
    for _ in 0..<50 {
      let seed = HashSeed(using: &random)
      let rolling = RollingHash(seed)
      let whole = TextHash(kind: .rolling, seed: seed)
      let text = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      let powers = rolling.powers(text.count)
      var prefixes: [UInt64] = [0]
      var prefix: UInt64 = 0
      for byte in text {
        prefix = rolling.step(prefix, byte)
        prefixes.append(RollingHash.reduced(prefix))
      }
      for _ in 0..<200 {
        let start = Int.random(in: 0..<text.count, using: &random)
        let end = Int.random(in: start...text.count, using: &random)
        let stretch = rolling.stretch(prefixes[start], prefixes[end], powers[end - start])
        #expect(stretch == whole.of(text, start..<end))
      }
    }
  }

  @Test func `different texts have different hashes, also where only zeros or lengths differ`() {
    var random = SeededGenerator(seed: 33)
    for kind in [TextHash.Kind.blocks, .rolling] {
      let hash = TextHash(kind: kind, seed: HashSeed(using: &random))
      var seen: Set<UInt64> = []
      for count in 0...40 {
        for byte: UInt8 in [0, 1, 0xFF] where count > 0 || byte == 0 {
          let text = [UInt8](repeating: byte, count: count)
          #expect(seen.insert(hash.of(text, 0..<count)).inserted, "\(count) times \(byte)")
        }
      }
    }
  }

  @Test func `long words cost n log n, whatever the order of the merges`() throws {
    var random = SeededGenerator(seed: 34)
    for round in 0..<6 {
      var merges = TinyVocabulary.randomMerges(120, &random)
      if round % 3 == 0 {
        merges.reverse()
      } else if round % 3 == 1 {
        merges.shuffle(using: &random)
      }
      let tokenizer = try Tokenizer(TinyVocabulary.bytePairs(merges))
      let letters = (0..<1 << 17).map { _ in
        [97, 98, 99].randomElement(using: &random) ?? 97 as UInt8
      }
      let few = tokenizer.pairsExamined(utf8: Array(letters.prefix(1 << 14)))
      let many = tokenizer.pairsExamined(utf8: letters)
      #expect(many < 9 * few)
      #expect(many < 4 << 17)
    }
  }

  @Test func `merges that name missing tokens, nothing or each other do no harm`() throws {
    var source = TinyVocabulary.bytePairs([])
    source.tokens.append([0xFF, 0xFE])
    source.tokens.append([])
    source.types += [1, 1]
    var lines = ["a  b", "  ", "a ", " b", "zz zz", "b zz"]
    for k in 1..<2000 { lines.append(String(repeating: "x", count: k % 40 + 1) + " x") }
    source.merges = ByteStrings(lines)
    let tokenizer = try Tokenizer(source)
    #expect(tokenizer.slotsExamined < 4 * (lines.count * 3 + 256))
    #expect(try tokenizer.decode(tokenizer.encode("xxxxzzb ab")) == "xxxxzzb ab")
  }
}
