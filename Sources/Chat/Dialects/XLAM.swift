extension DialectShape {
  /// A bare array, also in a fence, in tags, or behind `[TOOL_CALLS]`.
  ///
  /// ```
  /// [{"name": "f", "arguments": {"k": "v"}}]
  /// ```
  static let xLAM = DialectShape(
    openers: [("<tool_call>", .values), ("[TOOL_CALLS]", .values)],
    closers: ["</tool_call>", "[/TOOL_CALLS]"], ignored: turnEnds, objects: .native)
}
