extension DialectShape {
  /// A bare object anywhere in the answer, several with `;`; or what ``llama3JSONPythonTag`` reads.
  ///
  /// ```
  /// {"name": "f", "parameters": {"k": "v"}}; {"name": "g", "parameters": {}}
  /// ```
  static let llama3JSON = DialectShape(
    openers: [("<|python_tag|>", .pythonTag), ("<|python_start|>", .pythonTag)],
    closers: ["<|python_end|>"],
    ignored: turnEnds + ["<|start_header_id|>", "<|end_header_id|>"], items: [.objects, .python],
    objects: .anywhere, codeTool: "code_interpreter")
}
