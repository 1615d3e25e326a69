import TernChat
import TernJSON
import Testing

@Suite struct DialectSampleTests {
  @Test(arguments: DialectSamples.all)
  func `an answer is told apart, whole and byte by byte`(_ sample: DialectSamples.Sample) {
    let whole = events([sample.text], sample.dialect, DialectSamples.tools)
    let pieces = sample.text.unicodeScalars.map { String($0) }
    #expect(events(pieces, sample.dialect, DialectSamples.tools) == whole)
    let read = answer(whole)
    #expect(read.content == sample.content)
    #expect(read.reasoning == sample.reasoning)
    #expect(read.calls.map { $0.name + JSON.object($0.arguments).text() } == sample.calls)
  }

  @Test func `every dialect has a sample`() {
    let dialects = Set(DialectSamples.wellFormed.map(\.dialect))
    #expect(dialects == Set(ToolDialect.allCases))
  }

  @Test func `reasoning that the prompt has opened ends at its marker`() {
    let read = ToolAnswer.read(
      "Well.\n</think>\n\nYes.", .hermesJSON, tools: [], beginsInReasoning: true)
    #expect(read.reasoning == "Well.")
    #expect(read.content == "Yes.")
    #expect(ToolDialect.hermesJSON.beginsInReasoning(prompt: "<|im_start|>assistant\n<think>\n"))
    #expect(!ToolDialect.hermesJSON.beginsInReasoning(prompt: "<|im_start|>assistant\n"))
  }

  @Test func `a dialect is found by its name in any case and with hyphens`() {
    #expect(ToolDialect(named: "Hermes-JSON") == .hermesJSON)
    #expect(ToolDialect(named: "none") == nil)
    for dialect in ToolDialect.allCases { #expect(ToolDialect(named: dialect.rawValue) == dialect) }
  }
}
