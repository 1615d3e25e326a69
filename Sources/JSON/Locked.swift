import Foundation

/// A value that one task at a time looks at.
///
/// As `Synchronization.Mutex`, but with a lock that the thread sanitizer knows, so that it can watch
/// the sessions.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Looks at the value or changes it.
  ///
  /// Whoever wants it meanwhile waits, so `body` must be short, and must not call what it does not
  /// know.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
