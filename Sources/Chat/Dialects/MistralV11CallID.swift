extension DialectShape {
  /// A name, an identifier of nine characters, and an object, for each call.
  ///
  /// All three Mistral dialects read each other's calls.
  ///
  /// ```
  /// [TOOL_CALLS]f[CALL_ID]abcdefghi[ARGS]{"k": "v"}
  /// ```
  static let mistralV11CallID = DialectShape(
    reasoning: [.brackets, .think], openers: [("[TOOL_CALLS]", .mistral)],
    ignored: turnEnds + ["[ARGS]", "[CALL_ID]"],
    nameSuffixes: [("[ARGS]", .mistral), ("[CALL_ID]", .mistral)])
}
