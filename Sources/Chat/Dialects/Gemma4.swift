extension DialectShape {
  /// Bare names, and strings between markers, without escapes.
  ///
  /// ```
  /// <|channel>thought
  /// …<channel|><|tool_call>call:f{k:<|"|>v<|"|>,n:1}<tool_call|>
  /// ```
  static let gemma4 = DialectShape(
    reasoning: [Reasoning(open: "<|channel>thought", close: "<channel|>")],
    openers: [("<|tool_call>", .values)], closers: ["<tool_call|>"],
    ignored: turnEnds + ["<|channel>", "<|\"|>", "<channel|>", "<turn|>", "<|tool_response>"],
    items: .colon,
    objects: .nowhere, quote: "<|\"|>")
}
