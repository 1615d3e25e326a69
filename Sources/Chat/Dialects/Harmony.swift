extension DialectShape {
  /// Messages in channels, of which those to a recipient are calls.
  ///
  /// ```
  /// <|channel|>analysis<|message|>…<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"k": "v"}<|call|>
  /// <|channel|>final<|message|>…<|return|>
  /// ```
  static let harmony = DialectShape(
    reasoning: [], openers: [("<|channel|>", .harmony), ("<|start|>", .harmony)],
    closers: ["<|call|>", "<|end|>", "<|return|>"],
    ignored: turnEnds + ["<|message|>", "<|constrain|>"], objects: .nowhere,
    reasoningEndsAtCalls: true)
}
