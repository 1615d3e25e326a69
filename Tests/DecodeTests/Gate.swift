import Foundation

/// Holds a generation at its first text until a test has done something meanwhile, so that it cannot
/// be over before.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Waits until the gate is open, which it then stays.
  func pass() {
    semaphore.wait()
    semaphore.signal()
  }

  func open() { semaphore.signal() }
}
