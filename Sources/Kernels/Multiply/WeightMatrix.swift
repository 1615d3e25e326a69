import Synchronization
import TernKernelsPortable
import TernQuant

/// The weights of one linear map: `rows` outputs, `columns` inputs, y = W x.
///
/// Quantized types with kernels of their own are packed into panels of 16 rows (see
/// ``PanelFormat``) in memory of their own, at once or behind the first products; all others stay
/// where they are, in the file's layout. The weights are the same before and after; may be read
/// from several threads.
@safe
package final class WeightMatrix: @unchecked Sendable {
  package let rows: Int
  package let columns: Int
  package let type: TensorType
  /// Bytes of anonymous memory held once packed; 0 where the file's bytes are used in place.
  package let residentBytes: Int
  /// Bytes of weights that one matrix-vector product reads.
  package let readBytes: Int

  /// How panels lie, or `nil` where rows lie as in the file.
  let format: PanelFormat?
  /// Whether the activations that it meets share a scale over 256 columns, as its weights do.
  var isWide: Bool { format?.isWide ?? false }
  /// First panel, or first row.
  let base: UnsafeRawPointer
  /// Bytes of one panel, or of one row.
  let stride: Int
  private let owner: (any AnyObject & Sendable)?
  /// What packs the matrix behind; `nil` where it was packed in `init` or has no panels.
  private let packer: PanelPacker?
  /// Whether products need not ask the packer any more.
  private let isSettled: Atomic<Bool>

  // Sendable: the memory is written in `init`, and by the packer, which orders its accesses.

  /// Takes `rows` × `columns` weights of `type` from `bytes`, row after row as in a GGUF tensor.
  ///
  /// Packs on the team's threads where the type has panels, with the kernels of `isa`, and calls
  /// `released` with the ranges of `bytes` that are not needed any more, in any order, on any
  /// thread: every byte once, and all of them when the last are done. Otherwise the bytes are used
  /// in place and `owner` is kept to keep them valid. The panels lie in `shared` where there is
  /// room, else in memory of their own.
  ///
  /// With `behind` nothing is packed yet and `owner` is kept: products use the bytes in place until
  /// they or `behind` have packed them. With `isLookup` nothing is ever packed: rows are looked up
  /// in place, and products are slow.
  package init(
    _ bytes: UnsafeRawBufferPointer, type: TensorType, rows: Int, columns: Int,
    owner: any AnyObject & Sendable, team: Team, isa: ISA = .portable,
    in shared: WeightMemory? = nil, behind: BackgroundPacking? = nil, isLookup: Bool = false,
    released: @escaping @Sendable (Range<Int>) -> Void = { _ in }
  ) throws(KernelError) {
    let rowBytes = try Self.rowBytes(type, rows: rows, columns: columns)
    guard bytes.count == rows * rowBytes else {
      throw .byteCount(expected: rows * rowBytes, found: bytes.count)
    }
    self.rows = rows
    self.columns = columns
    self.type = type
    format = columns == 0 || isLookup ? nil : type.panel
    guard let format, let first = bytes.baseAddress, rows > 0 else {
      stride = rowBytes
      unsafe base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
      self.owner = owner
      packer = nil
      isSettled = Atomic(true)
      residentBytes = 0
      readBytes = bytes.count
      return
    }
    stride = columns / format.columns * format.unitBytes
    let panels = (rows + PanelFormat.rows - 1) / PanelFormat.rows
    residentBytes = panels * stride
    readBytes = residentBytes
    let place: UnsafeMutableRawPointer
    let holder: any AnyObject & Sendable
    if let shared, let taken = unsafe shared.take(residentBytes) {
      unsafe (place, holder) = (taken, shared)
    } else {
      let block = WeightBlock(residentBytes)
      unsafe (place, holder) = (block.base, block)
    }
    unsafe base = UnsafeRawPointer(place)
    self.owner = holder
    let packer = unsafe PanelPacker(
      type: type, format: format, packPanel: isa.kernels.matrix.packPanel,
      source: UnsafeRawBufferPointer(start: first, count: bytes.count), rows: rows,
      rowBytes: rowBytes, target: place, panelBytes: stride, threads: team.threads,
      owners: [owner, holder], released: released)
    self.packer = behind == nil ? nil : packer
    isSettled = Atomic(behind == nil)
    if let behind { behind.add(packer) } else { packer.run(team: team) }
  }

  /// A matrix in memory of its own, as float32 or float16; for computed weights and tests.
  package init(floats: [Float], rows: Int, columns: Int, isHalf: Bool = false) {
    precondition(rows >= 0 && columns >= 0 && floats.count == rows * columns)
    let size = isHalf ? 2 : 4
    self.rows = rows
    self.columns = columns
    type = isHalf ? .f16 : .f32
    format = nil
    stride = columns * size
    residentBytes = floats.count * size
    readBytes = residentBytes
    let block = WeightBlock(residentBytes)
    unsafe base = UnsafeRawPointer(block.base)
    owner = block
    packer = nil
    isSettled = Atomic(true)
    for (index, value) in floats.enumerated() {
      if isHalf {
        unsafe block.base.storeBytes(
          of: Float16(value).bitPattern, toByteOffset: 2 * index, as: UInt16.self)
      } else {
        unsafe block.base.storeBytes(of: value, toByteOffset: 4 * index, as: Float.self)
      }
    }
  }

  /// Whether nothing is left to be packed.
  package var isPacked: Bool { packer?.isComplete ?? true }

  /// A copy of the weights as they lie in memory once packed; for tests.
  package var storedBytes: [UInt8] {
    precondition(isPacked, "not packed yet")
    let panels = (rows + PanelFormat.rows - 1) / PanelFormat.rows
    let count = (format == nil ? rows : panels) * stride
    return unsafe Array(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Bytes of a row in the file, after checking that such a matrix can exist.
  private static func rowBytes(
    _ type: TensorType, rows: Int, columns: Int
  ) throws(KernelError) -> Int {
    guard type.float != nil || Quant.hasCodes(type) else { throw .unsupported(type) }
    let limit = 1 << 44
    guard rows >= 0, rows < 1 << 31, columns >= 0, columns < 1 << 31,
      let rowBytes = type.byteCount(elements: columns),
      rows == 0 || rowBytes <= limit / rows
    else { throw .shape(rows: rows, columns: columns, type: type) }
    return rowBytes
  }
}

// MARK: - While panels are packed behind

extension WeightMatrix {
  /// Called before a product: packs the matrix where it is used for the second time.
  @inline(__always)
  func prepare(team: Team) {
    if !isSettled.load(ordering: .acquiring) { packOnUse(team) }
  }

  /// Whether all panels lie in their place, as products with one row want them.
  @inline(__always)
  var isReady: Bool { isSettled.load(ordering: .acquiring) || settle() }

  private func settle() -> Bool {
    if isPacked { isSettled.store(true, ordering: .releasing) }
    return isPacked
  }

  private func packOnUse(_ team: Team) {
    packer?.prepare(team: team)
    _ = settle()
  }

  /// The first byte of panel `index` and of those behind it, or `nil` where they may not be packed
  /// yet.
  @inline(__always)
  func panels(from index: Int) -> UnsafeRawPointer? {
    isSettled.load(ordering: .acquiring) ? unsafe base + index * stride : nil
  }

  /// Calls `body` with runs of panels that together are `range`, and the first byte of each run.
  func withPanels(
    _ range: Range<Int>, _ scratch: Scratch, _ body: (Range<Int>, UnsafeRawPointer) -> Void
  ) {
    if let packer {
      unsafe packer.withPanels(range, scratch, body)
    } else {
      unsafe body(range, base + range.lowerBound * stride)
    }
  }

  /// Calls `body` with a panel that has row `row` in it, and the place of the row there.
  func withPanelRow(_ row: Int, _ body: (_ panel: UnsafeRawPointer, _ lane: Int) -> Void) {
    if let packer, !packer.isComplete {
      unsafe packer.withRow(row, body)
    } else {
      unsafe body(base + row / PanelFormat.rows * stride, row % PanelFormat.rows)
    }
  }
}
