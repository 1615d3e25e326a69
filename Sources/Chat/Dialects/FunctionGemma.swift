extension DialectShape {
  /// Bare names, and strings between markers, without escapes.
  ///
  /// ```
  /// <start_function_call>call:f{k:<escape>v<escape>,n:1}<end_function_call>
  /// ```
  static let functionGemma = DialectShape(
    openers: [("<start_function_call>", .values)], closers: ["<end_function_call>"],
    ignored: turnEnds + ["<start_function_response>", "<escape>"], items: .colon, objects: .nowhere,
    quote: "<escape>")
}
