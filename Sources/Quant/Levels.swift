/// The values that codes stand for before they are scaled.
protocol Levels {
  /// The least and the greatest level.
  var ends: (low: Float, high: Float) { get }

  /// The level nearest to each lane.
  func nearest(_ lanes: Lanes) -> Lanes
}

/// Whole numbers.
struct WholeLevels: Levels {
  let low: Float
  let high: Float

  @inline(__always)
  var ends: (low: Float, high: Float) { (low, high) }

  @inline(__always)
  func nearest(_ lanes: Lanes) -> Lanes { rounded(clamp(lanes, low, high)) }
}

/// Sixteen whole-number levels with tables of what is nearest to every half.
///
/// The places where the nearest level changes are multiples of a half: a table over halves knows
/// the nearest level of everything. Index i stands for `[i / 2 - 128, i / 2 - 127.5)`.
protocol Codebook {
  static var ends: (low: Float, high: Float) { get }
  static var nearestLevels: InlineArray<512, Float> { get }
  static var nearestCodes: InlineArray<512, UInt8> { get }
}

/// The levels of IQ4_NL and IQ4_XS.
enum UnevenCodebook: Codebook {
  static var ends: (low: Float, high: Float) { (-127, 113) }
  static let nearestCodes = InlineArray<512, UInt8> { nearestCode(Codebooks.iq4nl, at: $0) }
  static let nearestLevels = InlineArray<512, Float> {
    Float(Codebooks.iq4nl[Int(nearestCodes[$0])])
  }
}

/// The levels of MXFP4.
enum TinyFloatCodebook: Codebook {
  static var ends: (low: Float, high: Float) { (-12, 12) }
  static let nearestCodes = InlineArray<512, UInt8> { nearestCode(Codebooks.e2m1, at: $0) }
  static let nearestLevels = InlineArray<512, Float> {
    Float(Codebooks.e2m1[Int(nearestCodes[$0])])
  }
}

/// The code of the level nearest to the middle of a table index.
private func nearestCode(_ levels: InlineArray<16, Int8>, at index: Int) -> UInt8 {
  let middle = Float(index) / 2 - 127.75
  var best = 0
  for code in 1..<16
  where (Float(levels[code]) - middle).magnitude < (Float(levels[best]) - middle).magnitude {
    best = code
  }
  return UInt8(best)
}

/// The levels of a codebook.
struct CodebookLevels<Book: Codebook>: Levels {
  @inline(__always)
  var ends: (low: Float, high: Float) { Book.ends }

  @inline(__always)
  func nearest(_ lanes: Lanes) -> Lanes {
    let places = places(lanes)
    var result = Lanes(repeating: 0)
    for lane in 0..<16 { result[lane] = Book.nearestLevels[Int(places[lane] & 511)] }
    return result
  }

  /// The codes of the levels nearest to the lanes.
  func codes(_ lanes: Lanes) -> Bytes16 {
    let places = places(lanes)
    var result = Bytes16(repeating: 0)
    for lane in 0..<16 { result[lane] = Book.nearestCodes[Int(places[lane] & 511)] }
    return result
  }

  /// The table indices of lanes, in the low nine bits.
  @inline(__always)
  private func places(_ lanes: Lanes) -> SIMD16<UInt32> {
    // Rounding after a half is taken off is rounding down; the sum's low bits are the number.
    let sums = (clamp(lanes, -127, 127) * 2 + 255.5) + 0x1.8p23
    return unsafe unsafeBitCast(sums, to: SIMD16<UInt32>.self)
  }
}
