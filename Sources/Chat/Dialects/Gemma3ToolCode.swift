extension DialectShape {
  /// Python calls, one on each line, which may be in `print`; or an object in a JSON fence.
  ///
  /// ~~~
  /// ```tool_code
  /// f(k="v")
  /// ```
  /// ~~~
  static let gemma3ToolCode = DialectShape(
    openers: [("```tool_code", .values), ("```tool_call", .values)],
    ignored: ["<end_of_turn>"], items: [.objects, .python], objects: .native, lists: .atStart,
    nameSuffixes: [("(", .values)], fenceCloses: true)
}
