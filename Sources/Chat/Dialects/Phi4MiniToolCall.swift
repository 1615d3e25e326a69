extension DialectShape {
  /// An array in markers.
  ///
  /// ```
  /// <|tool_call|>[{"name": "f", "arguments": {"k": "v"}}]<|/tool_call|>
  /// ```
  static let phi4MiniToolCall = DialectShape(
    openers: [("<|tool_call|>", .values)] + words("functools"),
    closers: ["<|/tool_call|>"],
    ignored: turnEnds + ["<|end|>"])
}
