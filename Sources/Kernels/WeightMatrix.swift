import TernQuant

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The weights of one linear map: `rows` outputs, `columns` inputs, y = W x.
///
/// Quantized types with kernels of their own are packed into panels of 16 rows (see
/// ``PanelLayout``) in memory of their own; all others stay where they are, in the file's layout.
/// Immutable after `init`; may be read from several threads.
@safe
package final class WeightMatrix: @unchecked Sendable {
  package let rows: Int
  package let columns: Int
  package let type: TensorType
  /// Bytes of anonymous memory held; 0 where the file's bytes are used in place.
  package let residentBytes: Int
  /// Bytes of weights that one matrix-vector product reads.
  package let readBytes: Int

  /// The panel layout, or `nil` where rows lie as in the file.
  let layout: PanelLayout?
  /// Whether the activations that it meets share a scale over 256 columns, as its weights do.
  var isWide: Bool { layout?.columns == 256 }
  /// First panel, or first row.
  let base: UnsafeRawPointer
  /// Bytes of one panel, or of one row.
  let stride: Int
  private let memory: UnsafeMutableRawPointer?
  private let owner: (any AnyObject & Sendable)?

  // Sendable: the memory is written in `init` only.

  /// Takes `rows` × `columns` weights of `type` from `bytes`, row after row as in a GGUF tensor.
  ///
  /// Packs on the team's threads where the type has panels, with the kernels of `isa`, and calls
  /// `released` with the ranges of `bytes` that are not needed any more: every byte once, in any
  /// order, on any of the threads. Otherwise the bytes are used in place and `owner` is kept to
  /// keep them valid. The panels lie in `shared` where there is room, else in memory of their own.
  package init(
    _ bytes: UnsafeRawBufferPointer, type: TensorType, rows: Int, columns: Int,
    owner: any AnyObject & Sendable, team: Team, isa: ISA = .portable,
    in shared: WeightMemory? = nil, released: (Range<Int>) -> Void = { _ in }
  ) throws(KernelError) {
    let rowBytes = try Self.rowBytes(type, rows: rows, columns: columns)
    guard bytes.count == rows * rowBytes else {
      throw .byteCount(expected: rows * rowBytes, found: bytes.count)
    }
    self.rows = rows
    self.columns = columns
    self.type = type
    layout = columns == 0 ? nil : PanelLayout(type)
    if let layout {
      stride = columns / layout.columns * layout.unitBytes
      let panels = (rows + PanelLayout.rows - 1) / PanelLayout.rows
      let place = unsafe shared?.take(panels * stride)
      let target = unsafe place ?? allocateWeights(panels * stride)
      unsafe memory = place == nil ? target : nil
      unsafe base = UnsafeRawPointer(target)
      self.owner = unsafe place == nil ? nil : shared
      residentBytes = panels * stride
      readBytes = residentBytes
      unsafe PanelPacker(
        type: type, layout: layout, isa: isa, source: bytes, rows: rows, rowBytes: rowBytes,
        target: target, panelBytes: stride
      ).run(team: team, released: released)
    } else {
      stride = rowBytes
      unsafe memory = nil
      unsafe base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
      self.owner = owner
      residentBytes = 0
      readBytes = bytes.count
    }
  }

  /// A float32 matrix in memory of its own; for computed weights and tests.
  package init(floats: [Float], rows: Int, columns: Int) {
    precondition(rows >= 0 && columns >= 0 && floats.count == rows * columns)
    self.rows = rows
    self.columns = columns
    type = .f32
    layout = nil
    stride = columns * 4
    residentBytes = floats.count * 4
    readBytes = residentBytes
    let memory = unsafe allocateWeights(residentBytes)
    unsafe self.memory = memory
    unsafe base = UnsafeRawPointer(memory)
    owner = nil
    for (index, value) in floats.enumerated() {
      unsafe memory.storeBytes(of: value, toByteOffset: 4 * index, as: Float.self)
    }
  }

  deinit { unsafe memory?.deallocate() }

  /// A copy of the weights as they lie in memory; for tests.
  package var storedBytes: [UInt8] {
    let panels = (rows + PanelLayout.rows - 1) / PanelLayout.rows
    let count = (layout == nil ? rows : panels) * stride
    return unsafe Array(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Bytes of a row in the file, after checking that such a matrix can exist.
  private static func rowBytes(
    _ type: TensorType, rows: Int, columns: Int
  ) throws(KernelError) -> Int {
    switch type {
    case .i8, .i16, .i32, .i64, .f64: throw .unsupported(type)
    default: break
    }
    let limit = 1 << 44
    guard rows >= 0, rows < 1 << 31, columns >= 0, columns < 1 << 31,
      let rowBytes = type.byteCount(elements: columns),
      rows == 0 || rowBytes <= limit / rows
    else { throw .shape(rows: rows, columns: columns, type: type) }
    return rowBytes
  }
}

/// Memory for weights: 64-byte aligned, and large pieces on large pages where the system has them.
func allocateWeights(_ count: Int) -> UnsafeMutableRawPointer {
  let large = 2 << 20
  guard count >= 2 * large else {
    return .allocate(byteCount: max(64, count), alignment: 64)
  }
  let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: large)
  #if os(Linux)
    // Whole large pages only: a page begun at the end would be resident in full.
    unsafe _ = madvise(memory, count / large * large, MADV_HUGEPAGE)
  #endif
  return unsafe memory
}
