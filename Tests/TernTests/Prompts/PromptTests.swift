import Tern
import Testing

/// Prompts and instructions put together.
@Suite struct PromptTests {
  private struct Note: SampleType {
    static var generationSchema: GenerationSchema { Age.generationSchema }
    var generatedContent: GeneratedContent { GeneratedContent(properties: ["a": 1]) }
  }

  @Test func `parts begin on lines of their own`() {
    let isLong = true
    let prompt = Prompt {
      "one"
      "two \(2)"
      if isLong { "three" }
      if !isLong { "four" }
      for name in ["a", "b"] { "- \(name)" }
      if isLong { "yes" } else { "no" }
      Prompt("inner")
    }
    #expect(prompt.text == "one\ntwo 2\nthree\n- a\n- b\nyes\ninner")
    #expect(prompt.parts.count == 1)
  }

  @Test func `values are parts of their own, as JSON in text`() {
    let prompt = Prompt {
      "Like this:"
      Note()
      "Go"
    }
    #expect(prompt.text == "Like this:\n{\"a\": 1}\nGo")
    guard prompt.parts.count == 3, case .structure(let content, "Note") = prompt.parts[1] else {
      Issue.record("no structure")
      return
    }
    #expect(content == Note().generatedContent)
  }

  @Test func `scalars and arrays are text`() {
    #expect(Prompt(["a", "b"]).text == #"["a", "b"]"#)
    #expect(Prompt([String]()).text == "[]")
    #expect(Prompt([Prompt("a"), Prompt("b")]).text == "a\nb")
    #expect(Prompt(3).text == "3" && Prompt(true).text == "true" && Prompt(0.5).text == "0.5")
    let nothing: String? = nil
    #expect(Prompt(nothing).text.isEmpty)
    #expect(Prompt(["a", "b"]).parts.count == 1)
  }

  @Test func `instructions are put together alike`() throws {
    struct Refusal: Error {}
    let names = ["Ann", "Bo"]
    let instructions = Instructions {
      "Be brief."
      names
      Instructions { "Be kind." }
      for name in names { name }
    }
    #expect(instructions.text == "Be brief.\n[\"Ann\", \"Bo\"]\nBe kind.\nAnn\nBo")
    #expect(throws: Refusal.self) {
      try Instructions {
        let text = try { () throws -> String in throw Refusal() }()
        text
      }
    }
    #expect(Prompt {}.parts.isEmpty)
  }

  /// A type of one's own may be part of a prompt.
  private struct Question: PromptRepresentable, InstructionsRepresentable {
    var promptRepresentation: Prompt {
      "Why?"
      "How?"
    }
    var instructionsRepresentation: Instructions { "Ask." }
  }

  @Test func `types say what they are in a prompt`() {
    #expect(Prompt(Question()).text == "Why?\nHow?")
    #expect(Instructions(Question()).text == "Ask.")
  }
}
