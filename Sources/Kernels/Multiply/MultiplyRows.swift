import TernKernelsPortable
import TernQuant

// Weights that lie as in the file: float types, and types without panels.

/// Ways to multiply weights that lie as in the file.
enum RowMethod {
  /// Dot products of a few rows: nothing is converted or copied.
  case dots
  /// Our own kernel for many activation rows (``FloatBlockKernels``).
  case blocks
  /// The library, for float32: others are widened first.
  case blas
}

extension Compute {
  /// Activation rows from which converting a block of weights for BLAS pays.
  ///
  /// It packs both sides anew at every call. Fewer than 16 rows do not take it in any case: each has
  /// the same bits as alone.
  var blasRows: Int { matrix.blasRows }
  /// Weight rows decoded at a time.
  private static var decodedRows: Int { 144 }

  /// How `count` activation rows meet weights that lie as in the file.
  func rowMethod(count: Int) -> RowMethod {
    if let floatBlockRows { return count >= floatBlockRows ? .blocks : .dots }
    return blas != nil && count >= blasRows ? .blas : .dots
  }

  /// All activation rows over the weight rows of `range`.
  func multiplyRows(_ job: MatmulJob, _ range: Range<Int>, _ scratch: Scratch) {
    let weight = job.weight
    let method = rowMethod(count: job.input.count)
    let own = method == .blocks ? matrix.floatBlocks?.scratchBytes(job.input.count) ?? 0 : 0
    if let float = weight.type.float, float == .f32 || method != .blas {
      let from = unsafe weight.base + range.lowerBound * weight.stride
      unsafe multiplyFloatRows(
        method, float, from, weight.stride, range.count, job, range.lowerBound,
        scratch.reserve(own))
      return
    }
    let rowBytes = weight.columns * 4
    let step = Self.decodedRows
    let memory = unsafe scratch.reserve(own + min(step, range.count) * rowBytes)
    let buffer = unsafe memory + own
    for start in stride(from: range.lowerBound, to: range.upperBound, by: step) {
      let end = min(range.upperBound, start + step)
      for row in start..<end {
        unsafe decodeRow(
          weight, row,
          into: (buffer + (row - start) * rowBytes).assumingMemoryBound(to: Float.self))
      }
      unsafe multiplyFloatRows(method, .f32, buffer, rowBytes, end - start, job, start, memory)
    }
  }

  /// `rows` rows of F32 (`blas`), F16 or BF16 weights, the first of them row `firstRow` of the matrix.
  private func multiplyFloatRows(
    _ method: RowMethod, _ type: FloatType, _ weights: UnsafeRawPointer, _ rowBytes: Int,
    _ rows: Int, _ job: MatmulJob, _ firstRow: Int, _ memory: UnsafeMutableRawPointer
  ) {
    let product = unsafe FloatProduct(
      weights: weights, rowBytes: rowBytes, rows: rows, columns: job.weight.columns,
      x: job.input.base, xStride: job.input.stride, count: job.input.count,
      out: job.output.base + firstRow, stride: job.output.stride)
    if method == .blocks, let floatBlocks = matrix.floatBlocks {
      unsafe floatBlocks.multiply(type, product, memory)
      return
    }
    // BLAS takes pointers to floats: a file may place them at odd addresses.
    if method == .blas, let blas, product.columns > 0, Int(bitPattern: weights) & 3 == 0 {
      unsafe blas.multiply(
        product.count, rows, product.columns, product.x, product.xStride,
        weights.assumingMemoryBound(to: Float.self), product.columns, product.out, product.stride)
      return
    }
    matrix.multiplyFloats(type, product)
  }

  /// Row `row` of any matrix as float32.
  func decodeRow(_ weight: WeightMatrix, _ row: Int, into out: UnsafeMutablePointer<Float>) {
    if let format = weight.format {
      unsafe weight.withPanelRow(row) { panel, lane in
        unsafe readPanelRow(
          format, panel, units: weight.columns / format.columns, lane: lane, into: out)
      }
      return
    }
    let from = unsafe weight.base + row * weight.stride
    if let float = weight.type.float {
      unsafe matrix.widenFloats(float, from, weight.columns, out)
      return
    }
    // The sizes were checked when the matrix was made.
    try? unsafe Quant.decode(
      weight.type, UnsafeRawBufferPointer(start: from, count: weight.stride),
      into: UnsafeMutableBufferPointer(start: out, count: weight.columns))
  }
}

extension Compute {
  /// `x[i] = W[indices[i]]` decoded to float32: the embedding lookup.
  ///
  /// Every index must be a row of `weight`.
  package func gatherRows(_ weight: WeightMatrix, _ indices: [Int32], into x: Rows) {
    precondition(x.count == indices.count && x.columns == weight.columns)
    for index in indices { precondition(index >= 0 && Int(index) < weight.rows, "row index") }
    let parts = indices.count * weight.columns < 32 << 10 ? 1 : min(indices.count, 4 * team.threads)
    team.run(parts) { part in
      let (from, to) = (indices.count * part / parts, indices.count * (part + 1) / parts)
      for row in from..<to { unsafe decodeRow(weight, Int(indices[row]), into: x.row(row)) }
    }
  }

  /// As above, for indices of type `Int`.
  package func gatherRows(_ weight: WeightMatrix, _ indices: [Int], into x: Rows) {
    gatherRows(weight, indices.map(Int32.init), into: x)
  }
}
