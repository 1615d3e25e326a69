import TernKernelsPortable

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the values of a head pair up for the rotation.
package enum RopeLayout: Sendable {
  /// `(x0, x1), (x2, x3), …`.
  case adjacent
  /// `(x0, x[d/2]), (x1, x[d/2 + 1]), …`.
  case halves
}

/// Cosines and sines of the rotary position encoding, `[row][pair]`, for one batch and one set of
/// frequencies.
///
/// A row's values are computed when a rotation first needs them, or all at once by `set`; positions
/// and frequencies equal to the last ones cost nothing.
@safe
package final class RopeAngles {
  package let capacityRows: Int
  package let pairs: Int
  /// Rows that hold values now.
  package private(set) var count = 0
  private let memory: UnsafeMutablePointer<Float>
  private var positions: [Int32] = []
  private var frequencies: [Double] = []
  private var scale: Float = 0

  package init(capacityRows: Int, pairs: Int) {
    precondition(capacityRows > 0 && pairs > 0)
    self.capacityRows = capacityRows
    self.pairs = pairs
    unsafe memory = .allocate(capacity: capacityRows * pairs * 2)
  }

  deinit { unsafe memory.deallocate() }

  /// Angles `positions[row] * inverseFrequencies[pair]` (radians), in Double; `scale` multiplies
  /// cosine and sine (YaRN's magnitude).
  package func set(positions: [Int32], inverseFrequencies: [Double], scale: Float) {
    precondition(positions.count <= capacityRows && inverseFrequencies.count == pairs)
    if scale == self.scale && inverseFrequencies == frequencies && positions == self.positions {
      return
    }
    // A copy: the caller goes on to change its array in place.
    self.positions.removeAll(keepingCapacity: true)
    self.positions.append(contentsOf: positions)
    frequencies = inverseFrequencies
    self.scale = scale
    count = positions.count
    for (row, position) in positions.enumerated() {
      if row > 0 && position == positions[row - 1] {
        unsafe cosines(row).update(from: cosines(row - 1), count: pairs * 2)
        continue
      }
      for pair in 0..<pairs {
        let angle = Double(position) * inverseFrequencies[pair]
        unsafe cosines(row)[pair] = Float(cos(angle) * Double(scale))
        unsafe sines(row)[pair] = Float(sin(angle) * Double(scale))
      }
    }
  }

  @inline(__always)
  func cosines(_ row: Int) -> UnsafeMutablePointer<Float> { unsafe memory + row * pairs * 2 }

  @inline(__always)
  func sines(_ row: Int) -> UnsafeMutablePointer<Float> { unsafe memory + (row * 2 + 1) * pairs }
}

extension Compute {
  /// Rotates `ropeDim` values, from `offset` on, of each of the `heads` heads of every row, in place;
  /// row `i` by the angles' row `i`.
  package func rope(
    _ x: Rows, heads: Int, headDim: Int, offset: Int = 0, ropeDim: Int, _ angles: RopeAngles,
    _ layout: RopeLayout
  ) {
    precondition(x.columns == heads * headDim && ropeDim % 2 == 0)
    precondition(offset >= 0 && offset + ropeDim <= headDim)
    precondition(angles.pairs == ropeDim / 2 && angles.count >= x.count)
    let rotate = unsafe layout == .adjacent ? vector.rotateAdjacent : vector.rotateHalves
    forRows(x.count, columns: x.columns) { rows in
      for row in rows {
        for head in 0..<heads {
          unsafe rotate(
            x.row(row) + head * headDim + offset, angles.cosines(row), angles.sines(row),
            ropeDim / 2)
        }
      }
    }
  }
}
