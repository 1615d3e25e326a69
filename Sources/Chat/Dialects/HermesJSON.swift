extension DialectShape {
  /// One object in each pair of tags, or several, or an array.
  ///
  /// ```
  /// <tool_call>
  /// {"name": "f", "arguments": {"k": "v"}}
  /// </tool_call>
  /// ```
  static let hermesJSON = DialectShape(
    openers: [("<tool_call>", .values), ("<function=", .element)], closers: ["</tool_call>"],
    ignored: turnEnds + ["</function>"], elements: .parameters)
}
