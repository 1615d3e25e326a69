import Foundation
import TernTestSupport
import TernTokens
import Testing

@testable import TernGrammar

@Suite struct ForcedTests {
  private struct Entry {
    let schema: String
    let texts: [String]
  }

  /// Walks the tokens of `text`; each must be allowed, and in the mask.
  private static func walk(_ text: String, _ matcher: Matcher) -> Int {
    let tables = matcher.tables
    var forced = 0
    var bits = [UInt32](repeating: 0, count: tables.words)
    for token in tables.tokenizer.encode(utf8: Array(text.utf8), continuing: true) {
      unsafe bits.withUnsafeMutableBufferPointer { unsafe matcher.mask($0) }
      let isIn = bits[Int(token >> 5)] >> UInt32(token & 31) & 1 == 1
      let name = tables.tokenizer.text(of: token) ?? ""
      #expect(isIn, "\(name) after \(String(decoding: matcher.text, as: UTF8.self)) in \(text)")
      #expect(matcher.allows(token) == isIn)
      if !matcher.forced().isEmpty { forced += 1 }
      guard matcher.accept(token) else {
        Issue.record("\(name) is not accepted in \(text)")
        return forced
      }
    }
    #expect(matcher.isComplete)
    for token in tables.endings { #expect(matcher.allows(token)) }
    return forced
  }

  @Test(
    .enabled(if: SharedSuites.available),
    arguments: ["qwen2", "llama-bpe", "llama-spm", "phi-3", "gpt-2"])
  func `the tokens of every valid text are allowed`(_ name: String) throws {
    let tables = try #require(try MatcherSupport.tables(name))
    let url = try #require(SharedSuites.url("suites/mask-bench/corpus.json"))
    let corpus = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [[String: Any]]
    var forced = 0
    for entry in try #require(corpus) {
      let schema = try #require(entry["schema"])
      let data = try JSONSerialization.data(withJSONObject: schema, options: .fragmentsAllowed)
      // The order of properties is lost here, so any is taken.
      var options = MachineOptions.generation
      options.order = .any
      let constraint = try Constraint(.schema(.init(parsing: Array(data))), options: options)
      for value in try #require(entry["samples"] as? [Any]) {
        let text = try JSONSerialization.data(
          withJSONObject: value, options: [.fragmentsAllowed, .withoutEscapingSlashes])
        let acceptor = try Acceptor(constraint)
        guard try acceptor.accepts(Array(text)) else { continue }
        forced += Self.walk(
          String(decoding: text, as: UTF8.self), try Matcher(constraint, tables))
      }
    }
    #expect(forced > 200)
  }

  @Test func `a forced text is one run of its tokens`() throws {
    let tables = try MatcherSupport.smallTables()
    let matcher = try Matcher(MatcherSupport.constraint(#"{"const":"abcabc code"}"#), tables)
    let text = #""abcabc code""#
    #expect(matcher.forced() == tables.tokenizer.encode(text))
    for token in tables.tokenizer.encode(text) { #expect(matcher.accept(token)) }
    #expect(matcher.isComplete)
    #expect(matcher.forced().isEmpty)
  }
}
