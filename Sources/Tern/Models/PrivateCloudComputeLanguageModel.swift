import Foundation
import Observation

/// The large model for work that the local one is too small for.
///
/// On Apple's systems it runs on Apple's servers, which other systems cannot reach. Here it is a
/// model that the developer names, in code (``service``) or with the environment variable
/// `TERN_PRIVATE_MODEL`. Without one it is not available; code that checks the availability runs
/// unchanged.
public final class PrivateCloudComputeLanguageModel: Sendable {
  /// The model.
  public init() {}

  /// Whether the model can answer.
  public var availability: Availability {
    state.registrar.access(self, keyPath: \.availability)
    if let service = state.service { return service.availability }
    return .unavailable(state.problem == nil ? .deviceNotEligible : .systemNotReady)
  }

  /// Whether the model can answer.
  public var isAvailable: Bool { availability == .available }

  /// How much of the quota is used.
  public var quotaUsage: QuotaUsage {
    state.registrar.access(self, keyPath: \.quotaUsage)
    return state.service?.quotaUsage ?? .belowLimit()
  }

  /// The size of the model's context, in tokens.
  ///
  /// - Throws: ``Error/serviceUnavailable(_:)`` without a service.
  public var contextSize: Int { get async throws { try reached().contextSize } }

  /// The languages that the model knows; none without a service.
  nonisolated(nonsending)
    public var supportedLanguages: Set<Locale.Language>
  { get async throws { state.service?.supportedLanguages ?? [] } }

  /// Whether the model knows the language of a locale.
  nonisolated(nonsending)
    public func supportsLocale(_ locale: Locale = Locale.current) async throws -> Bool
  {
    let code = locale.language.languageCode
    return try await supportedLanguages.contains { $0.languageCode == code }
  }

  private var state: PrivateCloudState { .shared }

  /// The service, or why there is none.
  private func reached() throws(Error) -> Service {
    if let service = state.service { return service }
    throw .serviceUnavailable(
      .init(
        debugDescription: state.problem?.description
          ?? "No service is named; Apple's servers are reached from Apple's systems only."))
  }
}

extension PrivateCloudComputeLanguageModel: Observable {}

extension PrivateCloudComputeLanguageModel: LanguageModel {
  /// What the model can do; nothing without a service.
  public var capabilities: LanguageModelCapabilities {
    state.service?.model.capabilities ?? LanguageModelCapabilities([])
  }

  /// The configuration of the executor.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  /// Answers the requests that sessions make of the model.
  public struct Executor: LanguageModelExecutor {
    /// The type of model that it serves.
    public typealias Model = PrivateCloudComputeLanguageModel

    /// The configuration of an executor.
    public struct Configuration: Hashable, Sendable {}

    /// Makes the executor; cheap.
    public init(configuration: Configuration) {}

    /// Gets ready where there is a service.
    public func prewarm(model: Model, transcript: Transcript) {
      guard let service = model.state.service, service.refusal == nil else { return }
      service.model.prewarm(transcript)
    }

    /// Answers a request; see ``LanguageModelExecutor``.
    ///
    /// - Throws: ``PrivateCloudComputeLanguageModel/Error`` without a service, where its quota is used up,
    ///   and where it is to fail.
    public func respond(
      to request: LanguageModelExecutorGenerationRequest,
      model: PrivateCloudComputeLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let service = try model.reached()
      if let refusal = service.refusal { throw refusal }
      try await service.model.respond(to: request, streamingInto: channel)
    }
  }
}

extension PrivateCloudComputeLanguageModel {
  /// Whether the model can answer.
  @frozen public enum Availability: Equatable, Sendable {
    /// The model can answer.
    case available
    /// The model cannot answer, for a reason.
    case unavailable(UnavailableReason)

    /// Why the model cannot answer.
    public enum UnavailableReason: Equatable, Sendable, Hashable {
      /// The machine cannot reach the model.
      case deviceNotEligible
      /// The system is not ready.
      case systemNotReady
    }
  }

  /// How much of the quota is used.
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
