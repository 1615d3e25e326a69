import Synchronization

/// A value that is made when it is first asked for, once, whatever thread asks.
package final class Lazy<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case making(@Sendable () -> Value)
    case made(Value)
  }
  private let state: Mutex<State>

  package init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.making(make)) }

  /// Threads that ask while it is made wait.
  package var value: Value {
    state.withLock {
      switch $0 {
      case .made(let value): return value
      case .making(let make):
        let value = make()
        $0 = .made(value)
        return value
      }
    }
  }
}
