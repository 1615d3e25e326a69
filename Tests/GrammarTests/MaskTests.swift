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

  /// The same, token by token, in steps of the machine of which none is remembered.
  private static func slowMask(_ matcher: Matcher) -> [UInt32] {
    var bits = [UInt32](repeating: 0, count: matcher.tables.words)
    let spelling = matcher.tables.trie.spelling
    for id in 0..<Int32(matcher.tables.tokenizer.count) {
      let range = matcher.tables.trie.range(of: id)
      if !range.isEmpty, canRead(spelling[range], matcher) {
        bits[Int(id >> 5)] |= 1 << UInt32(id & 31)
      }
    }
    return bits
  }

  private static func canRead(_ bytes: ArraySlice<UInt8>, _ matcher: Matcher) -> Bool {
    var (threads, text) = (matcher.threads, matcher.builder.walker.text)
    for byte in bytes {
      var next: [Thread] = []
      matcher.machine.step(threads, byte, text: text, into: &next)
      if next.isEmpty { return false }
      text.append(byte)
      threads = next
    }
    return true
  }

  private static func tokens(_ bits: [UInt32]) -> [Int32] {
    (0..<Int32(bits.count * 32)).filter { bits[Int($0 >> 5)] >> UInt32($0 & 31) & 1 == 1 }
  }

  /// Changes some tokens, as samplers do.
  private static func disturb(_ mask: TokenMask, _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...10, using: &random) {
      let token = unsafe Int32.random(
        in: -1..<Int32(mask.words.count * 32 + 40), using: &random)
      let isIn = Bool.random(using: &random)
      if isIn { mask.insert(token) } else { mask.remove(token) }
      let isToken = unsafe token >= 0 && token < Int32(mask.words.count * 32)
      #expect(mask.contains(token) == (isIn && isToken))
    }
  }

  /// Walks at random; at every place all masks must be the same.
  private static func check(
    _ schema: String, _ tables: VocabularyTables, whitespace: MachineOptions.Whitespace,
    remembers: Bool, steps: Int, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let matcher = try Matcher(MatcherSupport.constraint(schema, whitespace: whitespace), tables)
    matcher.builder.remembers = remembers
    let changed = TokenMask(tables)
    for _ in 0..<steps {
      let bits = mask(matcher)
      matcher.builder.fill(changed, matcher.threads)
      #expect(unsafe Array(changed.words) == bits, "\(schema) after \(matcher.text)")
      disturb(changed, &random)
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

  @Test(arguments: [#"{"type":"object","required":["a"],"properties":{"a":true,"ab":true}}"#])
  func `white space has an end that masks tell`(_ schema: String) throws {
    let tables = try MatcherSupport.smallTables()
    let limit = Int(MachineOptions.Whitespace.limit)
    #expect(tables.longestSpace < limit - 8)
    for (before, after) in [("{", #""a":1}"#), (#"{"a""#, ":1}"), (#"{"a":1"#, "}")] {
      let matcher = try Matcher(MatcherSupport.constraint(schema, whitespace: .any), tables)
      for token in tables.tokenizer.encode(before) { #expect(matcher.accept(token)) }
      let space = try #require(tables.tokenizer.encode(" ").first)
      for count in 0...limit {
        if count < 2 || count > limit - 6 {
          #expect(Self.mask(matcher) == Self.slowMask(matcher), "\(count) spaces behind \(before)")
        }
        #expect(matcher.accept(space) == (count < limit))
      }
      for token in tables.tokenizer.encode(after) { #expect(matcher.accept(token)) }
      #expect(matcher.isComplete)
    }
  }

  @Test(.enabled(if: SharedSuites.available), arguments: ["qwen2", "llama-bpe"])
  func `a mask of which changes are taken back is one that is written anew`(
    _ name: String
  ) throws {
    let tables = try #require(try MatcherSupport.tables(name))
    let kept = TokenMask(tables)
    for (seed, schema) in MatcherSupport.schemas.enumerated() {
      var random = SeededGenerator(seed: UInt64(seed))
      let whitespace: MachineOptions.Whitespace = seed.isMultiple(of: 2) ? .any : .compact
      let matcher = try Matcher(MatcherSupport.constraint(schema, whitespace: whitespace), tables)
      var bits = [UInt32](repeating: 0, count: tables.words)
      for _ in 0..<8 {
        unsafe bits.withUnsafeMutableBufferPointer { unsafe matcher.mask($0) }
        matcher.mask(kept)
        #expect(unsafe Array(kept.words) == bits, "\(schema) after \(matcher.text)")
        Self.disturb(kept, &random)
        guard let token = Self.tokens(bits).randomElement(using: &random), matcher.accept(token)
        else { break }
      }
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
