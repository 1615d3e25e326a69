import TernModel

/// Where a generation takes drafts from: tokens that are guessed, and checked by the pass that computes
/// the next token.
///
/// A pass of several rows reads the weights once, like a pass of one. The text is the same with drafts
/// and without, for the same seed: a drafted token stands only where the generation chooses it. How many
/// there are in a pass follows from what passes cost and how many drafted tokens have stood so far;
/// there are none where they do not pay.
package enum DraftOptions: Sendable, Equatable {
  case off
  /// What followed the last tokens where they occurred before in prompt and text, at most so many
  /// tokens a pass.
  case suffix(limit: Int)
  /// What the model's own head for drafts guesses, where the file has one.
  case nextn(limit: Int)
  /// Whichever of both is expected to give more.
  case both(limit: Int)

  /// Drafts as long as the kernels for few rows take.
  package static let automatic = DraftOptions.both(limit: largest)
  /// The rows of a pass in which each has the bits that it has alone, but the one that is no draft.
  package static let largest = Model.exactRows - 1

  /// How many tokens are guessed at most by what occurred before, and by the head.
  var suffixLimit: Int {
    switch self {
    case .off, .nextn: 0
    case .suffix(let limit), .both(let limit): min(limit, Self.largest)
    }
  }
  var headLimit: Int {
    switch self {
    case .off, .suffix: 0
    case .nextn(let limit), .both(let limit): min(limit, Self.largest)
    }
  }
}
