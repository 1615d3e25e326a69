import TernKernelsPortable
import TernQuant

/// Room for the transposes of a layer's matrices of one shape, as float32; filled anew for each layer.
package final class TransposedWeights {
  /// The transposes: `rows` × `columns`, where the matrices have `columns` rows of `rows` values.
  package let matrices: [WeightMatrix]
  private let blocks: [WeightBlock]
  private let decoded: RowBuffer
  private let indices: [Int32]

  package init(
    count: Int, rows: Int, columns: Int, _ compute: Compute
  ) throws(MemoryError) {
    decoded = try RowBuffer(allocating: columns, columns: rows)
    indices = (0..<columns).map { Int32($0) }
    blocks = (0..<count).map { _ in WeightBlock(rows * columns * 4) }
    var matrices: [WeightMatrix] = []
    for block in blocks {
      do throws(KernelError) {
        matrices.append(
          try unsafe WeightMatrix(
            UnsafeRawBufferPointer(start: block.base, count: rows * columns * 4), type: .f32,
            rows: rows, columns: columns, owner: block, team: compute.team))
      } catch { throw .outOfMemory(bytes: rows * columns * 4) }
    }
    self.matrices = matrices
  }

  /// Whether the room fits so many matrices of this shape.
  package func fits(count: Int, rows: Int, columns: Int) -> Bool {
    matrices.count == count && decoded.columns == rows && decoded.capacity == columns
  }

  /// Writes the transposes of `weights`.
  package func fill(from weights: [WeightMatrix], _ compute: Compute) {
    let rows = decoded.rows(decoded.capacity)
    for (weight, block) in zip(weights, blocks) {
      compute.gatherRows(weight, indices, into: rows)
      let target = unsafe block.base.assumingMemoryBound(to: Float.self)
      compute.forRows(rows.columns, columns: rows.count) { range in
        for row in range {
          for column in 0..<rows.count {
            unsafe target[row * rows.count + column] = rows.row(column)[row]
          }
        }
      }
    }
  }
}

extension Compute {
  /// Reads the keys of `positions` out of a view whose pages have one head; row `i` of `x` gets the
  /// key of the `i`th, and what a row has beyond them may be overwritten by zeros.
  ///
  /// `positions` begins at a page's first position.
  package func readKeys(_ view: KVView, _ positions: Range<Int>, into x: Rows) {
    let all = KVPage.positions
    precondition(positions.lowerBound % all == 0 && x.count >= positions.count)
    precondition(x.stride % 16 == 0)
    let pages = (positions.count + all - 1) / all
    let memories = attentionScratch.workers
    for memory in memories { memory.reserveLines() }
    team.run(pages) { index, worker in
      let first = positions.lowerBound + index * all
      let page = view.slot(of: first).page
      precondition(page.heads == 1 && page.keyDim == x.columns)
      let count = min(all, positions.upperBound - first)
      let memory = memories[worker]
      unsafe vector.readKeys(
        page, count: count, memory.lines, x.row(index * all), x.stride)
    }
  }
}

extension VectorKernels {
  /// The keys of the first `count` positions of a page, `stride` values apart.
  fileprivate func readKeys(
    _ page: KVPage, count: Int, _ lines: UnsafeMutablePointer<Float>,
    _ y: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    let kind =
      switch page.type {
      case .f32: 0
      case .f16: 1
      case .q8_0: 2
      }
    // The kernel writes 16 positions at a time, and the last of them need not be there.
    let whole = count & ~15
    let scales = unsafe kind == 2 ? page.keyScales(0) : lines
    if whole > 0 {
      unsafe spreadKeys(kind, page.keys(0), scales, page.keyDim, whole, y, stride, lines)
    }
    for position in whole..<count {
      for d in 0..<page.keyDim {
        unsafe y[position * stride + d] = page.key(kind, d, position)
      }
    }
  }
}

extension KVPage {
  /// One value of a key of the first head.
  fileprivate func key(_ kind: Int, _ d: Int, _ position: Int) -> Float {
    let place = d * Self.positions + position
    switch kind {
    case 0: return unsafe keys(0).assumingMemoryBound(to: Float.self)[place]
    case 1:
      let bits = unsafe keys(0).assumingMemoryBound(to: UInt16.self)[place]
      return Float(Float16(bitPattern: bits))
    default:
      let code = unsafe keys(0).assumingMemoryBound(to: Int8.self)[place]
      return unsafe Float(code) * keyScales(0)[d / 32 * Self.positions + position]
    }
  }
}
