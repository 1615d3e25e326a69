import Foundation
import TernKernels

/// How an engine is set up.
package struct EngineOptions: Sendable {
  /// Threads that compute, the engine's own included; `nil` takes one for each processor.
  package var threads: Int?
  /// Positions the context holds; `nil` takes the model's own length or 4,096, whichever is less.
  package var context: Int?
  /// How keys and values are stored.
  package var cacheType = CacheType.f16
  /// How many sequences are kept for prompts that begin alike.
  package var keptSequences = 4
  /// Bytes that kept sequences may take together; what they share counts once.
  package var keptBytes = 1 << 30
  /// Bytes that keys and values of all sequences may take together, the kept ones included; `nil`
  /// takes half of the machine's memory.
  ///
  /// Where they run short, kept sequences are given up first, then requests wait for each other.
  package var cacheBytes: Int?
  /// Requests that run side by side at most.
  package var runningRequests = 16
  /// Requests that may wait beside those that run; more are refused.
  package var waitingRequests = 256
  /// The seconds of a pass by its rows, for tests: drafts then do not depend on the machine's speed.
  package var passCost: (@Sendable (_ rows: Int) -> Double)?
  /// The seconds of a token that the head for drafts guesses, for tests.
  package var headCost: Double?
  /// Told what the engine computes, on its thread; for tests and measurements.
  package var observer: (@Sendable (PassEvent) -> Void)?

  package init() {}
}

/// What an engine computes next.
package enum PassEvent: Sendable, Equatable {
  /// A pass of the model over so many rows.
  case pass(rows: Int)
  /// The next layer of the pass.
  case layer
}

/// What the engine needs to know of the machine.
package enum Machine {
  /// Processors that this process may use.
  package static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Bytes of memory that the machine has.
  package static var memory: Int {
    Int(clamping: ProcessInfo.processInfo.physicalMemory)
  }
}
