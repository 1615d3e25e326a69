import TernKernelsPortable

/// What the parts of one call of a recurrence in chunks share.
///
/// With the state `S` `[keyDim][valueDim]` of a head and row after row, each of these is
/// `S = decay S + k uᵀ; out = scale Sᵀ q + skip v`, where `u` is given by the kind.
struct ChunkCall {
  enum Kind {
    /// `u = beta (v - Sᵀ k)` with the decayed state; the decay is `e^decay` of the head.
    case delta
    /// The same with a decay for each key.
    case deltaPerKey
    /// `u = decay v`, and the decay is `e^(rate decay)`: a time step, in the words of Mamba-2.
    case scan
  }

  let kind: Kind
  let heads: Int
  let keyHeads: Int
  let keyDim: Int
  let valueDim: Int
  let sharing: HeadSharing
  let scale: Float
  let q: Rows
  let k: Rows
  let v: Rows
  let decay: Rows
  let beta: Rows?
  let rates: FloatVector?
  let skips: FloatVector?
  let out: Rows
  let runs: [StateRun]

  /// Values from one key's row of a state to the next.
  var valueStride: Int { (valueDim + 15) & ~15 }

  /// Whether an update takes off what the state has for the key.
  var isDelta: Bool { kind != .scan }

  /// The `index`th of the value heads that share `keyHead`.
  func head(_ index: Int, of keyHead: Int) -> Int {
    switch sharing {
    case .neighbours: keyHead * (heads / keyHeads) + index
    case .repeated: keyHead + index * keyHeads
    }
  }
}

extension Compute {
  /// Runs every head of every run of `call`.
  ///
  /// A part has up to four heads that share a key head, where there are parts enough for all threads:
  /// what depends on keys and queries alone is then computed once for them.
  func runChunks(_ call: ChunkCall) {
    let stateCount = call.heads * call.keyDim * call.valueStride
    requireStates(call.runs, values: stateCount)
    let (all, sharing) = (call.heads * call.runs.count, call.heads / call.keyHeads)
    var perPart = min(4, sharing)
    while sharing % perPart > 0 || (perPart > 1 && all / perPart < 2 * team.threads) {
      perPart -= 1
    }
    chunks.context = ChunkWork.Context(
      call: call, perPart: perPart, vector: vector, recurrent: recurrent, scratch: workerScratch)
    runStates(all / perPart, values: 4 * rowCount(call.runs) * stateCount, chunks)
    chunks.context = nil
  }
}

/// What a team runs for a recurrence in chunks: a part is some heads of one run.
///
/// Kept between calls, so that a step allocates nothing.
final class ChunkWork: TeamWork {
  struct Context {
    let call: ChunkCall
    /// Heads of a part.
    let perPart: Int
    let vector: VectorKernels
    let recurrent: RecurrentKernels
    let scratch: [Scratch]
  }

  /// What the parts share; `nil` between calls.
  var context: Context?

  func perform(_ part: Int, _ worker: Int) {
    guard let context else { return }
    let (call, perPart) = (context.call, context.perPart)
    let parts = call.heads / perPart
    let run = call.runs[part / parts]
    let partsOfKey = parts / call.keyHeads
    let keyHead = part % parts / partsOfKey
    let first = part % partsOfKey * perPart
    let memory = ChunkMemory(keyDim: call.keyDim, scratch: context.scratch[worker])
    let heads = ChunkHeads(context: context, memory: memory, run: run, keyHead: keyHead)
    // Of a few rows each has the bits that it has alone: what is drafted is checked by them.
    let most = run.rows.count < rowsPerChunk ? 1 : rowsPerChunk
    var row = run.rows.lowerBound
    while row < run.rows.upperBound {
      let rows = min(most, run.rows.upperBound - row)
      heads.prepare(row, rows: rows)
      for index in first..<first + perPart {
        heads.advance(row, rows: rows, head: call.head(index, of: keyHead))
      }
      row += rows
    }
  }
}

/// The working memory of one thread for a chunk (see `ChunkKernels.swift` for pieces and numbers).
///
/// ```
/// numbers   [592]
/// products  [2][16][16]                   of keys, and of queries, with keys
/// factors   [keyDim]                      decay of a key over the whole chunk
/// a         [pieces][32][64]              keys, then queries
/// scaled    [pieces][32][64]              the same with the decay up to their row
/// decays    [pieces][32][64]              decays of the rows; keys with the decay after their row
/// read      [32][128]                     what keys and queries read from the state
/// u         [16][128]                     updates
/// ```
@safe
struct ChunkMemory {
  /// Values from one row of `read` and `u` to the next.
  static var pitch: Int { 128 }

  let numbers: UnsafeMutablePointer<Float>
  let products: UnsafeMutablePointer<Float>
  let factors: UnsafeMutablePointer<Float>
  let a: UnsafeMutablePointer<Float>
  let scaled: UnsafeMutablePointer<Float>
  let decays: UnsafeMutablePointer<Float>
  let read: UnsafeMutablePointer<Float>
  let u: UnsafeMutablePointer<Float>

  init(keyDim: Int, scratch: Scratch) {
    let pieces = (keyDim + 63) / 64
    let count =
      chunkNumbers + chunkKeyScales + pieces * (64 + 3 * chunkPiece) + 3 * rowsPerChunk * Self.pitch
    unsafe numbers = scratch.reserve(4 * count).assumingMemoryBound(to: Float.self)
    unsafe products = numbers + chunkNumbers
    unsafe factors = products + chunkKeyScales
    unsafe a = factors + pieces * 64
    unsafe scaled = a + pieces * chunkPiece
    unsafe decays = scaled + pieces * chunkPiece
    unsafe read = decays + pieces * chunkPiece
    unsafe u = read + 2 * rowsPerChunk * Self.pitch
  }
}
