extension DialectShape {
  /// One object behind two markers.
  ///
  /// ```
  /// <|action_start|><|plugin|>
  /// {"name": "f", "parameters": {"k": "v"}}<|action_end|>
  /// ```
  static let internLM2 = DialectShape(
    openers: [("<|action_start|>", .values), ("<|plugin|>", .values)], closers: ["<|action_end|>"],
    ignored: turnEnds + ["<|interpreter|>"])
}
