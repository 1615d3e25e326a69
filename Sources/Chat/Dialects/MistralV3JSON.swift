extension DialectShape {
  /// An array of objects, which may have an `id` of nine characters.
  ///
  /// All three Mistral dialects read each other's calls.
  ///
  /// ```
  /// [TOOL_CALLS][{"name": "f", "arguments": {"k": "v"}, "id": "abcdefghi"}]
  /// ```
  static let mistralV3JSON = DialectShape(
    reasoning: [.brackets, .think], openers: [("[TOOL_CALLS]", .mistral)],
    ignored: turnEnds + ["[ARGS]", "[CALL_ID]"],
    nameSuffixes: [("[ARGS]", .mistral), ("[CALL_ID]", .mistral)])
}
