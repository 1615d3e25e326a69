import TernTestSupport
import Testing

@testable import TernTokens

@Suite struct CharacterMapTests {
  /// The compiled form of `rules`, each node with a block of its own.
  static func compiled(_ rules: [String: String]) -> [UInt8] {
    var nodes: [[UInt8]] = [[]]
    for key in rules.keys.sorted() {
      for length in 1...key.utf8.count {
        let node = Array(key.utf8.prefix(length))
        if !nodes.contains(node) { nodes.append(node) }
      }
    }
    var units = [UInt32](repeating: 0, count: 256 * (nodes.count + 1))
    func block(_ node: [UInt8]) -> Int { 256 * ((nodes.firstIndex(of: node) ?? 0) + 1) }
    var pool: [UInt8] = [0]
    for node in nodes {
      let index = node.isEmpty ? 0 : block(node.dropLast()) ^ Int(node.last ?? 0)
      units[index] |= UInt32(index ^ block(node)) << 10 | UInt32(node.last ?? 0)
      if let text = rules[String(decoding: node, as: UTF8.self)] {
        units[index] |= 1 << 8
        units[block(node)] = 1 << 31 | UInt32(pool.count)
        pool += Array(text.utf8) + [0]
      }
    }
    return bytes(units, pool)
  }

  private static func bytes(_ units: [UInt32], _ pool: [UInt8]) -> [UInt8] {
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    return word(UInt32(units.count * 4)) + units.flatMap(word) + pool
  }

  private func normalizer(_ rules: [String: String]) throws -> UnigramNormalizer {
    UnigramNormalizer(
      try CharacterMap(Self.compiled(rules)), userDefined: [Array("<x>".utf8)],
      addsPrefix: false, mergesSpaces: false)
  }

  private func normalized(_ text: String, _ normalizer: UnigramNormalizer) -> String {
    let bytes = Array(text.utf8)
    let output = normalizer.normalize(bytes, bytes.indices, continuing: true)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func `replaces the longest sequence at each place`() throws {
    let rules = ["ﬁ": "fi", "a": "A", "ab": "", "abcd": "☃", "\n": " ", "<": "less"]
    let normalizer = try normalizer(rules)
    #expect(normalized("ﬁn abc abcd a\nx", normalizer) == "fin▁c▁☃▁A▁x")
    // The beginning of a user's token is left as it is.
    #expect(normalized("<xa <", normalizer) == "<xA▁<")
    #expect(normalized("ü中\u{301}", normalizer) == "ü中\u{301}")
  }

  @Test func `agrees with looking for every sequence at every place`() throws {
    var random = SeededGenerator(seed: 81)
    func text(_ lengths: ClosedRange<Int>) -> String {
      (0..<Int.random(in: lengths, using: &random)).map { _ in
        ["a", "b", "é", "中", "\u{301}"].randomElement(using: &random) ?? "a"
      }.joined()
    }
    for _ in 0..<20 {
      var rules: [String: String] = [:]
      for _ in 0..<12 { rules[text(1...4)] = text(0...3) }
      let normalizer = try normalizer(rules)
      for _ in 0..<20 {
        let input = text(0...40)
        var expected: [UInt8] = []
        var rest = Array(input.utf8)[...]
        while !rest.isEmpty {
          let fits = rules.filter { rest.starts(with: $0.key.utf8) }
          if let rule = fits.max(by: { $0.key.utf8.count < $1.key.utf8.count }) {
            expected += Array(rule.value.utf8)
            rest = rest.dropFirst(rule.key.utf8.count)
          } else {
            let length = Characters.length(rest.first ?? 0)
            expected += rest.prefix(length)
            rest = rest.dropFirst(length)
          }
        }
        #expect(Array(normalized(input, normalizer).utf8) == expected)
      }
    }
  }

  @Test func `bytes that are no character are replaced one by one`() throws {
    let normalizer = UnigramNormalizer(nil, userDefined: [], addsPrefix: true, mergesSpaces: true)
    let bytes: [UInt8] = [0x20, 0xFF, 0x61, 0xC3, 0x20]
    let output = normalizer.normalize(bytes, bytes.indices, continuing: false)
    #expect(String(decoding: output, as: UTF8.self) == "▁\u{FFFD}a\u{FFFD}")
  }

  @Test func `rules that cannot be followed are errors`() {
    let good = Self.compiled(["ab": "c"])
    #expect(throws: Never.self) { try CharacterMap(good) }
    func expectDamaged(_ bytes: [UInt8]) {
      #expect { try CharacterMap(bytes) } throws: {
        if case TokenError.damagedCharacterMap = $0 { true } else { false }
      }
    }
    expectDamaged([])
    expectDamaged([1, 0, 0])
    expectDamaged([0xFF, 0xFF, 0xFF, 0xFF, 0])
    // Without the zero at the end of the last replacement, and without the replacements.
    expectDamaged(good.dropLast())
    expectDamaged(Array(good.dropLast(3)))
    expectDamaged(Self.compiled(["a": String(repeating: "x", count: 65)]))
    expectDamaged(Self.compiled([String(repeating: "a", count: 65): "x"]))
    // A node that leads to itself.
    var units = [UInt32](repeating: 0, count: 512)
    units[0] = 256 << 10
    units[256 + 97] = 97 << 10 | 97
    expectDamaged(Self.bytes(units, [0]))
    // A value outside the tree.
    units[256 + 97] = 1 << 30 | 1 << 8 | 97
    expectDamaged(Self.bytes(units, [0]))
  }

  @Test func `a file's rules are checked before they are used`() {
    var source = UnigramTests.source([("a", -1)])
    source.characterMap = [9, 9, 9, 9]
    #expect(throws: TokenError.damagedCharacterMap("151587081 of 4 bytes for its tree")) {
      try Tokenizer(source)
    }
  }

  @Test func `any bytes are rules or errors, and neither traps`() {
    var random = SeededGenerator(seed: 82)
    var read = 0
    let good = Self.compiled(["ab": "c", "a": "x", "é": "ee"])
    let used = good.indices.filter { good[$0] != 0 }
    for _ in 0..<SharedSuites.rounds(40_000) {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Mostly in units that are in use.
        let place = used.randomElement(using: &random) ?? 0
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      guard let map = try? CharacterMap(bytes) else { continue }
      read += 1
      let normalizer = UnigramNormalizer(
        map, userDefined: [], addsPrefix: true, mergesSpaces: false)
      let text = RandomText.bytes(&random) + Array("abaéa".utf8)
      let output = normalizer.normalize(text, text.indices, continuing: false)
      #expect(output.count <= 3 + text.count * CharacterMap.longest)
    }
    #expect(read > 0)
  }
}
