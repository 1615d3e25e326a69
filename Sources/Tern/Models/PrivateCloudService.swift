import Foundation
import Observation
import TernJSON

extension PrivateCloudComputeLanguageModel {
  /// The model that answers in place of Apple's servers.
  ///
  /// Without one the model is not available. A service is named in code, with ``service``, or by the
  /// environment variable `TERN_PRIVATE_MODEL`, the path of a GGUF file that is opened when it is first
  /// needed.
  ///
  /// ```swift
  /// var service = PrivateCloudComputeLanguageModel.Service(answeredBy: largeModel)
  /// service.quotaUsage = .limitReached(resetDate: tomorrow)
  /// PrivateCloudComputeLanguageModel.service = service
  /// ```
  ///
  /// Levels of reasoning, schemas and tools go to the model that answers. For tests, a service can say
  /// that its quota is used up, or fail.
  public struct Service: Sendable {
    let model: ForwardedModel
    /// Whether the model says that it can answer.
    public var availability = Availability.available
    /// How much of what may be asked was asked; where the limit is reached, requests throw
    /// ``PrivateCloudComputeLanguageModel/Error/quotaLimitReached(_:)``.
    public var quotaUsage = QuotaUsage.belowLimit()
    /// What every request throws; `nil` lets the model answer.
    public var failure: Error?
    /// The size of the model's context, in tokens.
    public var contextSize: Int
    /// The languages that the model knows.
    public var supportedLanguages: Set<Locale.Language>

    /// A service that is answered by a model.
    ///
    /// - Parameters:
    ///   - model: What answers.
    ///   - contextSize: Tokens that the model can hold.
    ///   - supportedLanguages: The languages that the model knows.
    public init(
      answeredBy model: any LanguageModel, contextSize: Int = 32_768,
      supportedLanguages: Set<Locale.Language> = []
    ) {
      self.model = ForwardedModel(model)
      self.contextSize = contextSize
      self.supportedLanguages = supportedLanguages
    }

    /// A service that is answered by a local model, with its context and languages.
    public init(answeredBy model: LocalLanguageModel) {
      self.init(
        answeredBy: model as any LanguageModel, contextSize: model.contextSize,
        supportedLanguages: model.supportedLanguages)
    }

    /// What a request throws instead of being answered.
    var refusal: Error? {
      if let failure { return failure }
      if case .unavailable = availability {
        return .serviceUnavailable(.init(debugDescription: "The service is not available."))
      }
      guard quotaUsage.isLimitReached else { return nil }
      return .quotaLimitReached(
        .init(
          limitIncreaseSuggestion: quotaUsage.limitIncreaseSuggestion,
          resetDate: quotaUsage.resetDate, debugDescription: "The quota is used up."))
    }
  }

  /// The model that answers in place of Apple's servers, for the whole process.
  ///
  /// Changes count for requests that begin later, and are observed through the model's properties.
  public static var service: Service? {
    get { PrivateCloudState.shared.service }
    set { PrivateCloudState.shared.set(newValue) }
  }

  /// Runs code for which `service` answers, or nothing where it is `nil`; for tests, which can so run
  /// side by side.
  ///
  /// It holds for the current task and the tasks that it starts, but for detached ones.
  public static func withService<Result>(
    _ service: Service?, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await PrivateCloudState.$local.withValue(
      .some(service), operation: body, isolation: isolation)
  }
}

extension PrivateCloudComputeLanguageModel.QuotaUsage {
  /// Requests are served.
  public static func belowLimit(isApproachingLimit: Bool = false) -> Self {
    Self(status: .belowLimit(Status.BelowLimit(isApproachingLimit: isApproachingLimit)))
  }

  /// Requests are not served until a date.
  public static func limitReached(resetDate: Date? = nil) -> Self {
    Self(status: .limitReached(Status.LimitReached()), resetDate: resetDate)
  }
}

/// What the process has for Private Cloud Compute.
final class PrivateCloudState: Sendable {
  typealias Service = PrivateCloudComputeLanguageModel.Service
  static let shared = PrivateCloudState()
  /// What holds for a task; `.some(nil)` where nothing shall answer.
  @TaskLocal static var local: Service??

  /// What was set; `.some(nil)` where nothing shall answer.
  private let chosen = Locked<Service??>(nil)
  /// What the environment names, once it was opened.
  private let named = Locked<Result<Service?, LocalLanguageModelError>?>(nil)
  let registrar = ObservationRegistrar()

  var service: Service? {
    if let chosenService { return chosenService }
    return try? environment.get()
  }

  private var chosenService: Service?? { Self.local ?? chosen.withLock { $0 } }

  /// Why the environment's model cannot be used; `nil` where it can, or none is named.
  var problem: LocalLanguageModelError? {
    if chosenService != nil { return nil }
    if case .failure(let error) = environment { return error }
    return nil
  }

  func set(_ service: Service?) {
    let model = PrivateCloudComputeLanguageModel()
    registrar.willSet(model, keyPath: \.availability)
    registrar.willSet(model, keyPath: \.quotaUsage)
    chosen.withLock { $0 = .some(service) }
    registrar.didSet(model, keyPath: \.availability)
    registrar.didSet(model, keyPath: \.quotaUsage)
  }

  /// A file that cannot be opened is tried again by whoever comes next.
  private var environment:
    Result<PrivateCloudComputeLanguageModel.Service?, LocalLanguageModelError>
  {
    named.withLock { named in
      if case .success(let service)? = named { return .success(service) }
      let result = Self.open()
      named = result
      return result
    }
  }

  private static func open() -> Result<
    PrivateCloudComputeLanguageModel.Service?, LocalLanguageModelError
  > {
    guard let path = ProcessInfo.processInfo.environment["TERN_PRIVATE_MODEL"], !path.isEmpty
    else { return .success(nil) }
    do throws(LocalLanguageModelError) {
      return .success(
        PrivateCloudComputeLanguageModel.Service(
          answeredBy: try LocalLanguageModel(contentsOf: URL(filePath: path))))
    } catch {
      return .failure(error)
    }
  }
}
