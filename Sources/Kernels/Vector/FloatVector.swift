/// An immutable vector of float32 values in 64-byte aligned memory: norm weights, biases, sinks.
@safe
package final class FloatVector: @unchecked Sendable {
  package let base: UnsafePointer<Float>
  package let count: Int
  /// Whether no value is NaN or infinite.
  package let isFinite: Bool
  private let memory: UnsafeMutablePointer<Float>

  // Sendable: written once in `init`, only read afterwards.
  package init(_ values: [Float]) {
    count = values.count
    isFinite = values.allSatisfy { $0.isFinite }
    unsafe memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(64, values.count * 4), alignment: 64
    ).bindMemory(to: Float.self, capacity: max(16, values.count))
    for (index, value) in values.enumerated() { unsafe memory[index] = value }
    unsafe base = UnsafePointer(memory)
  }

  deinit { unsafe memory.deallocate() }

  package subscript(index: Int) -> Float {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }
}
