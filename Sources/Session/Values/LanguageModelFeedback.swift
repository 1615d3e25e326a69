/// Feedback on an answer; see
/// ``LanguageModelSession/logFeedbackAttachment(sentiment:issues:desiredOutput:)``.
public struct LanguageModelFeedback {
  /// Whether an answer was liked.
  public enum Sentiment: Sendable, CaseIterable, Equatable, Hashable {
    /// Liked.
    case positive
    /// Not liked.
    case negative
    /// Neither.
    case neutral
  }

  /// What is wrong with an answer.
  public struct Issue: Sendable {
    let category: Category
    let explanation: String?

    /// An issue of a kind, with words about it.
    public init(category: Category, explanation: String? = nil) {
      self.category = category
      self.explanation = explanation
    }

    /// The kinds of issues.
    public enum Category: Sendable, CaseIterable, Equatable, Hashable {
      /// It does not help.
      case unhelpful
      /// It is too long.
      case tooVerbose
      /// It does not do what the instructions say.
      case didNotFollowInstructions
      /// It is wrong.
      case incorrect
      /// It shows a stereotype or bias.
      case stereotypeOrBias
      /// It is suggestive or sexual.
      case suggestiveOrSexual
      /// It is vulgar or offensive.
      case vulgarOrOffensive
      /// A guardrail was triggered without need.
      case triggeredGuardrailUnexpectedly
    }
  }
}
