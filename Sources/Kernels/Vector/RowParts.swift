extension Compute {
  /// Splits `rows` rows into ranges and calls `body` for each, on the team where there is enough
  /// work.
  ///
  /// `columns` is the number of values a row costs; a part of fewer than 16 Ki values is not worth
  /// a fork.
  @inline(__always)
  func forRows(_ rows: Int, columns: Int, _ body: (Range<Int>) -> Void) {
    let perPart = max(1, 16384 / max(1, columns))
    let parts = (rows + perPart - 1) / perPart
    guard parts > 1, team.threads > 1 else { return body(0..<rows) }
    team.run(parts) { part in
      body(part * perPart..<min(rows, (part + 1) * perPart))
    }
  }

  /// Traps where two views differ in shape.
  @inline(__always)
  func requireSameShape(_ x: Rows, _ y: Rows) {
    precondition(x.count == y.count && x.columns == y.columns, "row views differ in shape")
  }
}
