/// The bytes so far end before it is known what stands at a place.
struct Undecided: Error {}

/// Texts to be looked for at a place, each with what it means.
struct MarkerSet<Meaning: Sendable>: Sendable {
  typealias Match = (meaning: Meaning, length: Int)

  private var markers: [(bytes: [UInt8], meaning: Meaning)] = []
  /// For each byte, where the markers are that begin with it.
  private var byFirst: [[Int]] = Array(repeating: [], count: 256)
  /// The bytes that markers begin with, one bit each.
  private var firsts = SIMD4<UInt64>()

  init() {}

  init(_ texts: [(String, Meaning)]) {
    for (text, meaning) in texts { insert(text, meaning) }
  }

  mutating func insert(_ text: String, _ meaning: Meaning) {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, !markers.contains(where: { $0.bytes == bytes }) else { return }
    byFirst[Int(first)].append(markers.count)
    firsts[Int(first >> 6)] |= 1 << UInt64(first & 63)
    markers.append((bytes, meaning))
  }

  /// Whether a marker begins with `byte`.
  @inline(__always)
  func begins(with byte: UInt8) -> Bool {
    firsts[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
  }

  /// The longest marker that begins at `position`.
  func match(
    _ bytes: [UInt8], at position: Int, isFinal: Bool
  ) throws(Undecided) -> Match? {
    guard position < bytes.count, begins(with: bytes[position]) else { return nil }
    var best: Match?
    for index in byFirst[Int(bytes[position])] {
      let marker = markers[index].bytes
      let present = min(marker.count, bytes.count - position)
      var same = 1
      while same < present, bytes[position + same] == marker[same] { same += 1 }
      guard same == present else { continue }
      if present < marker.count {
        if !isFinal { throw Undecided() }
      } else if marker.count > best?.length ?? 0 {
        best = (markers[index].meaning, marker.count)
      }
    }
    return best
  }
}

extension [UInt8] {
  /// Whether `text` stands at `position`.
  func has(_ text: String, at position: Int, isFinal: Bool) throws(Undecided) -> Bool {
    var index = position
    for byte in text.utf8 {
      guard index < count else {
        if isFinal { return false }
        throw Undecided()
      }
      guard self[index] == byte else { return false }
      index += 1
    }
    return true
  }
}
