import Foundation
import Synchronization

/// Whether the user has asked to end: the first Ctrl-C is noted, the second one ends the process.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  static var isAsked: Bool { flag.load(ordering: .relaxed) }

  /// Begins to listen to SIGINT and SIGTERM.
  static func watch() {
    // Made here, and not in the handler.
    flag.store(false, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      _ = signal(number) { number in
        Interruption.note()
        _ = signal(number, SIG_DFL)
      }
    }
  }

  /// What the handler does; safe in a handler.
  static func note() { flag.store(true, ordering: .relaxed) }
}
