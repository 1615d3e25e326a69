import TernFormat
import TernTestSupport
import Testing

@Suite("Checksums")
struct ChecksumTests {
  @Test(
    "are those of the published algorithm",
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)])
  func known(_ text: String, _ expected: UInt64) {
    var sum = Checksum()
    sum.add(Array(text.utf8))
    #expect(sum.value == expected)
  }

  @Test("do not depend on the pieces")
  func pieces() {
    var random = SeededGenerator(seed: 4)
    let bytes = (0..<1000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    var whole = Checksum()
    whole.add(bytes)
    for _ in 0..<50 {
      var sum = Checksum()
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...90, using: &random))
        sum.add(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(sum.value == whole.value)
    }
    var other = Checksum()
    other.add(bytes.reversed())
    #expect(other.value != whole.value)
  }

  @Test("of metadata change with every value, and not with the order of the keys")
  func metadata() {
    let metadata: Metadata = [
      "a.count": .uint32(2), "a.base": .float32(10_000),
      "a.names": .array(.string(StringTable(["x", "yz"]))),
      "b.other": .bool(true), "a.nested": .array(.array([.int32([1, 2]), .int8([3])])),
    ]
    func sum(_ metadata: Metadata) -> UInt64 {
      var sum = Checksum()
      sum.add(metadata) { $0.hasPrefix("a.") }
      return sum.value
    }
    let expected = sum(metadata)
    var reordered = Metadata()
    for key in metadata.keys.reversed() { reordered[key] = metadata[key] }
    #expect(sum(reordered) == expected)
    var changed = metadata
    changed["b.other"] = .bool(false)
    #expect(sum(changed) == expected)
    for (key, value) in [
      ("a.count", .int32(2)), ("a.count", .uint32(3)), ("a.base", .float32(10_001)),
      ("a.names", .array(.string(StringTable(["xy", "z"])))),
      ("a.nested", .array(.array([.int32([1, 2, 3])]))),
      ("a.new", .uint8(0)), ("a.count", nil),
    ] as [(String, MetadataValue?)] {
      var changed = metadata
      changed[key] = value
      #expect(sum(changed) != expected, "\(key)")
    }
  }
}
