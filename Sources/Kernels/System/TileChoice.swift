import TernKernelsPortable
import TernQuant

#if canImport(Glibc)
  import Glibc
#endif

/// Whether the tile instructions of AMX serve here.
///
/// The processor's flag does not say it: the system gives a process the permission only when asked,
/// and how fast the instructions are differs between generations and with what else runs on the
/// core. So the first engine that could use them asks, and then multiplies a small matrix both ways.
///
/// Linux's permission holds for all threads of the process, and until its end. From then on
/// `sigaltstack` wants about 12 KB, and where a thread has a smaller stack for signals already,
/// the permission is refused.
enum TileChoice {
  /// Whether products in tiles are right and faster; found out once in a process, in less than a
  /// millisecond.
  static let isBetter: Bool = {
    #if arch(x86_64)
      return hasPermission() && measure()
    #else
      return false
    #endif
  }()
}

#if arch(x86_64)
  extension TileChoice {
    /// Asks Linux for the registers of tiles.
    private static func hasPermission() -> Bool {
      #if os(Linux)
        typealias Call = @convention(c) (Int, Int, Int) -> Int
        guard let symbol = unsafe dlsym(nil, "syscall") else { return false }
        // arch_prctl(ARCH_REQ_XCOMP_PERM, the number of the tiles' data).
        return unsafe unsafeBitCast(symbol, to: Call.self)(158, 0x1023, 18) == 0
      #else
        return false
      #endif
    }

    private static func measure() -> Bool {
      let plain = Compute(threads: 1, kernels: .avx512)
      let tiles = Compute(threads: 1, kernels: .amx)
      guard let weight = matrix(plain) else { return false }
      guard let input = try? RowBuffer(allocating: rows, columns: weight.columns),
        let expected = try? RowBuffer(allocating: rows, columns: weight.rows),
        let found = try? RowBuffer(allocating: rows, columns: weight.rows)
      else { return false }
      let (x, y, z) = (input.rows(rows), expected.rows(rows), found.rows(rows))
      var state: UInt64 = 1
      for row in 0..<rows {
        for column in 0..<weight.columns { x[row, column] = Float(next(&state)) / 128 }
      }
      let plainTime = shortest { plain.multiply(weight, x, into: y) }
      let tileTime = shortest { tiles.multiply(weight, x, into: z) }
      return tileTime < plainTime && areAlike(y, z)
    }

    /// Activation rows of the trial.
    private static var rows: Int { 64 }

    /// A matrix of 64 rows and 1024 columns of Q8_0.
    private static func matrix(_ compute: Compute) -> WeightMatrix? {
      let (rows, columns) = (64, 1024)
      var state: UInt64 = 2
      var bytes: [UInt8] = []
      for _ in 0..<rows * columns / 32 {
        // The half 2⁻⁸, then 32 codes.
        bytes += [0x00, 0x1C]
        for _ in 0..<32 { bytes.append(UInt8(bitPattern: next(&state))) }
      }
      return unsafe bytes.withUnsafeBytes {
        unsafe try? WeightMatrix(
          $0, type: .q8_0, rows: rows, columns: columns, owner: compute.team, team: compute.team,
          isa: .avx512)
      }
    }

    /// The next number of a simple sequence (Knuth's MMIX).
    private static func next(_ state: inout UInt64) -> Int8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int8(truncatingIfNeeded: state >> 56)
    }

    /// The least of five durations.
    private static func shortest(_ body: () -> Void) -> Duration {
      let clock = ContinuousClock()
      return (0..<5).map { _ in clock.measure(body) }.min() ?? .zero
    }

    /// Whether the products differ by rounding alone: a hundredth of their size.
    private static func areAlike(_ a: Rows, _ b: Rows) -> Bool {
      var (difference, size) = (0.0, 0.0)
      for row in 0..<a.count {
        for column in 0..<a.columns {
          let (x, y) = (Double(a[row, column]), Double(b[row, column]))
          difference += (x - y) * (x - y)
          size += x * x
        }
      }
      return difference <= 1e-4 * size
    }
  }
#endif
