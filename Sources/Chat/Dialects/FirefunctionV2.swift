extension DialectShape {
  /// A space, a word and an array, or a single object.
  ///
  /// ```
  ///  functools[{"name": "f", "arguments": {"k": "v"}}]
  /// ```
  static let firefunctionV2 = DialectShape(
    openers: words(" functools", "functools"), ignored: turnEnds)
}
