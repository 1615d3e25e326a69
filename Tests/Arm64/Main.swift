import Glibc
import TernKernelCases
import TernKernels
import TernQuant
import TernTestSupport

/// Compares every entry of the processor's tables of kernels with the portable one, and what products,
/// attention and the rest compute with plain sums in double precision, without a test framework: run by
/// `.ci/arm64-kernels` under an emulator.
///
/// Prints the instruction sets first: the emulated processor decides which there are.
@main
struct Main {
  static func main() {
    print("detected: \(ISA.detect().name)")
    checkChoice()
    for isa in ISA.available {
      if isa != .portable { compareTables(isa) }
      checkComputing(isa)
      print("\(isa.name): \(checks) checks, \(failures) failures")
    }
    exit(failures == 0 && checks > 0 ? 0 : 1)
  }

  /// `TERN_ISA` in the environment lowers the choice.
  private static func checkChoice() {
    for isa in ISA.available {
      unsafe setenv("TERN_ISA", isa.name, 1)
      expect(ISA.detect() == isa, "the choice of \(isa.name)")
    }
    unsafe unsetenv("TERN_ISA")
  }

  private static func compareTables(_ isa: ISA) {
    var cases = KernelCases(isa.kernels, tilesHavePairs: isa == .i8mm)
    cases.run()
    checks += cases.checks
    failures += cases.failureCount
    for failure in cases.failures { print("failed: \(failure)") }
  }

  private static func checkComputing(_ isa: ISA) {
    var random = SeededGenerator(seed: 7)
    for type in panelTypes + floatTypes + decodedTypes {
      for count in [1, 2, 7, 8, 17] { checkProduct(isa, type, count: count, &random) }
    }
    for type in CacheType.allCases {
      for length in [1, 63, 130] { checkAttention(isa, type, length: length, &random) }
    }
    checkRows(isa, &random)
    if isa == .portable { checkHalves() }
  }

  nonisolated(unsafe) private static var checks = 0
  nonisolated(unsafe) private static var failures = 0

