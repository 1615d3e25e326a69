extension DialectShape {
  /// An array in tags.
  ///
  /// ```
  /// <tool_call>[{"name": "f", "arguments": {"k": "v"}}]</tool_call>
  /// ```
  static let smolLM2 = DialectShape(
    openers: [("<tool_call>", .values)], closers: ["</tool_call>"], ignored: turnEnds)
}
