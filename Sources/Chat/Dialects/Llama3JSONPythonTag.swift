extension DialectShape {
  /// An object, a call of a built-in tool, or code for the interpreter.
  ///
  /// ```
  /// <|python_tag|>{"name": "f", "parameters": {"k": "v"}}
  /// <|python_tag|>brave_search.call(query="v")
  /// <|python_tag|>print(1)
  /// ```
  static let llama3JSONPythonTag = DialectShape(
    openers: [("<|python_tag|>", .pythonTag), ("<|python_start|>", .pythonTag)],
    closers: ["<|python_end|>"],
    ignored: turnEnds + ["<|start_header_id|>", "<|end_header_id|>"], items: [.objects, .python],
    objects: .native, lists: .atStart, nameSuffixes: [("(", .values)], codeTool: "code_interpreter")
}
