extension DialectShape {
  /// A list of Python calls in markers, or an array of objects; text often follows.
  ///
  /// ```
  /// <|tool_call_start|>[f(k="v"), g()]<|tool_call_end|>text
  /// ```
  static let lfm2 = DialectShape(
    openers: [("<|tool_call_start|>", .values)], closers: ["<|tool_call_end|>"], ignored: turnEnds,
    items: [.objects, .python], lists: .atStart, nameSuffixes: [("(", .values)])
}
