/// Looking for one text at a place.
enum Literal {
  enum Match: Sendable { case none, partial, full }

  /// Whether `text`, or as much of it as there are bytes, stands at `position`.
  static func match(
    _ text: String, _ bytes: [UInt8], at position: Int, isFinal: Bool
  ) -> Match {
    var index = position
    for byte in text.utf8 {
      guard index < bytes.count else { return isFinal || index == position ? .none : .partial }
      guard bytes[index] == byte else { return .none }
      index += 1
    }
    return .full
  }
}
