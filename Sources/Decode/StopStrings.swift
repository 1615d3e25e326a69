/// Ends a text at the first of several strings, also when the string comes in pieces.
///
/// Text that may be the beginning of a stop string is held back until it is known not to be one.
/// Works on UTF-8 bytes; stop strings and pieces hold whole characters, so what is let through
/// does too. Cost of a piece: its length times the total length of the stop strings at worst.
package struct StopStrings: Sendable {
  private let stops: [[UInt8]]
  private var held: [UInt8] = []
  /// The string that has ended the text; `nil` where none has.
  package private(set) var met: String?

  /// Empty strings among `stops` are ignored: they would end every text at once.
  package init(_ stops: [String]) {
    self.stops = stops.filter { !$0.isEmpty }.map { Array($0.utf8) }
  }

  /// What may be shown now, and whether a stop string was met (the text then ends before it).
  package mutating func push(_ piece: String) -> (text: String, stopped: Bool) {
    if stops.isEmpty { return (piece, false) }
    held.append(contentsOf: piece.utf8)
    if let end = firstStop() {
      defer { held = [] }
      met = stops.first { held[end...].starts(with: $0) }.map {
        String(decoding: $0, as: UTF8.self)
      }
      return (String(decoding: held[..<end], as: UTF8.self), true)
    }
    let keep = longestOpenSuffix()
    let text = String(decoding: held[..<(held.count - keep)], as: UTF8.self)
    held.removeFirst(held.count - keep)
    return (text, false)
  }

  /// What was held back when the text ends without a stop string.
  package mutating func finish() -> String {
    defer { held = [] }
    return String(decoding: held, as: UTF8.self)
  }

  private func firstStop() -> Int? {
    held.indices.first { start in stops.contains { held[start...].starts(with: $0) } }
  }

  /// The length of the longest end of `held` that a stop string begins with.
  private func longestOpenSuffix() -> Int {
    let longest = stops.reduce(0) { max($0, $1.count - 1) }
    return (0...min(longest, held.count)).reversed().first { length in
      stops.contains { $0.starts(with: held.suffix(length)) }
    } ?? 0
  }
}
