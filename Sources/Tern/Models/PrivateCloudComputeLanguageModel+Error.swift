import Foundation

extension PrivateCloudComputeLanguageModel {
  /// Why the model gave no answer.
  public enum Error: Swift.Error, LocalizedError {
    /// The servers cannot be reached.
    case networkFailure(NetworkFailure)
    /// The quota is used up.
    case quotaLimitReached(QuotaLimitReached)
    /// The servers do not answer.
    case serviceUnavailable(ServiceUnavailable)

    /// The servers cannot be reached.
    public struct NetworkFailure: Sendable {
      /// What happened, in detail.
      public var debugDescription: String

      /// What happened, in detail.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// The quota is used up.
    public struct QuotaLimitReached: Sendable {
      /// What can be done about it.
      public var limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion?
      /// When requests are served again.
      public var resetDate: Date?
      /// What happened, in detail.
      public var debugDescription: String

      /// What happened, and what can be done about it.
      public init(
        limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion? = nil,
        resetDate: Date? = nil, debugDescription: String
      ) {
        self.limitIncreaseSuggestion = limitIncreaseSuggestion
        self.resetDate = resetDate
        self.debugDescription = debugDescription
      }
    }

    /// The servers do not answer.
    public struct ServiceUnavailable: Sendable {
      /// What happened, in detail.
      public var debugDescription: String

      /// What happened, in detail.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }
  }
}

extension PrivateCloudComputeLanguageModel.Error: CustomDebugStringConvertible {
  /// What happened, in detail.
  public var debugDescription: String {
    switch self {
    case .networkFailure(let error): error.debugDescription
    case .quotaLimitReached(let error): error.debugDescription
    case .serviceUnavailable(let error): error.debugDescription
    }
  }

  /// A sentence for people.
  public var errorDescription: String? {
    switch self {
    case .networkFailure: "The model's servers cannot be reached."
    case .quotaLimitReached: "The model was asked too much."
    case .serviceUnavailable: "The model's servers do not answer."
    }
  }
}
