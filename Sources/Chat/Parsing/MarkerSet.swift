/// Texts to be looked for at a place, each with what it means.
struct MarkerSet<Meaning: Sendable>: Sendable {
  enum Match { case none, partial, full(Meaning, length: Int) }

  private var markers: [(bytes: [UInt8], meaning: Meaning)] = []
  /// For each byte, where the markers are that begin with it.
  private var byFirst: [[Int]] = Array(repeating: [], count: 256)

  init() {}

  mutating func insert(_ text: String, _ meaning: Meaning) {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, !markers.contains(where: { $0.bytes == bytes }) else { return }
    byFirst[Int(first)].append(markers.count)
    markers.append((bytes, meaning))
  }

  /// What begins at `position`: the longest marker, or `partial` where the bytes end before it is
  /// known whether one does.
  func match(_ bytes: [UInt8], at position: Int, isFinal: Bool) -> Match {
    guard position < bytes.count else { return .none }
    var best: Match = .none
    var length = 0
    for index in byFirst[Int(bytes[position])] {
      let marker = markers[index].bytes
      let present = min(marker.count, bytes.count - position)
      var same = 1
      while same < present, bytes[position + same] == marker[same] { same += 1 }
      guard same == present else { continue }
      if present < marker.count {
        if !isFinal { return .partial }
      } else if marker.count > length {
        length = marker.count
        best = .full(markers[index].meaning, length: length)
      }
    }
    return best
  }
}
