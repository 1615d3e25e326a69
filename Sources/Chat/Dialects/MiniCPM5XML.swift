extension DialectShape {
  /// Elements whose values the schema of the tool types, and which may be CDATA.
  ///
  /// ```
  /// <function name="f"><param name="k">v</param><param name="t"><![CDATA[a < b]]></param></function>
  /// ```
  static let miniCPM5XML = DialectShape(
    openers: [("<function name=", .element), ("<tool_call>", .values)], closers: ["</tool_call>"],
    ignored: turnEnds + ["</function>", "</param>"],
    elements: Elements(
      open: "<param name=", close: "</param>", end: ["</function>"], hasEntities: true))
}
