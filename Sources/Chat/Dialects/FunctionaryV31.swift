extension DialectShape {
  /// An object in an element that has the name of the tool; code behind a marker.
  ///
  /// ```
  /// <function=f>{"k": "v"}</function>
  /// <|python_tag|>print(1)
  /// ```
  static let functionaryV31 = DialectShape(
    openers: [("<function=", .element), ("<|python_tag|>", .pythonTag)], closers: ["</function>"],
    ignored: turnEnds, items: [.objects, .python], elements: .parameters)
}
