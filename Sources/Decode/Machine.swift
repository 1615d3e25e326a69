import Foundation

/// What the engine needs to know of the machine.
package enum Machine {
  /// Processors that this process may use.
  package static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Bytes of memory that the machine has.
  package static var memory: Int {
    Int(clamping: ProcessInfo.processInfo.physicalMemory)
  }
}
