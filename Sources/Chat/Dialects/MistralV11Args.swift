extension DialectShape {
  /// A name and an object, for each call.
  ///
  /// All three Mistral dialects read each other's calls.
  ///
  /// ```
  /// [TOOL_CALLS]f[ARGS]{"k": "v"}[TOOL_CALLS]g[ARGS]{}
  /// ```
  static let mistralV11Args = DialectShape(
    reasoning: [.brackets, .think], openers: [("[TOOL_CALLS]", .mistral)],
    ignored: turnEnds + ["[ARGS]", "[CALL_ID]"],
    nameSuffixes: [("[ARGS]", .mistral), ("[CALL_ID]", .mistral)])
}
