extension DialectShape {
  /// A list of Python calls in markers.
  ///
  /// ```
  /// <|python_start|>[f(k="v"), g()]<|python_end|>
  /// ```
  static let llama4PythonStart = DialectShape(
    openers: [("<|python_start|>", .values), ("<|python_tag|>", .values)],
    closers: ["<|python_end|>"], ignored: turnEnds + ["<|eot|>", "<|eom|>"],
    items: [.objects, .python], lists: .native, nameSuffixes: [("(", .values)])
}
