extension DialectShape {
  /// A word and an array, or a single object.
  ///
  /// ```
  /// functools[{"name": "f", "arguments": {"k": "v"}}]
  /// ```
  static let phi4MiniFunctools = DialectShape(
    openers: words("functools") + [("<|tool_call|>", .values)],
    closers: ["<|/tool_call|>"],
    ignored: turnEnds + ["<|end|>"])
}
