import Foundation
import Observation

/// The model of Apple's servers, which only Apple's systems reach: it is never available here.
///
/// Code that asks whether it is available, and else uses another model, runs unchanged.
public final class PrivateCloudComputeLanguageModel: Sendable {
  /// The model.
  public init() {}

  /// Whether the model can answer: no.
  public var availability: Availability { .unavailable(.deviceNotEligible) }

  /// Whether the model can answer: no.
  public var isAvailable: Bool { false }

  /// How much of what may be asked was asked: nothing.
  public var quotaUsage: QuotaUsage {
    QuotaUsage(status: .belowLimit(QuotaUsage.Status.BelowLimit(isApproachingLimit: false)))
  }

  /// Tokens that the model can hold.
  ///
  /// - Throws: ``Error/serviceUnavailable(_:)``.
  public var contextSize: Int { get async throws { throw Error.unreachable } }

  /// The languages that the model knows: none.
  nonisolated(nonsending)
    public var supportedLanguages: Set<Locale.Language>
  { get async throws { [] } }

  /// Whether the model knows the language of a locale: no.
  nonisolated(nonsending)
    public func supportsLocale(_ locale: Locale = Locale.current) async throws -> Bool
  { false }
}

extension PrivateCloudComputeLanguageModel: Observable {}

extension PrivateCloudComputeLanguageModel: LanguageModel {
  /// What the model can do: nothing.
  public var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }

  /// What the executor is made from.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  /// What would answer requests.
  public struct Executor: LanguageModelExecutor {
    /// What it serves.
    public typealias Model = PrivateCloudComputeLanguageModel

    /// What an executor is made from.
    public struct Configuration: Hashable, Sendable {}

    /// Makes the executor.
    public init(configuration: Configuration) {}

    /// Does nothing.
    public func prewarm(model: Model, transcript: Transcript) {}

    /// Always throws ``PrivateCloudComputeLanguageModel/Error/serviceUnavailable(_:)``.
    public func respond(
      to request: LanguageModelExecutorGenerationRequest,
      model: PrivateCloudComputeLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      throw Error.unreachable
    }
  }
}

extension PrivateCloudComputeLanguageModel {
  /// Whether the model can answer.
  @frozen public enum Availability: Equatable, Sendable {
    /// It can.
    case available
    /// It cannot.
    case unavailable(UnavailableReason)

    /// Why the model cannot answer.
    public enum UnavailableReason: Equatable, Sendable, Hashable {
      /// The machine is none that reaches it.
      case deviceNotEligible
      /// The system is not ready.
      case systemNotReady
    }
  }

  /// How much of what may be asked was asked.
  public struct QuotaUsage: Sendable {
    /// How near the limit is.
    public var status: Status
    /// What can be done about a limit.
    public var limitIncreaseSuggestion: LimitIncreaseSuggestion?
    /// When requests are served again.
    public var resetDate: Date?

    /// Whether the limit is reached.
    public var isLimitReached: Bool {
      switch status {
      case .belowLimit: false
      case .limitReached: true
      }
    }

    /// How near the limit is.
    public enum Status: Sendable {
      /// Requests are served.
      case belowLimit(BelowLimit)
      /// Requests are not served.
      case limitReached(LimitReached)

      /// Requests are served.
      public struct BelowLimit: Sendable {
        /// Whether the limit is near.
        public var isApproachingLimit: Bool
      }

      /// Requests are not served.
      public struct LimitReached: Sendable {}
    }

    /// What can be done about a limit.
    public struct LimitIncreaseSuggestion: Sendable {
      /// Shows it to people; there is nothing to show here.
      public func show() {}
    }
  }
}
