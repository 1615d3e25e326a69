extension DialectShape {
  /// Messages to a recipient, of which `all` is the user; the prompt already has the first `>>>`.
  ///
  /// ```
  /// >>>all
  /// text
  /// >>>f
  /// {"k": "v"}
  /// ```
  static let functionaryV32 = DialectShape(
    openers: [(">>>", .line)], ignored: turnEnds, nameSuffixes: [("\n", .line)])
}
