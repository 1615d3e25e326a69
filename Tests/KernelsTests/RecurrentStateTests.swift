import TernKernels
import TernTestSupport
import Testing

@Suite("States of recurrent layers")
struct RecurrentStateTests {
  @Test("a state takes the bytes its parts say, is zero, and is counted while it lives")
  func size() throws {
    let memory = PageMemory(limit: 3000)
    var state: RecurrentState? = try RecurrentState(
      convolutionRows: 3, channels: 7, valueCount: 100, memory: memory)
    #expect(state?.byteCount == 4 * (32 + 112))
    #expect(memory.byteCount == 576)
    #expect(unsafe state?.withBytes { unsafe $0.allSatisfy { $0 == 0 } } == true)
    #expect(throws: MemoryError.pageLimit(bytes: 3000)) {
      try RecurrentState(convolutionRows: 3, channels: 7, valueCount: 1000, memory: memory)
    }
    let copy = try state?.copy()
    #expect(memory.byteCount == 2 * 576)
    state = nil
    #expect(memory.byteCount == 576 && copy?.valueCount == 100)
    #expect(
      throws: MemoryError.outOfMemory(bytes: 4 * (1 << 57))
    ) { try RecurrentState(convolutionRows: 0, channels: 0, valueCount: 1 << 57) }
    #expect(throws: MemoryError.outOfMemory(bytes: .max)) {
      try RecurrentState(convolutionRows: 1 << 40, channels: 1 << 40, valueCount: 0)
    }
  }

  @Test("a copy has the contents and then goes its own way; bytes can be read and written")
  func copies() throws {
    let state = try RecurrentState(convolutionRows: 2, channels: 16, valueCount: 16)
    unsafe state.withMutableBytes { bytes in
      for index in bytes.indices { unsafe bytes[index] = UInt8(truncatingIfNeeded: index) }
    }
    let copy = try state.copy()
    unsafe state.withMutableBytes { unsafe $0[5] = 77 }
    #expect(unsafe copy.withBytes { unsafe $0[5] } == 5)
    #expect(unsafe copy.withBytes { unsafe $0[191] } == 191)
    copy.set(to: state)
    #expect(unsafe copy.withBytes { unsafe $0[5] } == 77)
    unsafe copy.withMutableBytes { unsafe $0[6] = 99 }
    #expect(unsafe state.withBytes { unsafe $0[6] } == 6)
  }
}
