import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

/// Schemas made to do harm give an error or a result, within 500 MB each.
@Suite(.serialized)
struct HostileSchemaTests {
  @Test(.timeLimit(.minutes(10)), arguments: HostileSchema.all)
  func `a hostile schema gives an error or a result`(_ hostile: HostileSchema) {
    let schema = hostile.schema()
    let texts = hostile.texts()
    for options in [MachineOptions.generation, .acceptance] {
      let before = Self.residentBytes()
      do {
        try walk(schema, options)
        try read(schema, texts, options)
      } catch {
        #expect(texts.isEmpty, "\(error)")
      }
      #expect(Self.residentBytes() - before < 500 << 20)
    }
  }

  private func walk(_ schema: JSON, _ options: MachineOptions) throws(GrammarError) {
    let machine = try Constraint(.schema(schema), options: options).machine()
    var walk = RandomWalk(machine, seed: 1)
    for step in 0..<40 {
      if step % 8 == 0 {
        let ending = machine.ending(walk.threads, text: walk.text)
        var ended = walk
        let isRead = ending.allSatisfy { ended.read($0) }
        if let error = machine.error { throw error }
        #expect(isRead, "the ending is let through")
        // Too long an ending is not given.
        #expect(ending.isEmpty || ended.isComplete)
      }
      if !walk.readRandom() { break }
    }
    if let error = machine.error { throw error }
  }

  private func read(
    _ schema: JSON, _ texts: [(text: String, isValid: Bool)], _ options: MachineOptions
  ) throws(GrammarError) {
    let acceptor = try Acceptor(Constraint(.schema(schema), options: options))
    for (text, isValid) in texts {
      let isAccepted = try acceptor.accepts(Array(text.utf8))
      #expect(isAccepted == isValid)
    }
  }

  /// The memory of the process, where that can be known.
  private static func residentBytes() -> Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4096
  }
}
