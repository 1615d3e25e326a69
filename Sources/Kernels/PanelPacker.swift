import TernQuant

#if arch(x86_64)
  import TernKernelsAVX2
  import TernKernelsAVX512
#endif

/// One packing of a matrix: pieces of panels on the team's threads, each released when it is done.
@safe
struct PanelPacker {
  let type: TensorType
  let layout: PanelLayout
  let isa: ISA
  let source: UnsafeRawBufferPointer
  let rows: Int
  let rowBytes: Int
  let target: UnsafeMutableRawPointer
  let panelBytes: Int

  /// Source bytes of a piece; one for each thread is what stays doubled in memory while packing.
  private static var pieceBytes: Int { 512 << 10 }

  func run(team: Team, released: (Range<Int>) -> Void) {
    guard rows > 0, let first = unsafe source.baseAddress else { return }
    let panels = (rows + PanelLayout.rows - 1) / PanelLayout.rows
    let pieces = unsafe min(panels, max(4 * team.threads, source.count / Self.pieceBytes))
    // Neighbouring parts run at the same time: they begin far from each other, so that no two
    // threads touch the same large page first, for which the system would clear it twice.
    let perThread = (pieces + team.threads - 1) / team.threads
    team.run(perThread * team.threads) { part in
      let piece = part % team.threads * perThread + part / team.threads
      guard piece < pieces else { return }
      let (from, to) = (panels * piece / pieces, panels * (piece + 1) / pieces)
      for panel in from..<to { unsafe pack(panel, first) }
      released(from * PanelLayout.rows * rowBytes..<min(rows, to * PanelLayout.rows) * rowBytes)
    }
  }

  private func pack(_ panel: Int, _ first: UnsafeRawPointer) {
    let firstRow = panel * PanelLayout.rows
    let count = min(PanelLayout.rows, rows - firstRow)
    let from = unsafe first + firstRow * rowBytes
    let to = unsafe target + panel * panelBytes
    let units = panelBytes / layout.unitBytes
    guard count < PanelLayout.rows else { return unsafe packFull(from, to, units) }
    unsafe to.initializeMemory(as: UInt8.self, repeating: 0, count: panelBytes)
    unsafe packPanel(
      type, from, rowBytes: rowBytes, lanes: count, to, units: units,
      unitBytes: layout.unitBytes)
  }

  /// 16 rows with the kernel of the instruction set.
  private func packFull(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ units: Int) {
    #if arch(x86_64)
      if isa == .avx512 {
        return unsafe TernKernelsAVX512.packFullPanel(
          type, from, rowBytes: rowBytes, blockBytes: type.blockBytes, to, units: units,
          unitBytes: layout.unitBytes)
      }
      if isa == .avx2 {
        return unsafe TernKernelsAVX2.packFullPanel(
          type, from, rowBytes: rowBytes, blockBytes: type.blockBytes, to, units: units,
          unitBytes: layout.unitBytes)
      }
    #endif
    unsafe packPanel(
      type, from, rowBytes: rowBytes, lanes: PanelLayout.rows, to, units: units,
      unitBytes: layout.unitBytes)
  }
}
