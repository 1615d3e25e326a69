extension DialectShape {
  /// Numbered names and objects, in a section.
  ///
  /// ```
  /// <|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"k": "v"}<|tool_call_end|><|tool_calls_section_end|>
  /// ```
  static let kimiK2 = DialectShape(
    openers: [
      ("<|tool_calls_section_begin|>", .values), ("<|tool_call_section_begin|>", .values),
      ("<|tool_call_begin|>", .kimi),
    ], closers: ["<|tool_call_end|>", "<|tool_calls_section_end|>", "<|tool_call_section_end|>"],
    ignored: turnEnds + ["<|tool_call_argument_begin|>"])
}
