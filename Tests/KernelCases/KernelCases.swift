import TernKernelsPortable
import TernQuant
import TernTestSupport

/// Compares every entry of a table of kernels with the same entry of the portable one, on the same
/// random values.
///
/// In plain Swift, without a test framework: it runs in tests and under an emulator.
package struct KernelCases {
  /// The kernels that are looked at.
  let table: KernelTable
  /// Whether the codes of two rows of an activation tile lie in turn, 8 columns of each.
  let tilesHavePairs: Bool
  var random = SeededGenerator(seed: 11)
  /// Comparisons so far.
  package private(set) var checks = 0
  /// What the first of those that failed were about.
  package private(set) var failures: [String] = []
  package private(set) var failureCount = 0

  package init(_ table: KernelTable, tilesHavePairs: Bool = false) {
    self.table = table
    self.tilesHavePairs = tilesHavePairs
  }

  /// Compares all entries.
  package mutating func run() {
    compareVectorKernels()
    compareSamplingKernels()
    compareAttentionKernels()
    compareRecurrentKernels()
    compareFloatProducts()
    comparePanels()
  }

  mutating func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    checks += 1
    if isTrue { return }
    failureCount += 1
    if failures.count < 20 { failures.append(what()) }
  }
}

/// How far results may be apart.
enum Tolerance {
  /// Not at all; but a value that is not a number may be any.
  case none
  /// A part of the result.
  case part(Float)
  /// A part of the largest result of the same buffer: of sums, whose terms may cancel.
  case partOfLargest(Float)

  /// The distance that a value may have from `value` in a buffer whose largest finite magnitude is
  /// `largest`.
  func distance(_ value: Float, largest: Float) -> Float {
    switch self {
    case .none: 0
    case .part(let part): part * abs(value) + 1e-35
    case .partOfLargest(let part): part * largest + 1e-35
    }
  }
}

/// The addresses of the buffers that a case works on.
@safe
struct Addresses {
  private var places: [UnsafeMutablePointer<Float>] = unsafe []

  mutating func append(_ place: UnsafeMutablePointer<Float>) { unsafe places.append(place) }

  subscript(index: Int) -> UnsafeMutablePointer<Float> { unsafe places[index] }
}

/// Buffers in one piece of memory, each at an odd place and with guard values on both sides.
@safe
struct Buffers: ~Copyable {
  private let memory: UnsafeMutablePointer<Float>
  private let sizes: [Int]
  /// Guard values before and after each buffer.
  private static let margin = 19
  private static let guardValue: Float = 12345.678

  init(_ contents: [[Float]]) {
    sizes = contents.map { $0.count }
    let total = contents.reduce(Self.margin) { $0 + $1.count + Self.margin }
    unsafe memory = .allocate(capacity: total)
    unsafe memory.update(repeating: Self.guardValue, count: total)
    let places = addresses
    for index in contents.indices {
      for at in contents[index].indices { unsafe places[index][at] = contents[index][at] }
    }
  }

  deinit { unsafe memory.deallocate() }

  var addresses: Addresses {
    var result = Addresses()
    var place = unsafe memory + Self.margin
    for size in sizes {
      unsafe result.append(place)
      unsafe place += size + Self.margin
    }
    return result
  }

  /// The values of a buffer.
  func values(_ index: Int) -> [Float] {
    let places = addresses
    return (0..<sizes[index]).map { unsafe places[index][$0] }
  }

  /// Whether nothing was written outside the buffers.
  var isIntact: Bool {
    let places = addresses
    return sizes.indices.allSatisfy { index in
      (1...Self.margin).allSatisfy {
        unsafe places[index][-$0] == Self.guardValue
          && places[index][sizes[index] + $0 - 1] == Self.guardValue
      }
    }
  }
}

extension KernelCases {
  /// Runs `body` with the table and with the portable one, each on buffers with the same contents, and
  /// compares what it leaves in them.
  mutating func compare(
    _ what: @autoclosure () -> String, _ contents: [[Float]], _ tolerance: Tolerance,
    _ body: (KernelTable, Addresses) -> Void
  ) {
    let own = Buffers(contents)
    let portable = Buffers(contents)
    body(table, own.addresses)
    body(.portable, portable.addresses)
    var isEqual = own.isIntact && portable.isIntact
    for index in contents.indices where isEqual {
      isEqual = Self.areClose(own.values(index), portable.values(index), tolerance)
    }
    expect(isEqual, what())
  }

  /// Whether all values are as near each other as `tolerance` says, NaN where the other is NaN.
  static func areClose(_ x: [Float], _ y: [Float], _ tolerance: Tolerance) -> Bool {
    let largest = y.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
    return zip(x, y).allSatisfy { a, b in
      a == b || (a.isNaN && b.isNaN) || abs(a - b) <= tolerance.distance(b, largest: largest)
    }
  }

  /// `count` normal values of about `size`.
  mutating func normal(_ count: Int, size: Float = 1) -> [Float] {
    (0..<count).map { _ in random.normal() * size }
  }

  /// `count` values between `low` and `high`.
  mutating func uniform(_ count: Int, _ low: Float, _ high: Float) -> [Float] {
    (0..<count).map { _ in Float.random(in: low..<high, using: &random) }
  }

  /// Rows of `used` normal values, each filled up with zeros to `stride` values.
  mutating func paddedRows(_ rows: Int, _ used: Int, stride: Int) -> [Float] {
    (0..<rows * stride).map { $0 % stride < used ? random.normal() : 0 }
  }

  /// As many bytes as `count` floats take, for kernels that read something else: `value(index)`.
  mutating func bytes(_ count: Int, _ value: (inout SeededGenerator, Int) -> UInt8) -> [Float] {
    (0..<count).map { index in
      var bits: UInt32 = 0
      for byte in 0..<4 { bits |= UInt32(value(&random, 4 * index + byte)) << UInt32(8 * byte) }
      return Float(bitPattern: bits)
    }
  }

  /// Zeros.
  func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

  /// Every length up to some steps of the widest kernel and a tail, and a few long ones.
  var lengths: [Int] { Array(0...35) + [64, 100, 257] }

  /// What must not be hidden, and what is hard.
  var oddValues: [Float] {
    [.nan, .infinity, -.infinity, 0, -0.0, 1e-40, 3e38, -3e38, 0x1p-126, 88, -104, 90, 1e25]
  }
}
