import TernKernelsPortable

// Recurrent layers. Rows of keys lie in pieces of 64 columns, 32 rows a piece (`ChunkKernels`).

extension KernelCases {
  /// Values from one piece to the next.
  private var piece: Int { 32 * 64 }

  /// `rows` rows of `n` columns in pieces, zeros beyond.
  private mutating func pieces(_ rows: Int, _ n: Int, _ low: Float, _ high: Float) -> [Float] {
    var result = zeros((n + 63) / 64 * piece)
    for row in 0..<rows {
      for column in 0..<n {
        result[column / 64 * piece + row * 64 + column % 64] = Float.random(
          in: low..<high, using: &random)
      }
    }
    return result
  }

  package mutating func compareRecurrentKernels() {
    for n in [1, 3, 8, 17, 64, 100] {
      for rows in [1, 4, 7, 16] {
        compareChunks(rows, n)
        compareState(rows, n)
      }
      for rows in [1, 2, 5] { compareConvolutions(rows, n) }
      compareRows(n)
    }
  }

  private mutating func compareChunks(_ rows: Int, _ n: Int) {
    let a = pieces(2 * rows, n, -1, 1)
    let decays = pieces(16, n, 0.3, 1)
    compare("chunkProducts \(rows) \(n)", [a, zeros(592)], .partOfLargest(2e-6)) { t, p in
      unsafe t.recurrent.chunkProducts(p[0], rows, n, p[1])
    }
    compare("decayedProducts \(rows) \(n)", [a, decays, zeros(592)], .partOfLargest(2e-6)) { t, p in
      unsafe t.recurrent.decayedProducts(p[0], p[1], rows, n, p[2])
    }
    compare(
      "decayRows \(rows) \(n)", [a, decays, zeros(a.count), zeros((n + 63) / 64 * 64)], .part(2e-6)
    ) { t, p in unsafe t.recurrent.decayRows(p[0], p[1], rows, n, p[2], p[3]) }
    let pitch = (n + 15) & ~15
    for delta in [false, true] {
      let read = paddedRows(2 * rows, n, stride: pitch)
      let numbers = normal(592, size: 0.2)
      compare(
        "chunkSolve \(delta) \(rows) \(n)",
        [numbers, read, normal(rows * n), zeros(rows * pitch), zeros(rows * n)],
        .partOfLargest(5e-6)
      ) { t, p in
        unsafe t.recurrent.chunkSolve(delta, p[0], rows, n, p[1], pitch, p[2], n, p[3], p[4], n)
      }
    }
  }

  private mutating func compareState(_ rows: Int, _ width: Int) {
    let stride = (width + 15) & ~15
    for keys in [1, 20, 70] {
      let contents = [
        paddedRows(keys, width, stride: stride), uniform(keys, 0.3, 1), pieces(rows, keys, -1, 1),
        paddedRows(rows, width, stride: stride), normal(rows),
      ]
      for hasDecays in [false, true] {
        compare("updateState \(rows) \(keys) × \(width)", contents, .partOfLargest(2e-6)) { t, p in
          unsafe t.recurrent.updateState(
            p[0], stride, keys, width, hasDecays ? UnsafePointer(p[1]) : nil, 0.7, p[2], p[3],
            stride, p[4], rows)
        }
      }
    }
  }

  private mutating func compareConvolutions(_ rows: Int, _ n: Int) {
    for taps in [2, 3, 4, 6] {
      for silu in [false, true] {
        let contents = [
          normal(rows * n), normal((taps - 1) * n), normal(taps * n), normal(n), zeros(rows * n),
        ]
        compare("convolve \(rows) × \(n), \(taps) taps", contents, .partOfLargest(5e-6)) { t, p in
          unsafe t.recurrent.convolve(
            p[0], n, rows, p[1], n, p[2], n, p[3], taps, n, silu, p[4], n)
        }
        compare("convolve in place \(rows) × \(n)", contents, .partOfLargest(5e-6)) { t, p in
          unsafe t.recurrent.convolve(
            p[0], n, rows, p[1], n, p[2], n, p[3], taps, n, silu, p[0], n)
        }
      }
    }
  }

  /// The recurrences that take one row at a time.
  private mutating func compareRows(_ n: Int) {
    let stride = (n + 15) & ~15
    for count in [1, 16] {
      let state = paddedRows(count, n, stride: stride)
      let rates = uniform(count * n, -4, 0)
      for hasSkip in [false, true] {
        let contents = [
          state, rates, normal(n), uniform(n, 0, 1), normal(count), normal(count), normal(n),
          zeros(n),
        ]
        compare("scanRow \(count) × \(n)", contents, .partOfLargest(5e-6)) { t, p in
          unsafe t.recurrent.scanRow(
            p[0], stride, p[1], n, count, n, p[2], p[3], p[4], p[5],
            hasSkip ? UnsafePointer(p[6]) : nil, p[7])
        }
      }
    }
    for keys in [1, 20] {
      let contents = [
        paddedRows(keys, n, stride: stride), uniform(keys, 0.3, 1), normal(keys), normal(n),
        normal(keys), normal(keys), normal(keys), zeros(n),
      ]
      compare("wkvRow \(keys) × \(n)", contents, .partOfLargest(5e-6)) { t, p in
        unsafe t.recurrent.wkvRow(
          p[0], stride, keys, n, p[1], p[2], p[3], p[4], p[5], p[6], p[7])
      }
    }
  }
}
