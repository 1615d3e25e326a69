import TernTestSupport
import TernTokens
import Testing

@testable import TernGrammar

@Suite struct MaskTests {
  /// The mask of what the bytes allow, without forced tokens.
  private static func mask(_ matcher: Matcher) -> [UInt32] {
    var bits = [UInt32](repeating: .max, count: matcher.tables.words)
    unsafe bits.withUnsafeMutableBufferPointer { bits in
      guard let start = bits.baseAddress else { return }
      matcher.builder.fill(unsafe MaskBuffer(start, count: bits.count), matcher.threads)
    }
    return bits
  }

  /// The same, token by token.
  private static func slowMask(_ matcher: Matcher) -> [UInt32] {
    var bits = [UInt32](repeating: 0, count: matcher.tables.words)
    for id in 0..<Int32(matcher.tables.tokenizer.count) {
      let range = matcher.tables.trie.range(of: id)
      if !range.isEmpty, matcher.builder.walker.canRead(range, from: matcher.threads) {
        bits[Int(id >> 5)] |= 1 << UInt32(id & 31)
      }
    }
    return bits
  }

  private static func tokens(_ bits: [UInt32]) -> [Int32] {
    (0..<Int32(bits.count * 32)).filter { bits[Int($0 >> 5)] >> UInt32($0 & 31) & 1 == 1 }
  }

  /// Walks at random; at every place both masks must be the same.
  private static func check(
    _ schema: String, _ tables: VocabularyTables, whitespace: MachineOptions.Whitespace,
    remembers: Bool, steps: Int, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let matcher = try Matcher(MatcherSupport.constraint(schema, whitespace: whitespace), tables)
    matcher.builder.remembers = remembers
    for _ in 0..<steps {
      let bits = mask(matcher)
      if bits != slowMask(matcher) {
        let (fast, slow) = (Set(tokens(bits)), Set(tokens(slowMask(matcher))))
        func names(_ ids: Set<Int32>) -> [String] {
          ids.prefix(8).map { tables.tokenizer.text(of: $0) ?? "" }
        }
        Issue.record(
          """
          \(schema) after \(String(decoding: matcher.text, as: UTF8.self)): \
          too many \(names(fast.subtracting(slow))), too few \(names(slow.subtracting(fast)))
          """)
        return
      }
      guard let token = tokens(bits).randomElement(using: &random) else { return }
      #expect(matcher.accept(token))
    }
  }

  @Test(arguments: MatcherSupport.schemas)
  func `masks of a small vocabulary are what trying every token gives`(_ schema: String) throws {
    let tables = try MatcherSupport.smallTables()
    for seed in 0..<6 as Range<UInt64> {
      for whitespace in [MachineOptions.Whitespace.compact, .spaced, .any] {
        try Self.check(
          schema, tables, whitespace: whitespace, remembers: seed.isMultiple(of: 2), steps: 30,
          seed: seed)
      }
    }
  }

  @Test(arguments: MatcherSupport.runs)
  func `masks of runs of characters are what trying every token gives`(_ schema: String) throws {
    let tables = try MatcherSupport.denseTables()
    for seed in 0..<12 as Range<UInt64> {
      try Self.check(
        schema, tables, whitespace: .compact, remembers: seed.isMultiple(of: 2), steps: 12,
        seed: seed)
    }
  }

  @Test(.enabled(if: SharedSuites.available), arguments: ["qwen2", "llama-bpe"])
  func `masks of runs in a large vocabulary are what trying every token gives`(
    _ name: String
  ) throws {
    let tables = try #require(try MatcherSupport.tables(name))
    for (seed, schema) in MatcherSupport.runs.enumerated() {
      try Self.check(
        schema, tables, whitespace: .compact, remembers: true, steps: SharedSuites.soak ? 20 : 2,
        seed: UInt64(seed))
    }
  }

  @Test(.enabled(if: SharedSuites.available), arguments: ["qwen2", "llama-spm"])
  func `masks of a large vocabulary are what trying every token gives`(_ name: String) throws {
    let tables = try #require(try MatcherSupport.tables(name))
    for (seed, schema) in MatcherSupport.schemas.enumerated() {
      try Self.check(
        schema, tables, whitespace: seed.isMultiple(of: 2) ? .any : .compact, remembers: true,
        steps: SharedSuites.soak ? 20 : 1, seed: UInt64(seed))
    }
  }

  @Test func `rolling back leads to the same masks`() throws {
    let tables = try MatcherSupport.smallTables()
    var random = SeededGenerator(seed: 7)
    for schema in MatcherSupport.schemas {
      let matcher = try Matcher(MatcherSupport.constraint(schema), tables)
      var masks: [[UInt32]] = []
      for _ in 0..<12 {
        masks.append(Self.mask(matcher))
        guard let token = Self.tokens(masks[masks.count - 1]).randomElement(using: &random),
          matcher.accept(token)
        else { break }
      }
      while !matcher.tokens.isEmpty {
        let count = Int.random(in: 1...3, using: &random)
        matcher.rollback(count)
        #expect(Self.mask(matcher) == masks[matcher.tokens.count])
      }
      #expect(matcher.text.isEmpty)
    }
  }
}
