extension DialectShape {
  /// An array in tags.
  ///
  /// ```
  /// <tool_calls>[{"name": "f", "arguments": {"k": "v"}}]</tool_calls>
  /// ```
  static let jamba = DialectShape(
    openers: [("<tool_calls>", .values), ("<tool_call>", .values)],
    closers: ["</tool_calls>", "</tool_call>"], ignored: turnEnds)
}
