import TernTestSupport
import TernTokens
import Testing

@testable import TernGrammar

/// The machine says of random texts what an Earley parser says.
@Suite struct GrammarOracleTests {
  private static let grammars = SharedSuites.soak ? 200 : 20
  private static let texts = SharedSuites.soak ? 500 : 50
  private static let longest = 16
  private static let noise = Array("abc1,[]{}\"é".utf8)

  /// A grammar, what reads it quickly, and what reads it slowly.
  private struct Subject {
    let grammar: Grammar
    let slow: SlowGrammar
    let constraint: Constraint
    /// Whether bytes are scalars and no JSON is in it, so that shortest endings are exact.
    let isPlain: Bool

    init(seed: Int) throws {
      var source = RandomGrammar(seed: UInt64(seed))
      grammar = source.grammar()
      isPlain = !source.hasValues && !source.isWide
      slow = SlowGrammar(grammar)
      constraint = try Constraint(grammar)
    }
  }

  /// Mostly what may come next, at times anything.
  private static func byte(_ allowed: Set<UInt8>, _ random: inout SeededGenerator) -> UInt8? {
    if Int.random(in: 0..<12, using: &random) == 0 { return noise.randomElement(using: &random) }
    return allowed.sorted().randomElement(using: &random)
  }

  @Test func `bytes, ends and shortest endings are those of a slow parser`() throws {
    for seed in 0..<Self.grammars {
      let subject = try Subject(seed: seed)
      #expect(subject.constraint.isSatisfiable == subject.slow.hasText, "grammar \(seed)")
      let machine = try subject.constraint.machine()
      // Few texts of small grammars have many threads.
      if seed.isMultiple(of: 2) { machine.manyThreads = 1 }
      for round in 0..<Self.texts {
        let problem = Self.problem(subject, machine, seed: UInt64(round))
        if let problem { Issue.record("grammar \(seed): \(problem): \(subject.grammar)") }
        if problem != nil { break }
      }
      #expect(machine.error == nil)
    }
  }

  private static func problem(_ subject: Subject, _ machine: Machine, seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    var walk = RandomWalk(machine, seed: seed)
    var chart = SlowChart(subject.slow)
    while walk.text.count < longest {
      let allowed = chart.allowed
      let text = walk.text.shown
      if Set(walk.allowed()) != allowed {
        return "after '\(text)' \(walk.allowed().shown) instead of \(Array(allowed).shown)"
      }
      if walk.isComplete != chart.isComplete { return "whether '\(text)' is complete" }
      if let problem = problemOfEnding(subject, walk, chart) { return problem }
      guard let byte = byte(allowed, &random) else { return nil }
      chart.read(byte)
      if walk.read(byte) != chart.isBeginning { return "whether '\(walk.text.shown)' begins" }
      if !chart.isBeginning { return nil }
    }
    return nil
  }

  private static func problemOfEnding(
    _ subject: Subject, _ walk: RandomWalk, _ chart: SlowChart
  ) -> String? {
    guard let shortest = chart.shortestEnding else { return nil }
    let text = walk.text.shown
    let ending = walk.machine.ending(walk.threads, text: walk.text)
    if ending.count != shortest, subject.isPlain || ending.count < shortest {
      return "'\(ending.shown)' ends '\(text)', \(shortest) bytes would do"
    }
    if let limit = walk.machine.endingLimit(walk.threads), limit < shortest {
      return "\(limit) bytes are said to end '\(text)'"
    }
    var whole = chart
    for byte in ending { whole.read(byte) }
    return whole.isComplete ? nil : "'\(ending.shown)' does not end '\(text)'"
  }

  /// Bytes, and tokens of some of them.
  private static func tables() throws -> VocabularyTables {
    let merges = [
      "a b", "ab c", "a a", "aa aa", "c a", "b b", "bb c", "1 2", "1 ,", "1, 1", "[ ]", "[] a",
      "Ã ©", "Ã ©a", "t r", "tr u", "tru e", "true c", "\" :", "a \":", "{ }", "{} {",
    ]
    return VocabularyTables(try MatcherSupport.tokenizer(merges: merges, specials: []))
  }

