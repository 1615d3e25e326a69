extension DialectShape {
  /// Elements whose values the schema of the tool types; the outer tags may be missing.
  ///
  /// ```
  /// <tool_call>
  /// <function=f>
  /// <parameter=k>
  /// v
  /// </parameter>
  /// </function>
  /// </tool_call>
  /// ```
  static let qwen3CoderXML = DialectShape(
    reasoning: [.think, Reasoning(open: "<seed:think>", close: "</seed:think>")],
    openers: [("<tool_call>", .values), ("<seed:tool_call>", .values), ("<function=", .element)],
    closers: ["</tool_call>", "</seed:tool_call>"],
    ignored: turnEnds + ["</function>", "</parameter>"], elements: .parameters)
}
