import TernGrammar
import TernJSON
import TernTestSupport
import Testing

@testable import TernChat

/// As many tools, with names as long, as servers of tools offer.
@Suite struct ManyToolsTests {
  private static func tools(_ count: Int, length: Int) -> [ToolDefinition] {
    (0..<count).map { number in
      var random = SeededGenerator(seed: UInt64(number))
      let letters = (0..<length - 4).map { _ in "abcdefghij_".randomElement(using: &random) ?? "_" }
      let parameters: JSON = ["type": "object", "properties": ["x": ["type": "integer"]]]
      return ToolDefinition(
        name: "t\(1000 + number)" + String(letters.dropFirst()), parameters: parameters)
    }
  }

  /// Dialects of which the reader takes objects for calls without a marker, one for each way.
  private static var readingObjects: [Dialect] {
    var seen: Set<String> = []
    return Dialect.all.filter {
      $0.reading.objects != .nowhere && seen.insert("\($0.reading.objects)").inserted
    }
  }

  @Test(arguments: readingObjects)
  func `128 names of 64 bytes are forbidden as text, whole and cut`(dialect: Dialect) throws {
    let tools = Self.tools(128, length: 64)
    let acceptor = try Acceptor(
      Constraint(dialect.textRule(tools), options: dialect.callOptions()))
    let key = try #require(dialect.reading.keys.names.first)
    for tool in [tools[0], tools[77], tools[127]] {
      #expect(tool.name.utf8.count == 64)
      for count in 1...64 {
        let text = "{\"\(key)\": \"\(tool.name.prefix(count))"
        #expect(try !acceptor.accepts(Array(text.utf8)), "\(text)")
      }
      let other = "{\"\(key)\": \"\(tool.name.prefix(40))!"
      #expect(try acceptor.accepts(Array(other.utf8)), "\(other)")
    }
  }

  @Test(arguments: readingObjects)
  func `patterns of names twice as long are little more than twice as long`(dialect: Dialect) {
    func bytes(_ length: Int) -> (sum: Int, longest: Int) {
      let names = Self.tools(40, length: length).map(\.name)
      let lengths = BareCallPatterns(dialect.reading, tools: names).all.map(\.utf8.count)
      return (lengths.reduce(0, +), lengths.max() ?? 0)
    }
    let (short, long) = (bytes(100), bytes(200))
    #expect(long.sum < short.sum * 5 / 2, "\(short) \(long)")
    #expect(bytes(250).longest < 20_000)
  }
}
