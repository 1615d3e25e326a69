#if os(Linux)
  import Glibc

  /// Redirects the calls that one library makes through its slots (see ``AllocationCounter``).
  ///
  /// `library` is a `dl_phdr_info` (the base address, the name, the program headers and their
  /// number); the names are those of the ELF format (`man 5 elf`).
  func redirectCalls(of library: UnsafeRawPointer) {
    let base = unsafe library.load(as: UInt.self)
    let name = unsafe library.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
    // libc and the loader allocate through their own.
    if let name = unsafe name,
      unsafe strstr(name, "/libc.so") != nil || strstr(name, "ld-linux") != nil
    {
      return
    }
    guard let headers = unsafe library.load(fromByteOffset: 16, as: UnsafeRawPointer?.self) else {
      return
    }
    for index in 0..<Int(unsafe library.load(fromByteOffset: 24, as: UInt16.self)) {
      let header = unsafe headers + 56 * index
      let dynamicSegment: UInt32 = 2
      guard unsafe header.load(as: UInt32.self) == dynamicSegment else { continue }
      let address = unsafe base + header.load(fromByteOffset: 16, as: UInt.self)
      if let table = unsafe UnsafeRawPointer(bitPattern: address) {
        unsafe DynamicTable(table, base: base).redirectSlots()
      }
    }
  }

  /// The entries of a library's dynamic segment that lead to its slots.
  @safe
  private struct DynamicTable {
    let base: UInt
    private var strings: UnsafePointer<CChar>?
    private var symbols: UnsafeRawPointer?
    /// Tables of relocations with explicit addends, 24 bytes each.
    private var relocations: [(address: UInt, bytes: Int)] = []

    init(_ table: UnsafeRawPointer, base: UInt) {
      self.base = base
      var (jumps, jumpBytes, others, otherBytes) = (UInt(0), 0, UInt(0), 0)
      var entry = unsafe table
      while true {
        let value = unsafe entry.load(fromByteOffset: 8, as: UInt.self)
        switch unsafe entry.load(as: Int.self) {
        case 0:
          relocations = [(jumps, jumpBytes), (others, otherBytes)]
          return
        case 2: jumpBytes = Int(value)  // DT_PLTRELSZ
        case 5: unsafe strings = UnsafePointer(bitPattern: value)  // DT_STRTAB
        case 6: unsafe symbols = UnsafeRawPointer(bitPattern: value)  // DT_SYMTAB
        case 7: others = value  // DT_RELA
        case 8: otherBytes = Int(value)  // DT_RELASZ
        case 23: jumps = value  // DT_JMPREL
        default: break
        }
        unsafe entry += 16
      }
    }

    func redirectSlots() {
      #if arch(arm64)
        let slotTypes: ClosedRange<UInt32> = 1025...1026
      #else
        let slotTypes: ClosedRange<UInt32> = 6...7
      #endif
      guard let strings = unsafe strings, let symbols = unsafe symbols else { return }
      for (address, bytes) in relocations {
        guard let table = unsafe UnsafeRawPointer(bitPattern: address) else { continue }
        for offset in stride(from: 0, to: bytes, by: 24) {
          let info = unsafe table.load(fromByteOffset: offset + 8, as: UInt64.self)
          guard slotTypes.contains(UInt32(truncatingIfNeeded: info)) else { continue }
          let symbol = unsafe symbols + 24 * Int(info >> 32)
          let name = unsafe strings + Int(symbol.load(as: UInt32.self))
          guard let function = unsafe countedFunction(named: name) else { continue }
          let slot = unsafe base + table.load(fromByteOffset: offset, as: UInt.self)
          if let slot = unsafe UnsafeMutableRawPointer(bitPattern: slot) {
            unsafe overwrite(slot, with: function)
          }
        }
      }
    }

    /// Slots are read-only once the library is loaded: their page is opened first, and stays so.
    private func overwrite(_ slot: UnsafeMutableRawPointer, with function: UnsafeRawPointer) {
      let page = UInt(getpagesize())
      let start = UInt(bitPattern: slot) / page * page
      let memory = unsafe UnsafeMutableRawPointer(bitPattern: start)
      guard unsafe mprotect(memory, Int(page), PROT_READ | PROT_WRITE) == 0 else { return }
      unsafe slot.storeBytes(of: function, as: UnsafeRawPointer.self)
    }
  }
#endif
