import TernModel

/// How much of a prompt is computed.
package struct PromptProgress: Sendable, Equatable {
  /// Tokens that are computed, those among them that were taken from a cache.
  package var computed: Int
  package var reused: Int
  /// Tokens of the prompt.
  package var total: Int

  package init(computed: Int, reused: Int, total: Int) {
    (self.computed, self.reused, self.total) = (computed, reused, total)
  }
}

/// Tells those who want to know how much of their prompts is computed, within a pass too.
///
/// Belongs to the engine's thread. Nobody listens as a rule; it then does nothing.
struct PromptWatch {
  private struct Watched {
    let run: Run
    /// Tokens that were computed before the pass, and those that it computes.
    let before: Int
    let rows: Int
  }

  private let watched: [Watched]
  private let layers: Int
  private var layer = 0

  init(_ running: [Run], rows: [BatchRow], layers: Int) {
    self.layers = max(1, layers)
    watched = running.compactMap { run in
      guard run.isPrefilling, run.generation.tellsPrompt, let cache = run.cache else { return nil }
      return Watched(
        run: run, before: cache.length, rows: rows.reduce(0) { $0 + ($1.cache === cache ? 1 : 0) })
    }
  }

  /// Tells how much is computed when another layer begins.
  mutating func beginLayer() {
    guard !watched.isEmpty else { return }
    let share = min(layer, layers)
    layer += 1
    for prompt in watched {
      prompt.run.generation.tellPrompt(computed: prompt.before + prompt.rows * share / layers)
    }
  }
}
