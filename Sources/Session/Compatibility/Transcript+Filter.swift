// In version 26 transcripts and their slices could not be changed, so that filtering them gave
// arrays. It still does, unless a transcript or a slice is asked for.

extension Transcript {
  /// The entries that satisfy a condition, in order.
  public func filter(_ isIncluded: (Entry) throws -> Bool) rethrows -> [Entry] {
    try Array(self).filter(isIncluded)
  }
}

extension Slice where Base == Transcript {
  /// The entries that satisfy a condition, in order.
  public func filter(
    _ isIncluded: (Transcript.Entry) throws -> Bool
  ) rethrows -> [Transcript.Entry] {
    try Array(self).filter(isIncluded)
  }
}
