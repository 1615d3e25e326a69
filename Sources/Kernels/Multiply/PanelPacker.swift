import Synchronization
import TernKernelsPortable
import TernQuant

/// The packing of one matrix: pieces of panels, each packed once by the thread that claims it.
///
/// ```
/// state of a piece   free ──▶ claimed ──▶ packed
///                       one thread wins     its bytes are written before
/// ```
/// Until a piece is packed its panels can be had all the same: made of the file's bytes in scratch
/// memory. They have the same bytes there, so a product does not depend on who packs when.
///
/// Sendable: a piece of the target is written by the thread that claimed it (compare-and-swap),
/// and read by others only after its state says so (release, acquire).
@safe
final class PanelPacker: @unchecked Sendable {
  private let type: TensorType
  private let format: PanelFormat
  /// The kernel that packs 16 rows.
  private let packPanel: (TensorType, PanelSource) -> Void
  private let source: UnsafeRawBufferPointer
  private let rows: Int
  private let rowBytes: Int
  private let target: UnsafeMutableRawPointer
  private let panelBytes: Int
  private let panels: Int
  /// Panels of a piece; the last piece may have fewer.
  private let piecePanels: Int
  private let pieces: Int
  private let states: UnsafeMutablePointer<Atomic<UInt8>>
  private let left: Atomic<Int>
  private let wasUsed = Atomic<Bool>(false)
  private let released: @Sendable (Range<Int>) -> Void
  /// What keeps `source` valid, and `target`.
  private let owners: [any AnyObject & Sendable]

  private static var free: UInt8 { 0 }
  private static var claimed: UInt8 { 1 }
  private static var packed: UInt8 { 2 }
  /// Source bytes of a piece; one for each thread is what stays doubled in memory while packing.
  private static var pieceBytes: Int { 512 << 10 }
  /// Panels that are made in scratch memory at a time: what stays in a core's cache.
  private static var scratchBytes: Int { 128 << 10 }

  /// Nothing is packed yet; `source` and `target` must stay valid as long as one of `owners` lives.
  init(
    type: TensorType, format: PanelFormat, packPanel: @escaping (TensorType, PanelSource) -> Void,
    source: UnsafeRawBufferPointer, rows: Int, rowBytes: Int, target: UnsafeMutableRawPointer,
    panelBytes: Int, threads: Int,
    owners: [any AnyObject & Sendable], released: @escaping @Sendable (Range<Int>) -> Void
  ) {
    self.type = type
    self.format = format
    self.packPanel = packPanel
    unsafe self.source = source
    self.rows = rows
    self.rowBytes = rowBytes
    unsafe self.target = target
    self.panelBytes = panelBytes
    self.owners = owners
    self.released = released
    panels = (rows + PanelFormat.rows - 1) / PanelFormat.rows
    let wanted = max(1, min(panels, max(4 * threads, source.count / Self.pieceBytes)))
    // Prompts take panels three by three.
    piecePanels = ((panels + wanted - 1) / wanted + 2) / 3 * 3
    pieces = (panels + piecePanels - 1) / piecePanels
    left = Atomic(pieces)
    unsafe states = .allocate(capacity: max(1, pieces))
    for piece in 0..<pieces { unsafe (states + piece).initialize(to: Atomic(Self.free)) }
  }

  deinit {
    unsafe states.deinitialize(count: pieces)
    unsafe states.deallocate()
  }

  /// Whether every panel lies in its place.
  var isComplete: Bool { left.load(ordering: .acquiring) == 0 }

  /// Packs what nobody has claimed, on all threads of `team`.
  func run(team: Team) {
    guard !isComplete else { return }
    // Neighbouring parts run at the same time: they begin far from each other, so that no two
    // threads touch the same large page first, for which the system would clear it twice.
    let perThread = (pieces + team.threads - 1) / team.threads
    team.run(perThread * team.threads) { part in
      let piece = part % team.threads * perThread + part / team.threads
      if piece < pieces { _ = pack(piece: piece) }
    }
  }

