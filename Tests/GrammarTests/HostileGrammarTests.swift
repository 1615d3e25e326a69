import TernTestSupport
import Testing

@testable import TernGrammar

/// Grammars made to do harm give an error or an answer, and what they take grows as they do.
@Suite(.serialized)
struct HostileGrammarTests {
  /// The most threads at a time, and the stack nodes and members of sets of them, for a text.
  private func work(_ hostile: HostileGrammar, _ size: Int) throws -> (threads: Int, stack: Int) {
    let machine = try Constraint(hostile.grammar(size)).machine()
    var walk = RandomWalk(machine, seed: 1)
    var most = 0
    for byte in hostile.text(size).utf8 {
      let isRead = walk.read(byte)
      #expect(isRead)
      most = max(most, walk.threads.count)
    }
    let ending = machine.ending(walk.threads, text: walk.text)
    let isEnded = ending.allSatisfy { walk.read($0) } && walk.isComplete
    #expect(isEnded)
    #expect(machine.error == nil)
    return (most, machine.stack.count + machine.stack.memberCount)
  }

  @Test(arguments: HostileGrammar.ambiguous)
  func `the number of threads does not depend on the text`(_ hostile: HostileGrammar) throws {
    let (short, long) = (try work(hostile, 51), try work(hostile, 101))
    #expect(long.threads <= short.threads + 2, "\(short) and \(long)")
    #expect(long.threads <= 32)
    // Sets of stack nodes may hold one for each place before.
    #expect(long.stack <= 5 * short.stack, "\(short) and \(long)")
  }

  @Test func `what a component begins with is looked at once`() throws {
    let hostile = HostileGrammar.large[0]
    let heads = try [40, 80].map { size in
      let machine = try Constraint(hostile.grammar(size)).machine()
      _ = machine.place(machine.begin()[0].stack)
      return machine.stack.count
    }
    #expect(heads[1] <= 2 * heads[0] + 32, "\(heads)")
  }

  /// Instructions and stack nodes that are looked at for a first mask, and for the way to the end from
  /// behind the first byte.
  private func work(_ hostile: HostileGrammar, rules: Int) throws -> [Int] {
    let matcher = try Matcher(
      Constraint(hostile.grammar(rules)), try MatcherSupport.smallTables())
    var bits = [UInt32](repeating: 0, count: matcher.tables.words)
    unsafe bits.withUnsafeMutableBufferPointer { unsafe matcher.mask($0) }
    let mask = matcher.machine.work
    var walk = RandomWalk(matcher.machine, seed: 1)
    let isRead = walk.allowed().first.map { walk.read($0) } ?? false
    #expect(isRead)
    matcher.machine.beginAnswer()
    for thread in walk.threads { _ = matcher.machine.distance(thread) }
    #expect(matcher.error == nil)
    return [mask, matcher.machine.work]
  }

  @Test(arguments: HostileGrammar.large.filter { $0.growth < .infinity })
  func `what is looked at grows as the grammar does`(_ hostile: HostileGrammar) throws {
    let (small, large) = (try work(hostile, rules: 100), try work(hostile, rules: 200))
    for (small, large) in zip(small, large) {
      #expect(Double(large) <= hostile.growth * Double(small) + 500, "\(small) and \(large)")
    }
  }

  @Test func `a grammar that is too ambiguous is refused with the name of a rule`() throws {
    let constraint = try Constraint(HostileGrammar.allBeginWithEachOther.grammar(6_000))
    let error = #expect(throws: GrammarError.self) {
      try Acceptor(constraint).accepts(Array("a".utf8))
    }
    let message = error?.description ?? ""
    #expect(message.hasPrefix("the rule 'the rule with the number"))
    #expect(message.hasSuffix("read in too many ways"))
  }

  #if os(Linux)
    /// All rules of a large grammar, and the memory that they may take.
    private static let (rules, bytes) =
      SharedSuites.soak ? (100_000, 500 << 20) : (5_000, 100 << 20)

    @Test(.timeLimit(.minutes(10)), arguments: HostileGrammar.ambiguous + HostileGrammar.large)
    func `a hostile grammar gives an error or an answer`(_ hostile: HostileGrammar) async {
      // In a process of its own: nothing else may take memory meanwhile.
      await #expect(processExitsWith: .success) { [name = hostile.testDescription as String] in
        let all = HostileGrammar.ambiguous + HostileGrammar.large
        let hostile = try #require(all.first { $0.testDescription == name })
        let tables = try MatcherSupport.smallTables()
        let grammar = hostile.grammar(Self.rules)
        let text = hostile.text(400)
        let bytes = try PeakMemory.growth { examine(grammar, text, tables) }
        #expect(bytes < Self.bytes)
      }
    }
  #endif
}

/// Makes masks, reads a text, walks through others and ends them.
private func examine(_ grammar: Grammar, _ text: String, _ tables: VocabularyTables) {
  do throws(GrammarError) {
    let constraint = try Constraint(grammar)
    let matcher = try Matcher(constraint, tables)
    var bits = [UInt32](repeating: 0, count: tables.words)
    for _ in 0..<4 {
      unsafe bits.withUnsafeMutableBufferPointer { unsafe matcher.mask($0) }
      _ = matcher.endingLimit()
      if let error = matcher.error { throw error }
      guard let word = bits.firstIndex(where: { $0 > 0 }) else { break }
      _ = matcher.accept(Int32(32 * word + bits[word].trailingZeroBitCount))
    }
    _ = try Acceptor(constraint).length(accepted: Array(text.utf8))
    let machine = try constraint.machine()
    var walk = RandomWalk(machine, seed: 1)
    for step in 0..<24 {
      if step % 8 == 0 {
        let ending = machine.ending(walk.threads, text: walk.text)
        var ended = walk
        let isRead = ending.allSatisfy { ended.read($0) }
        if let error = machine.error { throw error }
        #expect(isRead)
        #expect(ending.isEmpty || ended.isComplete)
      }
      if !walk.readRandom() { break }
    }
    if let error = machine.error { throw error }
  } catch {
    switch error {
    case .tooComplex, .rule: break
    default: Issue.record("\(error)")
    }
  }
}
