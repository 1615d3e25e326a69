import TernKernelCases
import TernKernels

#if os(Linux) && arch(x86_64)
  import Glibc
  import Synchronization

  /// Carries out the tile instructions of AMX on processors that lack them, as Intel's manual
  /// describes them (Software Developer's Manual, volume 2): the signal that such an instruction
  /// raises is answered by doing its work and going on behind it.
  ///
  /// One thread at a time (``exclusively(_:)``). Only what the kernels use: LDTILECFG for eight tiles
  /// of 16 × 64 bytes, TILERELEASE, TILEZERO, TILELOADD, TILESTORED and TDPBF16PS.
  enum TileEmulation {
    /// Whether tile instructions run here, by themselves or by this.
    static let isInstalled: Bool = {
      guard ISA.hardware() >= .avx512 else { return false }
      if ISA.hardware() >= .amx { return Compute(threads: 1).isa >= .amx }
      unsafe tiles.initializeMemory(as: UInt8.self, repeating: 0, count: 8 * 1024)
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_sigaction = { signal, _, context in
        guard let context = unsafe context, unsafe emulate(context + 40) else {
          // Not for us: again, and for good.
          Glibc.signal(signal, SIG_DFL)
          return
        }
      }
      action.sa_flags = SA_SIGINFO
      return unsafe sigaction(SIGILL, &action, nil) == 0
    }()

    private static let lock = Mutex(())

    /// Runs `body`, on whose thread alone there are tiles meanwhile.
    static func exclusively(_ body: () throws -> Void) rethrows {
      try lock.withLock { _ in try body() }
    }
  }

  /// Eight tiles.
  private nonisolated(unsafe) let tiles = UnsafeMutableRawPointer.allocate(
    byteCount: 8 * 1024, alignment: 64)

  /// Does the instruction that the registers at `general` stand before.
  ///
  /// False where it is none of ours. The registers are in the order of Linux's signal frame.
  private func emulate(_ general: UnsafeMutableRawPointer) -> Bool {
    let registers = unsafe general.assumingMemoryBound(to: UInt64.self)
    guard let code = unsafe UnsafeRawPointer(bitPattern: UInt(registers[16])) else { return false }
    func byte(_ index: Int) -> UInt8 {
      unsafe code.loadUnaligned(fromByteOffset: index, as: UInt8.self)
    }
    // A prefix of three bytes, map 0F38, W0.
    guard byte(0) == 0xC4, byte(1) & 0x1F == 2, byte(2) & 0x84 == 0 else { return false }
    let (kind, form) = (byte(2) & 3, byte(4))
    let (field, low) = (Int(form >> 3 & 7), Int(form & 7))
    var size = 5
    switch (byte(3), kind, form >> 6) {
    case (0x49, 0, 3): break  // TILERELEASE
    case (0x49, 3, 3):
      unsafe (tiles + field * 1024).initializeMemory(as: UInt8.self, repeating: 0, count: 1024)
    case (0x5C, 2, 3):
      unsafe addTileProducts(
        tiles + field * 1024, tiles + low * 1024,
        tiles + Int(~byte(2) >> 3 & 15) * 1024)
    case (0x49, 0, _):  // LDTILECFG
      let place = unsafe address(code, registers)
      size = place.size
    case (0x4B, 3, 0..<3), (0x4B, 2, 0..<3):
      let place = unsafe address(code, registers)
      size = place.size
      for row in 0..<16 {
        guard
          let memory = unsafe UnsafeMutableRawPointer(
            bitPattern: place.base &+ row &* place.stride)
        else { return false }
        let tile = unsafe tiles + field * 1024 + row * 64
        if kind == 3 {
          unsafe tile.copyMemory(from: memory, byteCount: 64)
        } else {
          unsafe memory.copyMemory(from: tile, byteCount: 64)
        }
      }
    default: return false
    }
    unsafe registers[16] += UInt64(size)
    return true
  }

  /// The address that an instruction's operand in memory names, the distance of rows, and the bytes
  /// of the instruction.
  private func address(
    _ code: UnsafeRawPointer, _ registers: UnsafeMutablePointer<UInt64>
  ) -> (base: Int, stride: Int, size: Int) {
    // Where the frame has rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 … r15.
    let places = (13, 14, 12, 11, 15, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7)
    func register(_ number: Int) -> Int {
      unsafe withUnsafeBytes(of: places) {
        unsafe Int(bitPattern: UInt(registers[$0.load(fromByteOffset: 8 * number, as: Int.self)]))
      }
    }
    func byte(_ index: Int) -> Int {
      unsafe Int(code.loadUnaligned(fromByteOffset: index, as: UInt8.self))
    }
    let (form, extension0) = (byte(4), ~byte(1))
    var (base, stride, size) = (0, 0, 5)
    if form & 7 == 4 {
      let scaled = byte(5)
      size = 6
      let index = scaled >> 3 & 7 | (extension0 >> 6 & 1) << 3
      if index != 4 { stride = register(index) << (scaled >> 6) }
      if !(scaled & 7 == 5 && form >> 6 == 0) {
        base = register(scaled & 7 | (extension0 >> 5 & 1) << 3)
      }
    } else {
      base = register(form & 7 | (extension0 >> 5 & 1) << 3)
    }
    if form >> 6 == 1 {
      base &+= unsafe Int(code.loadUnaligned(fromByteOffset: size, as: Int8.self))
      size += 1
    } else if form >> 6 == 2 || form & 7 == 4 && byte(5) & 7 == 5 {
      base &+= unsafe Int(code.loadUnaligned(fromByteOffset: size, as: Int32.self))
      size += 4
    }
    return (base, stride, size)
  }
#endif
