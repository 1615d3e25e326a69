import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

/// How much memory sequences of a model with large recurrent states take, measured.
@Suite("Memory of recurrent states", .serialized, .timeLimit(.minutes(5)))
struct HybridMemoryTests {
  #if os(Linux)
    @Test("generating takes the memory of a state and its checkpoints, a prompt one state more")
    func states() async {
      // In a process of its own: nothing else may take memory meanwhile.
      await #expect(processExitsWith: .success) { try measureStates() }
    }

    @Test("the first pass takes a workspace for its rows, the next none", arguments: [256, 512])
    func workspace(rows: Int) async {
      await #expect(processExitsWith: .success) { [rows = rows as Int] in
        try measureWorkspace(rows: rows)
      }
    }
  #endif
}

/// A delta net whose states take 16 MiB for each sequence.
private let shape: TinyHybrid = {
  var shape = TinyHybrid(kind: .deltaNet)
  shape.stateDim = 736
  return shape
}()

private func largeStates(context: Int) throws -> Model {
  var shape = shape
  shape.context = context
  return try Model(
    shape.file.file(), compute: Compute(threads: 1),
    options: ModelOptions(context: context, cacheType: .f32))
}

private func append(_ count: Int, to cache: KVCache, _ model: Model) throws {
  let rows = (0..<count).map {
    BatchRow(
      token: Int32($0 % 37), cache: cache, position: cache.length + $0,
      wantsLogits: $0 == count - 1)
  }
  try unsafe model.forward(rows) { _, _ in }
}

private func measureStates() throws {
  let model = try largeStates(context: 512)
  let states = model.layout.stateBytes
  #expect(states > 16 << 20 && model.layout.checkpointInterval == 64)
  // What is allocated once, by a pass of as many rows as any later one, is there now.
  try append(40, to: model.makeCache(), model)

  let cache = model.makeCache()
  let generating = try PeakMemory.growth {
    for _ in 0..<70 { try append(1, to: cache, model) }
  }
  #expect(cache.byteCount > 2 * states)
  #expect(generating < cache.byteCount + states / 4, "\(generating) of \(cache.byteCount)")

  // The states before a pass that can be cancelled, those after it, and a checkpoint.
  let prompt = model.makeCache()
  let reading = try PeakMemory.growth {
    for _ in 0..<3 { try append(40, to: prompt, model) }
  }
  let bound = model.layout.byteCount(of: 120, rows: 40)
  #expect(reading < bound + states / 4, "\(reading) of \(bound)")
  #expect(bound < 4 * states)

  let forks = try PeakMemory.growth {
    let forks = (0..<4).map { _ in prompt.fork() }
    for fork in forks { try append(1, to: fork, model) }
  }
  #expect(forks < 4 * states + states / 4, "\(forks) of four states of \(states)")
}

private func measureWorkspace(rows: Int) throws {
  let model = try largeStates(context: 1 << 14)
  let states = model.layout.stateBytes
  // What a row has of its own: what a delta net projects and mixes, and little else.
  let rowBytes = 4 * (shape.channels + 2 * shape.inner + 400)
  // The states are there; those before the pass and its rows are what is new.
  let cache = model.makeCache()
  try append(1, to: cache, model)
  let first = try PeakMemory.growth { try append(rows, to: cache, model) }
  #expect(first < states * 5 / 4 + rows * rowBytes * 3 / 2, "\(first)")
  let next = model.makeCache()
  let again = try PeakMemory.growth { try append(rows, to: next, model) }
  #expect(again < states * 5 / 4, "\(again)")
}
