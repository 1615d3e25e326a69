/// One word of four bytes from each of 16 rows: a line of a panel.
typealias Line = SIMD16<UInt32>

/// Four lines.
typealias Lines = (Line, Line, Line, Line)

/// The 16 bytes at `p` of 16 rows that are `rowBytes` apart, as four lines.
@inline(__always)
func loadLines(_ p: UnsafeRawPointer, _ rowBytes: Int) -> Lines {
  var lines = (Line.zero, Line.zero, Line.zero, Line.zero)
  for row in 0..<16 {
    let from = unsafe p + row * rowBytes
    unsafe lines.0[row] = word(from, 0)
    unsafe lines.1[row] = word(from, 4)
    unsafe lines.2[row] = word(from, 8)
    unsafe lines.3[row] = word(from, 12)
  }
  return lines
}

@inline(__always)
func storeLine(_ x: Line, _ p: UnsafeMutableRawPointer) {
  for row in 0..<16 { unsafe p.storeBytes(of: x[row], toByteOffset: 4 * row, as: UInt32.self) }
}

/// `x & mask` in every word.
@inline(__always)
func bits(_ x: Line, _ mask: UInt32) -> Line { x & mask }

/// `x ^ mask` in every word.
@inline(__always)
func flipped(_ x: Line, _ mask: UInt32) -> Line { x ^ mask }

/// `x - y` in every word, without a check.
@inline(__always)
func less(_ x: Line, _ y: UInt32) -> Line { x &- y }

@inline(__always)
func joined(_ x: Line, _ y: Line) -> Line { x | y }

/// Every word shifted to the right.
@inline(__always)
func down(_ x: Line, _ count: UInt32) -> Line { x &>> count }

/// Every word shifted to the left.
@inline(__always)
func up(_ x: Line, _ count: UInt32) -> Line { x &<< count }

/// The low halves of 16 words, 32 bytes.
@inline(__always)
func storeHalves(_ x: Line, _ p: UnsafeMutableRawPointer) {
  for row in 0..<16 {
    unsafe p.storeBytes(of: UInt16(x[row] & 0xFFFF), toByteOffset: 2 * row, as: UInt16.self)
  }
}

/// The bytes 0 of 16 words, then their bytes 1, 2 and 3: 64 bytes.
@inline(__always)
func storeByteRows(_ x: Line, _ p: UnsafeMutableRawPointer) {
  for index in 0..<4 { unsafe storeByteRow(x, index, p + 16 * index) }
}

/// The bytes 0 of `x`, the bytes 0 of `y`, the bytes 1 of `x`, … : 128 bytes.
@inline(__always)
func storeByteRows(_ x: Line, _ y: Line, _ p: UnsafeMutableRawPointer) {
  for index in 0..<4 {
    unsafe storeByteRow(x, index, p + 32 * index)
    unsafe storeByteRow(y, index, p + 32 * index + 16)
  }
}

@inline(__always)
private func storeByteRow(_ x: Line, _ index: Int, _ p: UnsafeMutableRawPointer) {
  for row in 0..<16 {
    let value = UInt8((x[row] &>> UInt32(8 * index)) & 0xFF)
    unsafe p.storeBytes(of: value, toByteOffset: row, as: UInt8.self)
  }
}
