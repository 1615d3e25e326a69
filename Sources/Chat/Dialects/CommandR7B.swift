extension DialectShape {
  /// An array whose calls are numbered.
  ///
  /// ```
  /// <|START_THINKING|>…<|END_THINKING|><|START_ACTION|>[
  ///     {"tool_call_id": "0", "tool_name": "f", "parameters": {"k": "v"}}
  /// ]<|END_ACTION|>
  /// <|START_RESPONSE|>text<|END_RESPONSE|>
  /// ```
  static let commandR7B = DialectShape(
    reasoning: [Reasoning(open: "<|START_THINKING|>", close: "<|END_THINKING|>"), .think],
    openers: [("<|START_ACTION|>", .values)], closers: ["<|END_ACTION|>"],
    ignored: turnEnds + [
      "<|START_RESPONSE|>", "<|END_RESPONSE|>", "<|START_TEXT|>", "<|END_TEXT|>",
      "<|START_OF_TURN_TOKEN|>", "<|END_OF_TURN_TOKEN|>", "<|CHATBOT_TOKEN|>",
    ])
}
