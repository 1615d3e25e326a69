/// Lets other tasks run from time to time.
///
/// A loop over a stream that always has another element never suspends, and so keeps its thread from
/// requests that have just come: there are as few threads as processors.
package struct Pacer: Sendable {
  private var count = 0

  /// Steps between two pauses.
  private static let interval = 8

  package init() {}

  /// Counts a step of the loop.
  package mutating func step() async {
    count += 1
    guard count % Self.interval == 0 else { return }
    await Task.yield()
  }
}
