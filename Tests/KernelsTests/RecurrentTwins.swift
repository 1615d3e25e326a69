import Foundation
import TernKernels
import TernTestSupport
import Testing

/// The recurrences in double precision, one row after the other and as they are written down: what
/// the kernels are compared with.
enum RecurrentTwins {
  /// `y[t][c] = f(bias + Σ weights[c][i] * x[t - taps + 1 + i][c])` with zeros before the first row.
  static func convolution(
    _ x: [[Float]], weights: [Float], taps: Int, bias: [Float]?, silu: Bool
  ) -> [[Double]] {
    x.indices.map { t in
      x[t].indices.map { c in
        var total = Double(bias?[c] ?? 0)
        for i in 0..<taps where t - taps + 1 + i >= 0 {
          total += Double(weights[c * taps + i]) * Double(x[t - taps + 1 + i][c])
        }
        return silu ? total / (1 + exp(-total)) : total
      }
    }
  }

  /// The gated delta rule; `decay` has one value for each value head or for each of its keys.
  static func deltaRule(
    q: [[Float]], k: [[Float]], v: [[Float]], decay: [[Float]], beta: [[Float]], shape: DeltaShape
  ) -> [[Double]] {
    let (keys, values) = (shape.keyDim, shape.valueDim)
    var result = v.map { $0.map { _ in 0.0 } }
    for head in 0..<shape.valueHeads {
      let keyHead =
        shape.sharing == .neighbours
        ? head / (shape.valueHeads / shape.keyHeads) : head % shape.keyHeads
      var state = [[Double]](
        repeating: [Double](repeating: 0, count: values), count: keys)
      for t in v.indices {
        for i in 0..<keys {
          let perKey = decay[t].count > shape.valueHeads
          let factor = exp(Double(decay[t][perKey ? head * keys + i : head]))
          for j in 0..<values { state[i][j] *= factor }
        }
        let key = (0..<keys).map { Double(k[t][keyHead * keys + $0]) }
        let query = (0..<keys).map { Double(q[t][keyHead * keys + $0]) }
        for j in 0..<values {
          let read = (0..<keys).reduce(0.0) { $0 + state[$1][j] * key[$1] }
          let update = Double(beta[t][head]) * (Double(v[t][head * values + j]) - read)
          for i in 0..<keys { state[i][j] += key[i] * update }
          let total = (0..<keys).reduce(0.0) { $0 + state[$1][j] * query[$1] }
          result[t][head * values + j] = Double(shape.scale) * total
        }
      }
    }
    return result
  }

  /// The recurrence of Mamba-2.
  static func stateSpace(
    x: [[Float]], dt: [[Float]], b: [[Float]], c: [[Float]], a: [Float], d: [Float]?,
    shape: StateSpaceShape
  ) -> [[Double]] {
    var result = x.map { $0.map { _ in 0.0 } }
    for head in 0..<shape.heads {
      let group = head / (shape.heads / shape.groups) * shape.stateDim
      for column in head * shape.headDim..<(head + 1) * shape.headDim {
        var state = [Double](repeating: 0, count: shape.stateDim)
        for t in x.indices {
          let (step, input) = (Double(dt[t][head]), Double(x[t][column]))
          var total = Double(d?[head] ?? 0) * input
          for n in 0..<shape.stateDim {
            state[n] =
              state[n] * exp(step * Double(a[head])) + step * input * Double(b[t][group + n])
            total += state[n] * Double(c[t][group + n])
          }
          result[t][column] = total
        }
      }
    }
    return result
  }

  /// The selective scan of Mamba-1; `rates` as GGUF files have them.
  static func selectiveScan(
    x: [[Float]], dt: [[Float]], b: [[Float]], c: [[Float]], rates: [Float], d: [Float]?
  ) -> [[Double]] {
    let count = b[0].count
    var result = x.map { $0.map { _ in 0.0 } }
    for channel in x[0].indices {
      var state = [Double](repeating: 0, count: count)
      for t in x.indices {
        let (step, input) = (Double(dt[t][channel]), Double(x[t][channel]))
        var total = Double(d?[channel] ?? 0) * input
        for i in 0..<count {
          state[i] =
            state[i] * exp(step * Double(rates[channel * count + i])) + Double(b[t][i]) * step
            * input
          total += state[i] * Double(c[t][i])
        }
        result[t][channel] = total
      }
    }
    return result
  }

  /// The recurrence of RWKV-7; the inputs are r, w, k, v, a, b.
  static func wkv(_ inputs: [[[Float]]], heads: Int) -> [[Double]] {
    let (rows, columns) = (inputs[0].count, inputs[0][0].count)
    let width = columns / heads
    var result = inputs[0].map { $0.map { _ in 0.0 } }
    for head in 0..<heads {
      var state = [[Double]](repeating: [Double](repeating: 0, count: width), count: width)
      for t in 0..<rows {
        func value(_ input: Int, _ i: Int) -> Double { Double(inputs[input][t][head * width + i]) }
        for i in 0..<width {
          let removed = (0..<width).reduce(0.0) { $0 + state[$1][i] * value(4, $1) }
          for j in 0..<width {
            state[j][i] =
              state[j][i] * value(1, j) + value(2, j) * value(3, i) + value(5, j) * removed
          }
          result[t][head * width + i] = (0..<width).reduce(0.0) { $0 + state[$1][i] * value(0, $1) }
        }
      }
    }
    return result
  }
}

/// Rows for a recurrent kernel, as arrays and as guarded memory.
struct RecurrentInput {
  let values: [[Float]]
  let guarded: GuardedRows

  init(_ rows: Int, _ columns: Int, offset: Int = 1, _ value: (Int, Int) -> Float) {
    let values = (0..<rows).map { row in (0..<columns).map { value(row, $0) } }
    guarded = GuardedRows(rows: rows, columns: columns, offset: offset) { values[$0][$1] }
    self.values = values
  }

  var rows: Rows { guarded.rows }
}

/// Ways to cut 40 rows into calls.
let recurrentSplits: [[Int]] = [
  [40], [Int](repeating: 1, count: 40), [3, 16, 21], [17, 2, 20, 1],
]

/// The ranges of rows of the calls in `split`.
func ranges(_ split: [Int]) -> [Range<Int>] {
  var start = 0
  return split.map { count in
    defer { start += count }
    return start..<start + count
  }
}

/// Expects every row to be within `tolerance` of `expected`, relative to the largest value.
func expectRows(
  _ found: GuardedRows, _ expected: [[Double]], relative tolerance: Double,
  _ what: @autoclosure () -> String
) {
  let largest = expected.joined().reduce(0) { max($0, abs($1)) }
  for row in expected.indices {
    expectClose(found.values(row), expected[row], "\(what()) row \(row)") { _ in
      tolerance * largest
    }
  }
}
