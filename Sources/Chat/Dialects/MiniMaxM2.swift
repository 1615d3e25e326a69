extension DialectShape {
  /// Elements whose values the schema of the tool types.
  ///
  /// ```
  /// <minimax:tool_call>
  /// <invoke name="f">
  /// <parameter name="k">v</parameter>
  /// </invoke>
  /// </minimax:tool_call>
  /// ```
  static let miniMaxM2 = DialectShape(
    openers: [("<minimax:tool_call>", .values), ("<invoke name=", .element)],
    closers: ["</minimax:tool_call>"], ignored: turnEnds + ["</invoke>", "</parameter>"],
    elements: Elements(open: "<parameter name=", close: "</parameter>", end: ["</invoke>"]))
}
