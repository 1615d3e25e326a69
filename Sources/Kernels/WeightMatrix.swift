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
  /// First panel, or first row.
  let base: UnsafeRawPointer
  /// Bytes of one panel, or of one row.
  let stride: Int
  private let memory: UnsafeMutableRawPointer?
  private let owner: (any AnyObject & Sendable)?

  // Sendable: the memory is written in `init` only.

  /// Takes `rows` × `columns` weights of `type` from `bytes`, row after row as in a GGUF tensor.
  ///
  /// Packs on the team's threads where the type has panels, and calls `released` (on the calling
  /// thread, in order) with the ranges of `bytes` that are not needed any more. Otherwise the bytes
  /// are used in place and `owner` is kept to keep them valid.
  package init(
    _ bytes: UnsafeRawBufferPointer, type: TensorType, rows: Int, columns: Int,
    owner: any AnyObject & Sendable, team: Team, released: (Range<Int>) -> Void = { _ in }
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
      let memory = unsafe allocateWeights(panels * stride)
      unsafe self.memory = memory
      unsafe base = UnsafeRawPointer(memory)
      self.owner = nil
      residentBytes = panels * stride
      readBytes = residentBytes
      unsafe PanelPacker(
        type: type, layout: layout, source: bytes, rows: rows, rowBytes: rowBytes,
        target: memory, panelBytes: stride
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

/// One packing of a matrix: slices of panels on the team's threads, released slice by slice.
@safe
private struct PanelPacker {
  let type: TensorType
  let layout: PanelLayout
  let source: UnsafeRawBufferPointer
  let rows: Int
  let rowBytes: Int
  let target: UnsafeMutableRawPointer
  let panelBytes: Int

  /// Source bytes of a slice: what stays doubled in memory while packing.
  static var sliceBytes: Int { 8 << 20 }

  func run(team: Team, released: (Range<Int>) -> Void) {
    guard let first = unsafe source.baseAddress else { return }
    let panels = (rows + PanelLayout.rows - 1) / PanelLayout.rows
    let perSlice = max(1, Self.sliceBytes / max(1, rowBytes * PanelLayout.rows))
    for start in stride(from: 0, to: panels, by: perSlice) {
      let end = min(panels, start + perSlice)
      let parts = min(end - start, 4 * team.threads)
      team.run(parts) { part in
        let from = start + (end - start) * part / parts
        let to = start + (end - start) * (part + 1) / parts
        for panel in from..<to { unsafe pack(panel, first) }
      }
      released(start * PanelLayout.rows * rowBytes..<min(rows, end * PanelLayout.rows) * rowBytes)
    }
  }

  private func pack(_ panel: Int, _ first: UnsafeRawPointer) {
    let firstRow = panel * PanelLayout.rows
    let count = min(PanelLayout.rows, rows - firstRow)
    let from = unsafe first + firstRow * rowBytes
    let to = unsafe target + panel * panelBytes
    if count < PanelLayout.rows {
      unsafe to.initializeMemory(as: UInt8.self, repeating: 0, count: panelBytes)
    }
    let units = panelBytes / layout.unitBytes
    unsafe packPanel(
      type, from, rowBytes: rowBytes, lanes: count, to, units: units,
      unitBytes: layout.unitBytes)
  }
}
