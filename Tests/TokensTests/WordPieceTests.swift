import Foundation
import TernTestSupport
import Testing

@testable import TernTokens

@Suite struct WordPieceTests {
  /// `[PAD] [UNK] [CLS] [SEP] [MASK]`, then `pieces`; ids from 5.
  private static func source(_ pieces: [String]) -> VocabularySource {
    var source = VocabularySource(model: "bert")
    source.tokens = ByteStrings(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + pieces)
    source.types = Array(repeating: 3, count: 5) + Array(repeating: 1, count: pieces.count)
    source.ids = [
      "unknown_token_id": 1, "cls_token_id": 2, "seperator_token_id": 3, "mask_token_id": 4,
    ]
    return source
  }

  private static let pieces = [
    "▁play", "▁playing", "ing", "ed", "▁p", "▁,", "▁中", "▁uber", "▁Über", "▁Uber", "▁'", "▁s", "▁[",
  ]

  @Test func `takes the longest piece at each place, and a word with a gap is unknown`() throws {
    let tokenizer = try Tokenizer(Self.source(Self.pieces))
    #expect(tokenizer.encode("playing played") == [6, 5, 8])
    #expect(tokenizer.encode("plays") == [1])
    #expect(tokenizer.encode("PLAYING,playing") == [6, 10, 6])
    #expect(tokenizer.encode("p中p") == [9, 11, 9])
    #expect(tokenizer.encode(" \n\u{3000}") == [])
    #expect(tokenizer.encode("play\u{200B}ing\u{1}") == [6])
    #expect(tokenizer.encode("p[SEP]p", parseSpecial: true) == [9, 3, 9])
  }

  @Test func `puts CLS before and SEP after a text, whatever else the file says`() throws {
    var source = Self.source(Self.pieces)
    source.addBOS = false
    source.addEOS = false
    let tokenizer = try Tokenizer(source)
    #expect(tokenizer.encode("p", addSpecial: true) == [2, 9, 3])
    #expect(tokenizer.encode("", addSpecial: true) == [2, 3])
    #expect(tokenizer.bos == 2 && tokenizer.separator == 3 && tokenizer.mask == 4)
    #expect(tokenizer.unknown == 1 && tokenizer.padding == 0 && tokenizer.addSeparator)
    source.ids = ["bos_token_id": 4, "cls_token_id": 2, "seperator_token_id": 99]
    let other = try Tokenizer(source)
    // 102 is not in the vocabulary either.
    #expect(other.encode("p", addSpecial: true) == [4, 9])
    #expect(other.encode("x") == [])
  }

  @Test func `lower case and accents go as the file says`() throws {
    var source = Self.source(Self.pieces)
    func ids(_ lowercases: Bool?, _ stripsAccents: Bool?) throws -> [Int32] {
      source.lowercases = lowercases
      source.stripsAccents = stripsAccents
      return try Tokenizer(source).encode("Über")
    }
    #expect(try ids(nil, nil) == [12])
    #expect(try ids(true, false) == [1])
    #expect(try ids(false, nil) == [13])
    #expect(try ids(false, true) == [14])
  }

  @Test func `decodes without the spaces that encoding put in`() throws {
    let tokenizer = try Tokenizer(Self.source(Self.pieces))
    #expect(try tokenizer.decode([2, 6, 10, 5, 8, 3]) == "playing, played")
    #expect(try tokenizer.decode([9, 15, 16, 10]) == "p's,")
    #expect(try tokenizer.decode([15, 9, 15]) == "'p '")
    #expect(try tokenizer.decode([2, 9], special: true) == "[CLS] p")
    var random = SeededGenerator(seed: 61)
    for _ in 0..<200 {
      let ids = (0..<9).map { _ in Int32.random(in: 0..<18, using: &random) }
      var stream = StreamingDetokenizer(tokenizer)
      let pieces = try ids.map { try stream.push($0) } + [stream.finish()]
      #expect(try pieces.joined() == tokenizer.decode(ids))
    }
  }

  @Test func `agrees with trying every length at every place`() throws {
    var random = SeededGenerator(seed: 62)
    for _ in 0..<30 {
      let pieces = Set((0..<40).map { _ in Self.letters(1...5, &random) })
      let known = pieces.map { Bool.random(using: &random) ? "▁" + $0 : $0 }
      let tokenizer = try Tokenizer(Self.source(known.sorted()))
      for length in [1, 5, 40, 300] {
        let words = (0..<length).map { _ in Self.letters(1...9, &random) }
        let expected = words.flatMap { Self.slow("▁" + $0, Set(known)) }
        let ids = tokenizer.encode(words.joined(separator: " "))
        #expect(ids.compactMap { tokenizer.text(of: $0) } == expected)
      }
    }
  }

  private static func letters(_ count: ClosedRange<Int>, _ random: inout SeededGenerator) -> String
  {
    (0..<Int.random(in: count, using: &random)).map { _ in
      ["a", "b"].randomElement(using: &random) ?? "a"
    }.joined()
  }

  private static func slow(_ word: String, _ pieces: Set<String>) -> [String] {
    var rest = word[...]
    var result: [String] = []
    while !rest.isEmpty {
      let lengths = (1...rest.count).reversed()
      guard let length = lengths.first(where: { pieces.contains(String(rest.prefix($0))) }) else {
        return ["[UNK]"]
      }
      result.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return result
  }

  @Test func `every scalar has the base that Unicode's decomposition begins with`() {
    let bases = CanonicalBases()
    var wrong: [UInt32] = []
    for value in UInt32(0)..<0x110000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let age = scalar.properties.age ?? (255, 0)
      let isKnown = age.major < 15 || age.major == 15 && age.minor <= 1
      let text = String(scalar).decomposedStringWithCanonicalMapping
      let expected = isKnown ? text.unicodeScalars.first?.value : value
      if bases[value] != expected { wrong.append(value) }
    }
    #expect(wrong == [])
  }

  @Test func `a long word costs what its bytes cost, whatever the pieces are`() throws {
    // The longest piece is nearly found at every place.
    let long = String(repeating: "a", count: 20_000) + "b"
    let tokenizer = try Tokenizer(Self.source(["▁", "a", "aa", "▁" + long, long]))
    let few = tokenizer.pairsExamined(utf8: Array(repeating: 0x61, count: 40_000))
    let many = tokenizer.pairsExamined(utf8: Array(repeating: 0x61, count: 80_000))
    #expect(many < 2 * few + 100_000)
    #expect(many < 5 * 80_000)
  }
}
