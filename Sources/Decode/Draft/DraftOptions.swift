/// Where a generation takes drafts from: tokens that are guessed, and checked by the pass that computes
/// the next token.
///
/// A pass of several rows reads the weights once, like a pass of one. The text is the same with drafts
/// and without, for the same seed: a drafted token stands only where the generation chooses it.
package enum DraftOptions: Sendable, Equatable {
  case off
  /// What followed the last tokens where they occurred before in prompt and text, at most so many
  /// tokens a pass.
  ///
  /// How many there are in a pass follows from what passes cost and how many drafted tokens have
  /// stood so far; there are none where they do not pay.
  case suffix(limit: Int)

  /// Drafts as long as the kernels for few rows take.
  package static let automatic = DraftOptions.suffix(limit: largest)
  /// The rows of a pass that the kernels for few rows take, but the one that is no draft.
  package static let largest = 14

  var limit: Int {
    switch self {
    case .off: 0
    case .suffix(let limit): limit
    }
  }
}