  private static func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    checks += 1
    if isTrue { return }
    failures += 1
    if failures <= 20 { print("failed: \(what())") }
  }

  /// `y = W x` against sums over the decoded weights; a row that is not finite gives NaN.
  private static func checkProduct(
    _ isa: ISA, _ type: TensorType, count: Int, _ random: inout SeededGenerator
  ) {
    let (rows, columns) = (21, 512)
    let compute = Compute(threads: 2, isa: isa)
    let bytes = randomBlocks(type, rows: rows, columns: columns, using: &random)
    let (buffer, x) = randomRows(count, columns: columns, using: &random)
    if count > 2 { x[1, 300] = -.infinity }
    let output = RowBuffer(rows: count, columns: rows)
    let y = output.rows(count)
    var weights = [Float](repeating: 0, count: rows * columns)
    let isDone = unsafe bytes.withUnsafeBytes { raw -> Bool in
      guard
        let weight = try? unsafe WeightMatrix(
          raw, type: type, rows: rows, columns: columns, owner: NoOwner(), team: compute.team)
      else { return false }
      compute.multiply(weight, x, into: y)
      return unsafe weights.withUnsafeMutableBufferPointer {
        (try? unsafe Quant.decode(type, raw, into: $0)) != nil
      }
    }
    expect(isDone, "weights of type \(type.rawValue)")
    for index in 0..<count {
      let floats = (0..<columns).map { x[index, $0] }
      if count > 2 && index == 1 {
        expect((0..<rows).allSatisfy { y[index, $0].isNaN }, "NaN of type \(type.rawValue)")
        continue
      }
      let a =
        panelTypes.contains(type)
        ? roundedActivations(floats, span: type.blockSize == 256 ? 256 : 32)
        : floats.map { Double($0) }
      for row in 0..<rows {
        var (sum, size) = (0.0, 0.0)
        for column in 0..<columns {
          let term = Double(weights[row * columns + column]) * a[column]
          sum += term
          size += abs(term)
        }
        // Minimums are subtracted apart from the scaled codes: their terms are larger.
        let error = abs(Double(y[index, row]) - sum)
        expect(error <= size * 1e-5 + 1e-30, "type \(type.rawValue), \(count) rows, row \(row)")
      }
    }
    withExtendedLifetime((buffer, output)) {}
  }

  /// The attention of the last row over `length` positions.
  private static func checkAttention(
    _ isa: ISA, _ type: CacheType, length: Int, _ random: inout SeededGenerator
  ) {
    let dim = 64
    let compute = Compute(threads: 2, isa: isa)
    let shape = AttentionShape(heads: 2, kvHeads: 1, keyDim: dim, valueDim: dim, scale: 0.125)
    let (keyBuffer, keys) = randomRows(length, columns: dim, using: &random)
    let (valueBuffer, values) = randomRows(length, columns: dim, using: &random)
    let (queryBuffer, q) = randomRows(length, columns: 2 * dim, using: &random)
    let output = RowBuffer(rows: length, columns: 2 * dim)
    let pages = (0..<(length + 63) / 64).compactMap { _ in
      try? KVPage(type: type, heads: 1, keyDim: dim, valueDim: dim)
    }
    let views = [KVView(pages: pages, firstPosition: 0)]
    let (at, viewOf) = ((0..<length).map { Int32($0) }, [Int](repeating: 0, count: length))
    compute.store(keys: keys, values: values, at: at, in: views, viewOf: viewOf)
    compute.attention(q, at: at, in: views, viewOf: viewOf, shape: shape, into: output.rows(length))
    let row = length - 1
    let held = (0..<length).map { stored(keys, row: $0, type) }
    let mixed = (0..<length).map { stored(values, row: $0, type) }
    for head in 0..<2 {
      let scores = (0..<length).map { p in
        (0..<dim).reduce(0) { $0 + Double(q[row, head * dim + $1]) * held[p][$1] } * 0.125
      }
      let top = scores.reduce(-Double.infinity) { max($0, $1) }
      let weights = scores.map { exp($0 - top) }
      let total = weights.reduce(0, +)
      for d in 0..<dim {
        let sum = (0..<length).reduce(0) { $0 + weights[$1] * mixed[$1][d] } / total
        let size = mixed.reduce(0) { max($0, abs($1[d])) }
        let found = Double(output.rows(length)[row, head * dim + d])
        expect(abs(found - sum) <= 1e-4 * size, "attention over \(length), head \(head), \(d)")
      }
    }
    withExtendedLifetime((keyBuffer, valueBuffer, queryBuffer)) {}
  }

  /// The values of a row as a cache of this type holds them.
  private static func stored(_ x: Rows, row: Int, _ type: CacheType) -> [Double] {
    let values = (0..<x.columns).map { x[row, $0] }
    switch type {
    case .f32: return values.map { Double($0) }
    case .f16: return values.map { Double(Float16($0)) }
    case .q8_0: return roundedActivations(values, span: 32)
    }
  }

  /// Norms, softmax and activations, row by row.
  private static func checkRows(_ isa: ISA, _ random: inout SeededGenerator) {
    let compute = Compute(threads: 1, isa: isa)
    let (columns, output) = (131, RowBuffer(rows: 1, columns: 131))
    let (buffer, x) = randomRows(1, columns: columns, using: &random)
    let values = (0..<columns).map { Double(x[0, $0]) }
    let y = output.rows(1)
    func compare(_ name: String, _ expected: (Int) -> Double) {
      for i in 0..<columns {
        let value = expected(i)
        expect(abs(Double(y[0, i]) - value) <= 4e-6 * abs(value) + 1e-7, "\(name) at \(i)")
      }
    }
    let square = values.reduce(0) { $0 + $1 * $1 } / Double(columns)
    compute.rmsNorm(x, weight: nil, epsilon: 1e-5, into: y)
    compare("rms norm") { values[$0] / (square + 1e-5).squareRoot() }
    let mean = values.reduce(0, +) / Double(columns)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(columns)
    compute.layerNorm(x, weight: nil, bias: nil, epsilon: 1e-5, into: y)
    compare("layer norm") { (values[$0] - mean) / (variance + 1e-5).squareRoot() }
    compute.copy(x, into: y)
    compute.softmax(y)
    let top = values.reduce(-Double.infinity) { max($0, $1) }
    let total = values.reduce(0) { $0 + exp($1 - top) }
    compare("softmax") { exp(values[$0] - top) / total }
    compute.copy(x, into: y)
    compute.activate(y, .silu)
    compare("silu") { values[$0] / (1 + exp(-values[$0])) }
    compute.copy(x, into: y)
    compute.activate(y, .geluErf)
    compare("gelu") { values[$0] / 2 * erfc(-values[$0] / 2.0.squareRoot()) }
    compute.copy(x, into: y)
    compute.softcap(y, 2)
    compare("softcap") { 2 * tanh(values[$0] / 2) }
    withExtendedLifetime(buffer) {}
  }

  /// Every half becomes the float32 that the processor's conversion gives.
  private static func checkHalves() {
    let bytes = (0...UInt16.max).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var floats = [Float](repeating: 0, count: 65536)
    let isDone = unsafe bytes.withUnsafeBytes { raw in
      unsafe floats.withUnsafeMutableBufferPointer {
        (try? unsafe Quant.decode(.f16, raw, into: $0)) != nil
      }
    }
    let wrong = (0..<65536).filter {
      let expected = Float(Float16(bitPattern: UInt16($0)))
      return floats[$0] != expected && !(floats[$0].isNaN && expected.isNaN)
    }
    expect(isDone && wrong.isEmpty, "\(wrong.count) halves")
  }
}
