extension DialectShape {
  /// A bare object where the answer begins, several with `;`; or what ``llama3JSONPythonTag`` reads.
  ///
  /// ```
  /// {"name": "f", "parameters": {"k": "v"}}; {"name": "g", "parameters": {}}
  /// ```
  static let llama3JSON = DialectShape(
    openers: [("<|python_tag|>", .pythonTag), ("<|python_start|>", .pythonTag)],
    closers: ["<|python_end|>"],
    ignored: turnEnds + ["<|start_header_id|>", "<|end_header_id|>"], items: [.objects, .python],
    objects: .native, lists: .atStart, nameSuffixes: [("(", .values)], codeTool: "code_interpreter")
}
