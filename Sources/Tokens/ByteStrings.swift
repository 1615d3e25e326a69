/// A list of byte strings in one block of memory.
///
/// ```
/// bytes    ┌─────────┬──────┬────────────┐
///          │ string 0│ str 1│ string 2   │
///          └─────────┴──────┴────────────┘
/// offsets  0         9      15           27
/// ```
package struct ByteStrings: Sendable {
  /// All strings, one after another.
  package private(set) var bytes: [UInt8] = []
  /// Where each string begins, and at the end where the last one ends: `count + 1` entries.
  package private(set) var offsets: [Int] = [0]

  package init() {}

  /// The UTF-8 of `strings`.
  package init(_ strings: some Sequence<String>) {
    for string in strings { append(string.utf8) }
  }

  package var count: Int { offsets.count - 1 }

  package mutating func reserve(strings: Int, bytes: Int) {
    offsets.reserveCapacity(strings + 1)
    self.bytes.reserveCapacity(bytes)
  }

  /// Adds a string at the end.
  package mutating func append(_ string: some Sequence<UInt8>) {
    bytes.append(contentsOf: string)
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
    let shift = start - range.lowerBound
    for i in range where bytes[i + shift] != text[i] { return false }
    return true
  }
}
