// How a chunk of a recurrence lies in memory, for the kernels and for those that call them.

/// Rows of a chunk.
@inline(__always) var rowsPerChunk: Int { 16 }

/// Values from one piece to the next.
@inline(__always) var chunkPiece: Int { 32 * 64 }

// The numbers of a chunk, by their places in its memory:

/// `[16][16]`: how much of an earlier row's update a row's update takes off.
@inline(__always) var chunkUpdates: Int { 0 }
/// `[16][16]`: how much of an earlier or its own update a row's result gets.
@inline(__always) var chunkResults: Int { 256 }
/// `[16]`: the factor of what a row's key reads from the state at the chunk's start.
@inline(__always) var chunkKeyScales: Int { 512 }
/// `[16]`: the same for its query.
@inline(__always) var chunkQueryScales: Int { 528 }
/// `[16]`: the factor of a row's value.
@inline(__always) var chunkValueScales: Int { 544 }
/// `[16]`: how much of a row's update is left at the end of the chunk.
@inline(__always) var chunkTails: Int { 560 }
/// One: how much of its own value a result gets.
@inline(__always) var chunkSkip: Int { 576 }
/// Values of all of them.
@inline(__always) var chunkNumbers: Int { 592 }
