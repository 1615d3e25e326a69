extension DialectShape {
  /// An array behind a marker, up to the end of the answer.
  ///
  /// ```
  /// <think>…</think><response>…</response>
  /// <|tool_call|>[{"name": "f", "arguments": {"k": "v"}}]
  /// ```
  static let granite3 = DialectShape(
    reasoning: [
      .think,
      Reasoning(
        open: "Here is my thought process:", close: "Here is my response:", isAtStart: true),
      Reasoning(open: "Here's my thought process:", close: "Here's my response:", isAtStart: true),
    ], openers: [("<|tool_call|>", .values), ("<tool_call>", .values)],
    closers: ["</tool_call>", "<|/tool_call|>"], ignored: turnEnds + ["<response>", "</response>"])
}
