/// What a team runs for rows that stand alone: part `row * spans + span` is one span of one row's
/// pages, for all heads.
///
/// Kept between calls, so that a step allocates nothing.
final class AttentionSteps: TeamWork {
  /// What the parts share; `nil` between calls.
  private var call: Call?

  private struct Call {
    let pass: AttentionPass
    let tiles: [AttentionTile]
    let memories: [TileMemory]
    let partials: SpanResults
  }

  func begin(
    _ pass: AttentionPass, _ tiles: [AttentionTile], _ memories: [TileMemory],
    _ partials: SpanResults
  ) {
    call = Call(pass: pass, tiles: tiles, memories: memories, partials: partials)
  }

  /// Lets go of the pages.
  func end() { call = nil }

  func perform(_ part: Int, _ worker: Int) {
    guard let call else { return }
    let (pass, memory, shape) = (call.pass, call.memories[worker], call.pass.shape)
    let (job, span) = (part / call.partials.spans, part % call.partials.spans)
    let tile = call.tiles[job]
    pass.streamHeads(tile, pages: tile.pages(ofSpan: span), memory)
    for kvHead in 0..<shape.kvHeads {
      memory.select(kvHead)
      if call.partials.spans == 1 {
        pass.finish(tile, kvHead: kvHead, memory)
      } else {
        call.partials.keep(
          memory, rows: shape.group, shape: shape, job * shape.kvHeads + kvHead, span)
      }
    }
  }
}
