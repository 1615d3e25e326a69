/// Counts the tokens of a sliding window and lowers the logits of those that were seen.
///
/// Cost of a token: O(1) to accept, O(distinct tokens in the window) to apply.
struct Penalties {
  private let repetition: Float
  private let frequency: Float
  private let presence: Float
  private let window: Int
  private var recent: [Int32] = []
  private var oldest = 0
  private var counts: [Int32: Int] = [:]

  /// `nil` when no penalty is set, so that callers skip the bookkeeping.
  init?(_ options: SamplingOptions) {
    repetition = options.repetitionPenalty
    frequency = options.frequencyPenalty
    presence = options.presencePenalty
    window = options.penaltyWindow < 0 ? .max : options.penaltyWindow
    if window == 0 || (repetition == 1 && frequency == 0 && presence == 0) { return nil }
  }

  mutating func accept(_ token: Int32) {
    counts[token, default: 0] += 1
    if recent.count < window {
      recent.append(token)
      return
    }
    let leaving = recent[oldest]
    recent[oldest] = token
    oldest = (oldest + 1) % window
    if let count = counts[leaving] { counts[leaving] = count > 1 ? count - 1 : nil }
  }

  func apply(to logits: inout [Float]) {
    for (token, count) in counts where token >= 0 && Int(token) < logits.count {
      var logit = logits[Int(token)]
      logit = logit > 0 ? logit / repetition : logit * repetition
      logits[Int(token)] = logit - Float(count) * frequency - presence
    }
  }
}
