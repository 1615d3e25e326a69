extension DialectShape {
  /// A name and pairs of elements whose values the schema of the tool types.
  ///
  /// ```
  /// <tool_call>f
  /// <arg_key>k</arg_key>
  /// <arg_value>v</arg_value>
  /// </tool_call>
  /// ```
  static let glm45 = DialectShape(
    openers: [("<tool_call>", .glm)], closers: ["</tool_call>"],
    ignored: turnEnds + [
      "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "<|observation|>", "<|user|>",
    ],
    elements: Elements(
      open: "<arg_key>", nameEnd: "</arg_key>", valueOpen: "<arg_value>", close: "</arg_value>",
      end: ["</tool_call>"]))
}
