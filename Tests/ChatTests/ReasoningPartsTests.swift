import TernChat
import Testing

/// Where the parser says that reasoning lies in an answer.
struct ReasoningPartsTests {
  @Test(
    arguments: [
      ("<think>\nLet me\n</think>\nYes", false, ["\nLet me\n"]),
      ("Let </th me</think>Yes", true, ["Let </th me"]),
      ("Yes <think>no", false, []), ("<think></think>Yes", false, []),
      (
        "<think>a `<tool_call>{\"name\": \"f\"` b</think>c", false,
        ["a `<tool_call>{\"name\": \"f\"` b"]
      ),
      ("<think>é<", false, ["é<"]), (" <think>a", false, ["a"]),
    ])
  func `Parts of reasoning are the bytes between markers, however an answer is cut`(
    text: String, isBegun: Bool, reasoning: [String]
  ) {
    let characters = Array(text)
    for size in 1...characters.count {
      var parser = ToolCallParser(.hermesJSON, tools: [], beginsInReasoning: isBegun)
      var parts: [Range<Int>] = []
      for start in stride(from: 0, to: characters.count, by: size) {
        let piece = String(characters[start..<min(start + size, characters.count)])
        _ = parser.push(piece)
        parts += parser.reasoningParts
      }
      _ = parser.finish()
      parts += parser.reasoningParts
      #expect(parser.consumed == text.utf8.count)
      let bytes = Array(text.utf8)
      #expect(
        String(decoding: parts.flatMap { bytes[$0] }, as: UTF8.self) == reasoning.joined())
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
  }
}