  /// Called before a product: the first one reads the file's bytes, the second packs the matrix.
  ///
  /// So a first token costs no memory to be cleared and written, and no later one pays twice.
  func prepare(team: Team) {
    if wasUsed.exchange(true, ordering: .relaxed) { run(team: team) }
  }

  /// Packs a piece that nobody has claimed; says whether it was free.
  func pack(piece: Int) -> Bool {
    let (won, _) = unsafe states[piece].compareExchange(
      expected: Self.free, desired: Self.claimed, ordering: .acquiringAndReleasing)
    guard won else { return false }
    let (from, to) = (piece * piecePanels, min(panels, (piece + 1) * piecePanels))
    for panel in from..<to { unsafe pack(panel, target + panel * panelBytes) }
    unsafe states[piece].store(Self.packed, ordering: .releasing)
    let rest = left.subtract(1, ordering: .acquiringAndReleasing).newValue
    released(from * PanelFormat.rows * rowBytes..<min(rows, to * PanelFormat.rows) * rowBytes)
    if rest == 0 { released(0..<rows * rowBytes) }
    return true
  }

  /// Packs pieces one after the other until all are claimed or `isStopped` says so.
  func packAll(isStopped: () -> Bool) {
    for piece in 0..<pieces where !isStopped() { _ = pack(piece: piece) }
  }

  /// Calls `body` with runs of panels that together are `range`, and where their bytes lie: in
  /// their place, or in `scratch`.
  func withPanels(
    _ range: Range<Int>, _ scratch: Scratch, _ body: (Range<Int>, UnsafeRawPointer) -> Void
  ) {
    let most = max(3, Self.scratchBytes / panelBytes / 3 * 3)
    var start = range.lowerBound
    while start < range.upperBound {
      let pieceEnd = min(range.upperBound, (start / piecePanels + 1) * piecePanels)
      if isPacked(panel: start) {
        unsafe body(start..<pieceEnd, target + start * panelBytes)
        start = pieceEnd
      } else {
        let end = min(pieceEnd, start + most)
        let memory = unsafe scratch.reserve((end - start) * panelBytes)
        for panel in start..<end { unsafe pack(panel, memory + (panel - start) * panelBytes) }
        unsafe body(start..<end, memory)
        start = end
      }
    }
  }

  /// Calls `body` with a panel that has row `row` in it, and the place of the row there.
  ///
  /// Of a panel that is not packed only the row is made.
  func withRow(_ row: Int, _ body: (_ panel: UnsafeRawPointer, _ lane: Int) -> Void) {
    let panel = row / PanelFormat.rows
    if isPacked(panel: panel) {
      return unsafe body(target + panel * panelBytes, row % PanelFormat.rows)
    }
    guard let first = unsafe source.baseAddress else { return }
    unsafe withUnsafeTemporaryAllocation(byteCount: panelBytes, alignment: 64) { buffer in
      guard let memory = buffer.baseAddress else { return }
      unsafe packRows(
        type,
        PanelSource(
          source: first + row * rowBytes, rowBytes: rowBytes, rows: 1, panel: memory,
          units: panelBytes / format.unitBytes))
      unsafe body(memory, 0)
    }
  }

  private func isPacked(panel: Int) -> Bool {
    unsafe states[panel / piecePanels].load(ordering: .acquiring) == Self.packed
  }

  private func pack(_ panel: Int, _ to: UnsafeMutableRawPointer) {
    guard let first = unsafe source.baseAddress else { return }
    let firstRow = panel * PanelFormat.rows
    let count = min(PanelFormat.rows, rows - firstRow)
    let from = unsafe first + firstRow * rowBytes
    let source = unsafe PanelSource(
      source: from, rowBytes: rowBytes, rows: count, panel: to,
      units: panelBytes / format.unitBytes)
    guard count < PanelFormat.rows else { return packPanel(type, source) }
    unsafe to.initializeMemory(as: UInt8.self, repeating: 0, count: panelBytes)
    packRows(type, source)
  }
}
