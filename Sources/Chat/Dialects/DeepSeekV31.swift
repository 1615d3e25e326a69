extension DialectShape {
  /// A name and an object, for each call of a section.
  ///
  /// ```
  /// <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{"k": "v"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
  /// ```
  static let deepSeekV31 = DialectShape(
    openers: ["<｜tool▁calls▁begin｜>", "<｜tool▁calls｜>"].flatMap(lookalikes).map { ($0, .values) }
      + lookalikes("<｜tool▁call▁begin｜>").map { ($0, .deepSeek) },
    closers: ["<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>"].flatMap(lookalikes),
    ignored: turnEnds + lookalikes("<｜tool▁sep｜>"))
}
