import TernChat
import TernGrammar
import TernJSON
import TernTestSupport
import TernTokens
import Testing

/// Random answers under the rules of dialects.
@Suite struct ToolGrammarWalkTests {
  @Test(arguments: ToolDialect.allCases)
  func `random answers are calls of the tools with arguments that satisfy their schemas`(
    dialect: ToolDialect
  ) throws {
    let tools = try ToolGrammarSupport.tools()
    for hasTokens in [false, true] {
      let tokenizer = try ToolGrammarSupport.tokenizer(hasTokens ? dialect.specialTexts : [])
      let tables = VocabularyTables(tokenizer, markers: dialect.specialTexts)
      for choice in [ToolChoice.required, .named("find"), .automatic, .none] {
        let (rule, failures) = dialect.rule(tools, choice: choice)
        #expect(failures.isEmpty, "\(failures)")
        let constraint = try Constraint(rule, options: dialect.callOptions)
        for seed in 0..<SharedSuites.rounds(400) {
          let walk = ToolGrammarSupport.Walk(seed: UInt64(seed), length: 40 + 12 * (seed % 12))
          let (text, tokens) = try ToolGrammarSupport.answer(constraint, tables, walk)
          _ = try ToolGrammarSupport.check(text, dialect, tools, choice)
          let isEnded = tokens.last.map(tokenizer.endOfGeneration.contains) ?? false
          let spelled = try tokenizer.decode(tokens, special: true)
          #expect(isEnded ? spelled.hasPrefix(text) : spelled == text, "\(text.debugDescription)")
        }
      }
    }
  }
}
