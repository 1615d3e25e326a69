import Foundation
import Testing

@testable import TernGrammar

@Suite struct NumberStackTests {
  @Test func `bounds of hundreds of digits need little stack`() async {
    let nines = String(repeating: "9", count: 395)
    let (low, high) = (">" + nines + "." + nines, "<" + nines + "." + nines + "9")
    let length: Int = await withCheckedContinuation { result in
      let thread = Thread {
        let constraint = NumberConstraint(low, high)
        let automaton = NumberAutomaton(constraints: [constraint], style: .plain)
        let languages = Languages()
        let language = plainLanguage([constraint], in: languages)
        let ending = automaton.ending(automaton.start)
        let text = String(decoding: ending, as: UTF8.self)
        let isSame = language.map { languages.contains($0, text) } ?? false
        result.resume(returning: isSame && automaton.accepts(text) ? text.utf8.count : 0)
      }
      thread.stackSize = 1 << 18
      thread.start()
    }
    #expect(length == 792)
  }
}