  @Test func `masks are those of a slow parser`() throws {
    let tables = try Self.tables()
    for seed in 0..<Self.grammars {
      let subject = try Subject(seed: seed)
      guard subject.slow.hasText else { continue }
      for round in 0..<Self.texts / 10 {
        let matcher = try Matcher(subject.constraint, tables)
        matcher.builder.remembers = round.isMultiple(of: 2)
        matcher.machine.manyThreads = round % 4 < 2 ? 1 : 16
        let problem = try Self.problem(subject, matcher, seed: UInt64(round))
        if let problem { Issue.record("grammar \(seed): \(problem): \(subject.grammar)") }
        if problem != nil { break }
      }
    }
  }

  private static func problem(
    _ subject: Subject, _ matcher: Matcher, seed: UInt64
  ) throws -> String? {
    let tables = matcher.tables
    var random = SeededGenerator(seed: seed)
    var chart = SlowChart(subject.slow)
    var bits = [UInt32](repeating: 0, count: tables.words)
    while matcher.text.count < longest {
      unsafe bits.withUnsafeMutableBufferPointer { bits in
        guard let start = bits.baseAddress else { return }
        matcher.builder.fill(unsafe MaskBuffer(start, count: bits.count), matcher.threads)
      }
      let found = setBits(of: bits, count: tables.tokenizer.count)
      let allowed = Self.allowed(&chart, tables)
      let text = matcher.text.shown
      if found != allowed { return "tokens after '\(text)': \(found) instead of \(allowed)" }
      if matcher.isComplete != chart.isComplete { return "whether '\(text)' is complete" }
      guard let token = allowed.randomElement(using: &random) else { return nil }
      if !matcher.accept(token) { return "token \(token) after '\(text)'" }
      for byte in tables.trie.spelling[tables.trie.range(of: token)] { chart.read(byte) }
    }
    return nil
  }

  /// The tokens whose bytes a chart can read.
  private static func allowed(_ chart: inout SlowChart, _ tables: VocabularyTables) -> [Int32] {
    (0..<Int32(tables.tokenizer.count)).filter { token in
      let bytes = tables.trie.spelling[tables.trie.range(of: token)]
      var count = 0
      for byte in bytes {
        chart.read(byte)
        count += 1
        if !chart.isBeginning { break }
      }
      let isRead = !bytes.isEmpty && chart.isBeginning
      chart.removeLast(count)
      return isRead
    }
  }

  @Test func `forced bytes are those of a slow parser`() throws {
    let tables = VocabularyTables(try MatcherSupport.tokenizer(merges: [], specials: []))
    for seed in 0..<Self.grammars {
      let subject = try Subject(seed: seed)
      guard subject.slow.hasText else { continue }
      for round in 0..<Self.texts / 10 {
        var random = SeededGenerator(seed: UInt64(round))
        let matcher = try Matcher(subject.constraint, tables)
        var chart = SlowChart(subject.slow)
        while matcher.text.count < Self.longest {
          let forced = matcher.forced().flatMap { tables.trie.spelling[tables.trie.range(of: $0)] }
          #expect(forced == Self.forced(chart), "grammar \(seed) after '\(matcher.text.shown)'")
          guard let byte = chart.allowed.sorted().randomElement(using: &random) else { break }
          chart.read(byte)
          let token = try #require(tables.tokenizer.encode(utf8: [byte], continuing: true).first)
          #expect(matcher.accept(token))
        }
      }
    }
  }

  /// The bytes that come next whatever else follows.
  private static func forced(_ chart: SlowChart) -> [UInt8] {
    var chart = chart
    var bytes: [UInt8] = []
    while !chart.isComplete, chart.allowed.count == 1, let byte = chart.allowed.first {
      bytes.append(byte)
      chart.read(byte)
    }
    return bytes
  }
}
