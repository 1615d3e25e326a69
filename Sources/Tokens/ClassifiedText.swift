/// A stretch of text with the class of each byte's character; what splitters work on.
///
/// Positions are byte positions in `bytes`; a splitter is always given the end it may see, and acts
/// as if the text stopped there.
struct ClassifiedText {
  private(set) var bytes: [UInt8]
  /// One entry for each byte and a 0 after the last.
  private(set) var classes: [UInt8] = [0]
  /// Where the text begins that was added last; what is before is another text.
  private(set) var begin = 0

  init(_ bytes: [UInt8], table: CharacterTable) {
    self.bytes = bytes
    table.classify(bytes, 0..<bytes.count, into: &classes)
  }

  init() { bytes = [] }

  /// Adds text, of whose first character nothing before it is part.
  mutating func append(_ more: ArraySlice<UInt8>, table: CharacterTable) {
    begin = bytes.count
    bytes += more
    table.classify(bytes, begin..<bytes.count, into: &classes)
  }

  /// The class at `p`, 0 from `end` on.
  @inline(__always)
  func kind(_ p: Int, _ end: Int) -> UInt8 { p < end ? classes[p] : 0 }

  /// The byte at `p`, 0xFF (never in UTF-8) from `end` on.
  @inline(__always)
  func byte(_ p: Int, _ end: Int) -> UInt8 { p < end ? bytes[p] : 0xFF }

  /// Where the character after the one at `p` begins.
  @inline(__always)
  func next(_ p: Int) -> Int {
    var q = p + 1
    while classes[q] & CharacterClass.continuation != 0 { q += 1 }
    return q
  }

  /// Where the character before `p` begins.
  @inline(__always)
  func previous(_ p: Int) -> Int {
    var q = p - 1
    while classes[q] & CharacterClass.continuation != 0 { q -= 1 }
    return q
  }

  /// The end of the run of characters whose class is in `mask`, from `p`.
  @inline(__always)
  func run(_ p: Int, _ end: Int, in mask: UInt8) -> Int {
    var q = p
    while q < end, classes[q] & mask != 0 { q += 1 }
    return q
  }

  /// The end of the run of characters whose class is not in `mask`, from `p`.
  @inline(__always)
  func run(_ p: Int, _ end: Int, outside mask: UInt8) -> Int {
    var q = p
    while q < end, classes[q] & mask == 0 { q += 1 }
    return q
  }

  /// The scalar at `p`.
  @inline(__always)
  func scalar(_ p: Int, _ end: Int) -> UInt32 {
    CharacterTable.decode(bytes, p, bytes.count).scalar
  }

  /// The length of the English contraction at `p` (`'s 't 're 've 'm 'll 'd`), or 0.
  @inline(__always)
  func contraction(_ p: Int, _ end: Int, anyCase: Bool) -> Int {
    guard byte(p, end) == UInt8(ascii: "'"), p + 1 < end else { return 0 }
    let fold: UInt8 = anyCase ? 0x20 : 0
    let first = bytes[p + 1]
    guard first < 0x80 else { return 0 }
    switch first | fold {
    case UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "m"), UInt8(ascii: "d"): return 2
    default: break
    }
    guard p + 2 < end, bytes[p + 2] < 0x80 else { return 0 }
    switch (first | fold, bytes[p + 2] | fold) {
    case (UInt8(ascii: "r"), UInt8(ascii: "e")), (UInt8(ascii: "v"), UInt8(ascii: "e")),
      (UInt8(ascii: "l"), UInt8(ascii: "l")):
      return 3
    default: return 0
    }
  }
}
