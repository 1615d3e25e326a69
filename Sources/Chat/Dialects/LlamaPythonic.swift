extension DialectShape {
  /// A bare list of Python calls of known tools; OLMo writes one on each line in tags.
  ///
  /// ```
  /// [f(k="v", n=1), g()]
  /// ```
  static let llamaPythonic = DialectShape(
    openers: [
      ("<|python_start|>", .values), ("<|python_tag|>", .values), ("<function_calls>", .values),
    ], closers: ["<|python_end|>", "</function_calls>"],
    ignored: turnEnds + ["<|eot|>", "<|eom|>"], items: [.objects, .python], lists: .native,
    nameSuffixes: [("(", .values)])
}
