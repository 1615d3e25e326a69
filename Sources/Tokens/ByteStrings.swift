import TernFormat

/// A list of byte strings in one block of memory.
///
/// ```
/// bytes    a b c d e f          offsets  0 2 2 6        strings  "ab" "" "cdef"
/// ```
package struct ByteStrings: Sendable {
  /// All strings, one after another.
  package private(set) var bytes: [UInt8]
  /// Where each string begins, and at the end where the last one ends: `count + 1` entries.
  package private(set) var offsets: [Int]

  package init() {
    bytes = []
    offsets = [0]
  }

  /// The strings of a file's array, sharing its memory.
  package init(_ table: StringTable) {
    bytes = table.bytes
    offsets = table.offsets
  }

  /// The UTF-8 of `strings`.
  package init(_ strings: some Sequence<String>) {
    self.init()
    for string in strings { append(Array(string.utf8)) }
  }

  package var count: Int { offsets.count - 1 }

  mutating func reserve(strings: Int, bytes: Int) {
    offsets.reserveCapacity(strings + 1)
    self.bytes.reserveCapacity(bytes)
  }

  /// Adds a string at the end.
  package mutating func append(_ string: [UInt8]) {
    bytes.append(contentsOf: string)
    offsets.append(bytes.count)
  }

  /// Lets `body` append to the block of memory; what it appends is one string.
  @inline(__always)
  mutating func append(_ body: (inout [UInt8]) -> Void) {
    body(&bytes)
    offsets.append(bytes.count)
  }

  /// The place of string `index` in `bytes`.
  @inline(__always)
  package func range(_ index: Int) -> Range<Int> { offsets[index]..<offsets[index + 1] }

  package subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(index)] }

  /// Whether string `index` is the bytes `range` of `text`.
  @inline(__always)
  func equals(_ index: Int, _ text: [UInt8], _ range: Range<Int>) -> Bool {
    let start = offsets[index]
    guard offsets[index + 1] - start == range.count else { return false }
    var k = start
    for i in range {
      guard bytes[k] == text[i] else { return false }
      k += 1
    }
    return true
  }
}
