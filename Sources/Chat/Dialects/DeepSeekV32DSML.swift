extension DialectShape {
  /// Elements whose arguments say whether they are strings or JSON.
  ///
  /// ```
  /// <｜DSML｜function_calls>
  /// <｜DSML｜invoke name="f">
  /// <｜DSML｜parameter name="k" string="true">v</｜DSML｜parameter>
  /// </｜DSML｜invoke>
  /// </｜DSML｜function_calls>
  /// ```
  static let deepSeekV32DSML = DialectShape(
    openers: barred("<｜DSML｜function_calls>", "<｜DSML｜tool_calls>").map { ($0, .values) }
      + barred("<｜DSML｜invoke name=").map { ($0, .element) },
    closers: barred("</｜DSML｜function_calls>", "</｜DSML｜tool_calls>"),
    ignored: turnEnds + barred("</｜DSML｜invoke>", "</｜DSML｜parameter>"),
    elements: Elements(
      open: "<｜DSML｜parameter name=", close: "</｜DSML｜parameter>", end: ["</｜DSML｜invoke>"]))
}
