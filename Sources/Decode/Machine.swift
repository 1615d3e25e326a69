import Foundation

/// What the engine needs to know of the machine.
package enum Machine {
  /// Processors that this process may use.
  package static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }
}
