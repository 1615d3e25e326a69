extension DialectShape {
  /// A word and an array.
  ///
  /// ```
  /// functools[{"name": "f", "arguments": {"k": "v"}}]
  /// ```
  static let phi4MiniFunctools = DialectShape(
    openers: [("functools[", .values), ("functools [", .values), ("<|tool_call|>", .values)],
    closers: ["<|/tool_call|>"],
    ignored: turnEnds + ["<|end|>"])
}
