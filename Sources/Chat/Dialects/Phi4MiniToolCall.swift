extension DialectShape {
  /// An array in markers.
  ///
  /// ```
  /// <|tool_call|>[{"name": "f", "arguments": {"k": "v"}}]<|/tool_call|>
  /// ```
  static let phi4MiniToolCall = DialectShape(
    openers: [("<|tool_call|>", .values), ("functools[", .values), ("functools [", .values)],
    closers: ["<|/tool_call|>"],
    ignored: turnEnds + ["<|end|>"])
}
