/// The instruction that brings a line into the caches and waits for nothing; LLVM's name is its
/// only one in Swift.
///
/// The arguments after the address must be literals: read (0) or write (1), keep in all levels, data.
@_silgen_name("llvm.prefetch.p0")
private func llvmPrefetch(_ p: UnsafeRawPointer, _ write: Int32, _ keep: Int32, _ data: Int32)

/// How far ahead of what is in use one-row kernels ask for lines, in bytes: what the memory
/// delivers in about twice its latency.
///
/// A stream of codes that is read at its own pace leaves the memory idle between the lines that
/// the processor foresees by itself; asked for so early it runs at the memory's limit.
@inline(__always) var prefetchDistance: Int { 8192 }

/// Asks for the cache line at `p`.
@inline(__always)
func prefetch(_ p: UnsafeRawPointer) { unsafe llvmPrefetch(p, 0, 3, 1) }

/// Asks for the cache line at `p`, to be written.
@inline(__always)
func prefetchToWrite(_ p: UnsafeRawPointer) { unsafe llvmPrefetch(p, 1, 3, 1) }

/// Asks for the `lines` cache lines at `p`; `lines` is a constant.
///
/// Any address will do: what cannot be read is ignored.
@inline(__always)
func prefetch(_ p: UnsafeRawPointer, lines: Int) {
  var line = 0
  while line < lines {
    unsafe prefetch(p + line &* 64)
    line &+= 1
  }
}
