/// Bit masks over a vocabulary, made once and copied or combined many times.
///
/// Bit `t & 31` of word `t >> 5` stands for token `t`.
struct ReadyMasks: Sendable {
  /// Words in a mask.
  let words: Int
  /// The masks one after another.
  private(set) var bits: [UInt32]

  init(tokens: Int, masks: Int) {
    words = (tokens + 31) / 32
    bits = [UInt32](repeating: 0, count: words * masks)
  }

  @inline(__always)
  mutating func insert(_ token: Int32, into mask: Int) {
    bits[mask * words + Int(token >> 5)] |= 1 << UInt32(token & 31)
  }

  func contains(_ token: Int32, in mask: Int) -> Bool {
    bits[mask * words + Int(token >> 5)] >> UInt32(token & 31) & 1 == 1
  }

  /// Adds the tokens of mask `other` to `mask`.
  mutating func formUnion(_ mask: Int, _ other: Int) {
    for k in 0..<words { bits[mask * words + k] |= bits[other * words + k] }
  }
}

/// A buffer for one mask.
///
/// It must outlive the value; tokens must lie inside it.
@safe struct MaskBuffer {
  private let words: UnsafeMutablePointer<UInt32>
  /// Its number of words.
  let count: Int

  init(_ words: UnsafeMutablePointer<UInt32>, count: Int) {
    unsafe self.words = words
    self.count = count
  }

  func clear() { unsafe words.update(repeating: 0, count: count) }

  @inline(__always)
  func insert(_ token: Int32) {
    unsafe words[Int(token >> 5)] |= 1 << UInt32(token & 31)
  }

  @inline(__always)
  func remove(_ token: Int32) {
    unsafe words[Int(token >> 5)] &= ~(1 << UInt32(token & 31))
  }

  @inline(__always)
  func set(_ word: Int, _ bits: UInt32) { unsafe words[word] = bits }

  @inline(__always)
  func contains(_ token: Int32) -> Bool {
    unsafe words[Int(token >> 5)] >> UInt32(token & 31) & 1 == 1
  }

  /// Copies mask number `mask` of those in `bits`.
  func copy(_ bits: [UInt32], _ mask: Int) {
    unsafe bits.withUnsafeBufferPointer { bits in
      guard let base = bits.baseAddress, (mask + 1) * count <= bits.count else { return }
      unsafe words.update(from: base + mask * count, count: count)
    }
  }

  func formUnion(_ bits: [UInt32], _ mask: Int) { combine(bits, mask) { $0 | $1 } }

  func subtract(_ bits: [UInt32], _ mask: Int) { combine(bits, mask) { $0 & ~$1 } }

  func formUnion(_ other: MaskBuffer) {
    for k in 0..<min(count, other.count) { unsafe words[k] |= other.words[k] }
  }

  /// Appends all words to `list`.
  func append(to list: inout [UInt32]) {
    unsafe list.append(contentsOf: UnsafeBufferPointer(start: words, count: count))
  }

  @inline(__always)
  private func combine(
    _ bits: [UInt32], _ mask: Int, _ operation: (UInt32, UInt32) -> UInt32
  ) {
    unsafe bits.withUnsafeBufferPointer { bits in
      guard let base = bits.baseAddress, (mask + 1) * count <= bits.count else { return }
      let other = unsafe base + mask * count
      for k in 0..<count { unsafe words[k] = operation(words[k], other[k]) }
    }
  }
}
