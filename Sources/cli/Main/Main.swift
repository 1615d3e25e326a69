import Dispatch
import Foundation
import TernCommand

/// The program `tern`.
///
/// All of it is a library, because a clean build may compile the tests before they can import an
/// executable's module.
@main
enum Main {
  /// Not an asynchronous function: what waits for those opens files before it calls them, which
  /// would take the place of standard descriptors that are closed.
  static func main() {
    Command.prepare()
    Task {
      await Command.main()
      exit(0)
    }
    // The thread that waits here takes signals, which threads of the pool do not.
    dispatchMain()
  }
}
