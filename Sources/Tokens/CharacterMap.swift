/// The compiled rules by which SentencePiece normalises text: sequences and what replaces them.
///
/// ```
/// UInt32 n │ n bytes: a double array of UInt32 units │ replacements, each with a 0 at its end
///
/// unit of a node    bits 0–7 the byte that leads to it, 8 a sequence ends here, 10–30 the offset
///                   (times 256 where bit 9 is set), 31 clear
/// unit of a value   bit 31 set, the rest: where the replacement begins
///
/// p = offset(root);  for each byte c:  node = p ^ c,  p = node ^ offset(node);  value at p
/// ```
/// Source: Kanda, "Space- and Time-Efficient String Dictionaries" (2018); Yata's Darts-clone.
struct CharacterMap: Sendable {
  private let units: [UInt32]
  private let replacements: [UInt8]
  /// Whether a sequence begins with a byte.
  private(set) var begins = [Bool](repeating: false, count: 256)

  /// The largest file content that is read.
  static let largest = 1 << 24
  /// The longest sequence and the longest replacement, in bytes: SentencePiece's rules for NFKC have 10
  /// and 33.
  static let longest = 64

  /// Reads and checks the rules: afterwards every sequence ends, and every value is a replacement.
  init(_ bytes: [UInt8]) throws(TokenError) {
    guard bytes.count >= 4, bytes.count <= Self.largest else {
      throw .damagedCharacterMap("\(bytes.count) bytes")
    }
    let size = Int(Self.word(bytes, 0))
    guard size + 4 < bytes.count else {
      throw .damagedCharacterMap("\(size) of \(bytes.count) bytes for its tree")
    }
    units = (0..<size / 4).map { Self.word(bytes, 4 + 4 * $0) }
    replacements = Array(bytes[(4 + size)...])
    if units.isEmpty { return }
    try check()
    let root = Self.offset(units[0])
    for byte in 1..<256 { begins[byte] = child(root, UInt8(byte)) != nil }
  }

  private static func word(_ bytes: [UInt8], _ i: Int) -> UInt32 {
    UInt32(bytes[i]) | UInt32(bytes[i + 1]) << 8 | UInt32(bytes[i + 2]) << 16
      | UInt32(bytes[i + 3]) << 24
  }

  @inline(__always)
  private static func offset(_ unit: UInt32) -> Int {
    Int((unit >> 10) << ((unit & 1 << 9) >> 6))
  }

  /// The node behind a place and a byte.
  @inline(__always)
  private func child(_ place: Int, _ byte: UInt8) -> Int? {
    let node = place ^ Int(byte)
    guard node < units.count, units[node] & 0x8000_00FF == UInt32(byte) else { return nil }
    return node
  }

  /// The longest sequence that `text` has at `start`: how many bytes it has, and the bytes of
  /// `pool` that replace it.
  @inline(__always)
  func find(_ text: [UInt8], _ start: Int, _ end: Int) -> (length: Int, replacement: Range<Int>)? {
    guard begins[Int(text[start])] else { return nil }
    var place = Self.offset(units[0])
    var found: (length: Int, place: Int)?
    var i = start
    while i < end, text[i] != 0, let node = child(place, text[i]) {
      i += 1
      place = node ^ Self.offset(units[node])
      if Self.isEnd(units[node]) { found = (i - start, place) }
    }
    guard let found, let range = replacement(found.place) else { return nil }
    return (found.length, range)
  }

  /// All replacements, one after another.
  var pool: [UInt8] { replacements }

  @inline(__always)
  private static func isEnd(_ unit: UInt32) -> Bool { unit >> 8 & 1 != 0 }

  /// The replacement whose unit is at `place`, of at most `longest` bytes.
  private func replacement(_ place: Int) -> Range<Int>? {
    guard place < units.count else { return nil }
    let start = Int(units[place] & 0x7FFF_FFFF)
    guard start < replacements.count else { return nil }
    let most = min(replacements.count, start + Self.longest + 1)
    guard let end = replacements[start..<most].firstIndex(of: 0) else { return nil }
    return start..<end
  }

  /// A place on the way through the tree, and the next byte to try.
  private struct Step {
    let place: Int
    var byte = 1
    /// The longest way down from here, so far.
    var height = 0
  }

  /// Goes once to every place that sequences lead to.
  ///
  /// Branches with equal ends share their nodes, so a place may be met again; met on the way to
  /// itself, the tree has a circle.
  private func check() throws(TokenError) {
    // -1 not met yet, -2 on the way, else how far down sequences go from there.
    var heights = [Int16](repeating: -1, count: (units.count | 0xFF) + 1)
    let root = Self.offset(units[0])
    guard root < heights.count else { return }
    heights[root] = -2
    var way = [Step(place: root)]
    while let step = way.last {
      guard step.byte < 256 else {
        heights[step.place] = Int16(step.height)
        way.removeLast()
        if let above = way.indices.last {
          way[above].height = max(way[above].height, step.height + 1)
        }
        continue
      }
      way[way.count - 1].byte += 1
      guard let node = child(step.place, UInt8(step.byte)) else { continue }
      let place = node ^ Self.offset(units[node])
      if Self.isEnd(units[node]), replacement(place) == nil {
        throw .damagedCharacterMap("no replacement of at most \(Self.longest) bytes at \(place)")
      }
      // Beyond the last block there are no nodes.
      guard place < heights.count else { continue }
      let height = Int(heights[place])
      if height == -2 { throw .damagedCharacterMap("a circle at \(place)") }
      if way.count + max(height, 0) > Self.longest {
        throw .damagedCharacterMap("sequences of more than \(Self.longest) bytes")
      }
      if height == -1 {
        heights[place] = -2
        way.append(Step(place: place))
      } else {
        way[way.count - 1].height = max(way[way.count - 1].height, height + 1)
      }
    }
  }
}
