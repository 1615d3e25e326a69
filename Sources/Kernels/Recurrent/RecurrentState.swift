#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a recurrent layer remembers of one sequence: the last inputs of its convolution, and the
/// state of its recurrence.
///
/// ```
/// convolution   [convolutionRows][channels]   the oldest first
/// values        [valueCount]                  laid out by the kernel that uses it
/// ```
///
/// All float32, zero at the start; each part begins at a multiple of 64 bytes. Not thread-safe:
/// kernels write disjoint heads or channels.
@safe
package final class RecurrentState {
  /// Inputs of the convolution that are kept: one fewer than it has taps.
  package let convolutionRows: Int
  /// Channels of the convolution.
  package let channels: Int
  /// Values of the recurrence's state.
  package let valueCount: Int
  /// Bytes of memory.
  package let byteCount: Int
  /// Where the state is counted.
  private let memory: PageMemory?
  private let allocation: UnsafeMutableRawPointer
  /// The last inputs of the convolution.
  let convolution: UnsafeMutablePointer<Float>
  /// The state of the recurrence.
  let values: UnsafeMutablePointer<Float>

  /// A state of zeros, counted in `memory`.
  ///
  /// Throws where the system has no memory for it or `memory` is at its limit.
  package init(
    convolutionRows: Int, channels: Int, valueCount: Int, memory: PageMemory? = nil
  ) throws(MemoryError) {
    precondition(convolutionRows >= 0 && channels >= 0 && valueCount >= 0)
    self.convolutionRows = convolutionRows
    self.channels = channels
    self.valueCount = valueCount
    let (inputs, overflow) = convolutionRows.multipliedReportingOverflow(by: channels)
    guard !overflow, inputs < 1 << 58, valueCount < 1 << 58 else {
      throw .outOfMemory(bytes: .max)
    }
    byteCount = Self.byteCount(
      convolutionRows: convolutionRows, channels: channels, valueCount: valueCount)
    self.memory = memory
    try memory?.take(byteCount)
    guard let allocated = unsafe calloc(1, byteCount + 64) else {
      memory?.give(byteCount)
      throw .outOfMemory(bytes: byteCount)
    }
    unsafe allocation = allocated
    let base = unsafe allocated.alignedUp(toMultipleOf: 64).assumingMemoryBound(to: Float.self)
    unsafe convolution = base
    unsafe values = base + Self.whole(convolutionRows * channels)
  }

  deinit {
    unsafe free(allocation)
    memory?.give(byteCount)
  }

  /// Bytes of a state of this shape.
  package static func byteCount(convolutionRows: Int, channels: Int, valueCount: Int) -> Int {
    4 * (whole(convolutionRows * channels) + whole(valueCount))
  }

  /// `count` values, rounded up to a multiple of 64 bytes.
  private static func whole(_ count: Int) -> Int { (count + 15) & ~15 }

  /// A state with the same contents, counted where this one is; cost: one pass over `byteCount`
  /// bytes.
  package func copy() throws(MemoryError) -> RecurrentState {
    let state = try RecurrentState(
      convolutionRows: convolutionRows, channels: channels, valueCount: valueCount, memory: memory)
    state.set(to: self)
    return state
  }

  /// Takes the contents of a state of the same shape.
  package func set(to state: RecurrentState) {
    precondition(
      convolutionRows == state.convolutionRows && channels == state.channels
        && valueCount == state.valueCount, "states differ in shape")
    unsafe UnsafeMutableRawPointer(convolution).copyMemory(
      from: state.convolution, byteCount: byteCount)
  }

  /// The state's bytes, as they are stored; the same on every processor of one byte order.
  package func withBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeRawBufferPointer(start: convolution, count: byteCount))
  }

  /// The state's bytes, to be filled with what ``withBytes(_:)`` gave for a state of the same shape.
  package func withMutableBytes<R, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeMutableRawBufferPointer(start: convolution, count: byteCount))
  }
}

/// Consecutive rows of a batch that continue one sequence, in order.
package struct StateRun {
  /// What the sequence's layer remembers; the rows change it.
  package var state: RecurrentState
  package var rows: Range<Int>

  package init(state: RecurrentState, rows: Range<Int>) {
    self.state = state
    self.rows = rows
  }
}

extension Compute {
  /// Calls `work` for every part: on the team where `values` steps of arithmetic are worth a fork.
  func runStates(_ parts: Int, values: Int, _ work: some TeamWork) {
    if values < 32768 || parts == 1 || team.threads == 1 {
      for part in 0..<parts { work.perform(part, 0) }
    } else {
      team.run(parts, work)
    }
  }

  /// Traps where a run has rows that a view of `count` rows has not.
  func requireRows(_ runs: [StateRun], within count: Int) {
    for run in runs {
      precondition(run.rows.lowerBound >= 0 && run.rows.upperBound <= count, "no such rows")
    }
  }

  /// Traps where a run's state has not so many values.
  func requireStates(_ runs: [StateRun], values count: Int) {
    for run in runs {
      precondition(run.state.valueCount >= count, "the state is not of this shape")
    }
  }
}

/// The number of rows in all of `runs`.
func rowCount(_ runs: [StateRun]) -> Int { runs.reduce(0) { $0 + $1.rows.count } }
