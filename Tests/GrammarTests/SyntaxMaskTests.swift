import TernTestSupport
import TernTokens
import Testing

@testable import TernGrammar

/// Masks of grammars in which lexemes compete, and the way to their ends.
@Suite struct SyntaxMaskTests {
  static let grammars = [
    "start: (call | TEXT)*\ncall: head \"f>\"\nhead[lazy]: TEXT \"<c\"\nTEXT: /(.|\\n)+/",
    "start: stmt+\nstmt: \"a\" NAME \";\" | NAME \"=\" NAME \";\"\nNAME: /[a-c]+/\n%ignore / +/",
    "start: A B \"1\"\nA: /[ab]+/\nB: /[abn]/\n%ignore \" \"",
    "start: NUM (\",\" NUM)*\nNUM: /-?[0-9]{1,4}(\\.[0-9]+)?/",
    "start: x \"1\" | y \"2\"\nx: /[ab]+/\ny: /[bc]+/",
    "start: (WORD | \"true\" | %json {\"enum\": [\"a\", 12, null]})+\nWORD: /[a-z]+é?/\n%ignore \"\\n\"",
    "start: \"{\" q (\",\" q)* \"}\"\nq[suffix=\"\\\"\"]: /\"(.|\\n)*/",
    "start: digits<|other|>/[a-z ]*/\ndigits: /[0-9]/+",
    "start: \"a\"* \"ab\" \"c\"",
  ]

  private static func mask(_ matcher: Matcher) -> [UInt32] {
    var bits = [UInt32](repeating: .max, count: matcher.tables.words)
    unsafe bits.withUnsafeMutableBufferPointer { bits in
      guard let start = bits.baseAddress else { return }
      matcher.builder.fill(unsafe MaskBuffer(start, count: bits.count), matcher.threads)
    }
    return bits
  }

  /// The tokens whose bytes the machine reads one by one, by reading the whole text again.
  private static func slowTokens(_ matcher: Matcher) -> [Int32] {
    (0..<Int32(matcher.tables.tokenizer.count)).filter { id in
      let range = matcher.tables.trie.range(of: id)
      guard !range.isEmpty else { return false }
      let machine = matcher.machine
      var (threads, read): ([Thread], [UInt8]) = (machine.begin(), [])
      for byte in matcher.builder.walker.text + matcher.tables.trie.spelling[range] {
        var next: [Thread] = []
        machine.step(threads, byte, text: read, into: &next)
        read.append(byte)
        threads = next
      }
      return !threads.isEmpty
    }
  }

  @Test(arguments: grammars)
  func `masks are what reading every token gives, and texts can be ended`(_ text: String) throws {
    let constraint = try Constraint(.grammar(Lark.grammar(text)))
    let tables = try MatcherSupport.smallTables()
    for seed in 0..<4 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let matcher = try Matcher(constraint, tables)
      matcher.builder.remembers = seed.isMultiple(of: 2)
      for _ in 0..<12 {
        let bits = Self.mask(matcher)
        let tokens = setBits(of: bits, count: bits.count * 32)
        #expect(tokens == Self.slowTokens(matcher), "\(matcher.text)")
        guard let token = tokens.randomElement(using: &random) else { break }
        #expect(matcher.accept(token))
        if matcher.isComplete { continue }
        let ending = matcher.machine.ending(matcher.threads, text: matcher.builder.walker.text)
        #expect(!ending.isEmpty)
        if let limit = matcher.endingLimit() { #expect(limit >= 1) }
        let whole = matcher.builder.walker.text + ending
        var (threads, read): ([Thread], [UInt8]) = (matcher.machine.begin(), [])
        for byte in whole {
          var next: [Thread] = []
          matcher.machine.step(threads, byte, text: read, into: &next)
          read.append(byte)
          threads = next
        }
        #expect(threads.contains { matcher.machine.isComplete($0) }, "\(whole)")
      }
    }
  }

  @Test func `what no lexemes can be split into is not satisfiable`() throws {
    let never = "start: A B\nA: /[a-z]+/\nB: /[a-z]/"
    #expect(try !Constraint(.grammar(Lark.grammar(never))).isSatisfiable)
    let spaced = try Constraint(.grammar(Lark.grammar(never + "\n%ignore \" \"")))
    #expect(spaced.isSatisfiable)
    let machine = try spaced.machine()
    #expect(machine.ending(machine.begin(), text: []).count == 3)
  }
}
