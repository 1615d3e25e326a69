extension DialectShape {
  /// Python calls in a fence between markers.
  ///
  /// ~~~
  /// <|thought_start|>…<|thought_end|>
  /// <|tool_call_start|>
  /// ```python
  /// f(k="v")
  /// ```
  /// <|tool_call_end|>
  /// ~~~
  static let miniCPM3 = DialectShape(
    reasoning: [Reasoning(open: "<|thought_start|>", close: "<|thought_end|>"), .think],
    openers: [("<|tool_call_start|>", .values)], closers: ["<|tool_call_end|>"], ignored: turnEnds,
    items: [.objects, .python], lists: .atStart, nameSuffixes: [("(", .values)])
}
