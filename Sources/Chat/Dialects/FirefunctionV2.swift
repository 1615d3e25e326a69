extension DialectShape {
  /// A space, a word and an array.
  ///
  /// ```
  ///  functools[{"name": "f", "arguments": {"k": "v"}}]
  /// ```
  static let firefunctionV2 = DialectShape(
    openers: [(" functools[", .values), ("functools [", .values), ("functools[", .values)],
    ignored: turnEnds)
}
