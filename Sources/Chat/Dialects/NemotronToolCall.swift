extension DialectShape {
  /// An array in tags.
  ///
  /// ```
  /// <TOOLCALL>[{"name": "f", "arguments": {"k": "v"}}]</TOOLCALL>
  /// ```
  static let nemotronToolCall = DialectShape(
    openers: [("<TOOLCALL>", .values)], closers: ["</TOOLCALL>"],
    ignored: turnEnds + ["<SPECIAL_12>"])
}
