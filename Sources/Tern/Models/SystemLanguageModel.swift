import Foundation
import Observation

/// The default model: Café, or the file that the environment variable `TERN_MODEL` names.
public final class SystemLanguageModel: Sendable {
  let configuration: Executor.Configuration
  let useCase: UseCase
  let engine: SystemModelEngine

  /// The default model, for general use.
  public static let `default` = SystemLanguageModel()

  /// The model for a use, with guardrails.
  public convenience init(
    useCase: UseCase = .general, guardrails: Guardrails = Guardrails.default
  ) {
    self.init(useCase: useCase, guardrails: guardrails, engine: .shared)
  }

  /// The model with another engine than that of the process.
  package init(
    useCase: UseCase = .general, guardrails: Guardrails = Guardrails.default,
    engine: SystemModelEngine
  ) {
    self.useCase = useCase
    configuration = Executor.Configuration(useCase: useCase, guardrails: guardrails)
    self.engine = engine
  }

  /// Whether the model can answer.
  public var availability: Availability {
    SystemModelSubstitute.current == nil ? engine.availability : .available
  }

  /// Whether the model can answer.
  public var isAvailable: Bool { availability == .available }

  /// The languages that the model knows.
  public var supportedLanguages: Set<Locale.Language> { engine.supportedLanguages }

  /// Whether the model knows the language of a locale.
  public func supportsLocale(_ locale: Locale = Locale.current) -> Bool {
    let code = locale.language.languageCode
    return supportedLanguages.contains { $0.languageCode == code }
  }

  /// The size of the model's context, in tokens.
  public var contextSize: Int { engine.contextSize }

  /// The model, by the name of its file.
  public var variant: Variant { Variant(displayName: engine.displayName) }

  /// Why the model is not available, in one line; `nil` where it is.
  public var unavailabilityDescription: String? { engine.problem }
}

extension SystemLanguageModel: Observable {}

extension SystemLanguageModel {
  /// What the model is used for.
  public struct UseCase: Sendable, Equatable {
    let name: String

    /// Any use.
    public static let general = UseCase(name: "general")
    /// Finding tags for a text.
    public static let contentTagging = UseCase(name: "contentTagging")
  }

  /// A model, by its name.
  public struct Variant: Sendable, Hashable {
    /// A name for people.
    public let displayName: String

    /// Apple's model of 2026; ``SystemLanguageModel/variant`` is another one here.
    public static let core3 = Variant(displayName: "AFM 3 Core")
    /// Apple's larger model of 2026; ``SystemLanguageModel/variant`` is another one here.
    public static let coreAdvanced3 = Variant(displayName: "AFM 3 Core Advanced")
  }

  /// What the model refuses; Tern's models refuse nothing.
  public struct Guardrails: Sendable {
    let name: String

    /// The default guardrails.
    public static let `default` = Guardrails(name: "default")
    /// Weaker guardrails, for prompts that only transform text.
    public static let permissiveContentTransformations = Guardrails(
      name: "permissiveContentTransformations")
  }

  /// Whether the model can answer.
  @frozen public enum Availability: Equatable, Sendable {
    /// The model can answer.
    case available
    /// The model cannot answer, for a reason.
    case unavailable(UnavailableReason)

    /// Why the model cannot answer.
    public enum UnavailableReason: Equatable, Sendable, Hashable {
      /// The machine cannot run the model.
      case deviceNotEligible
      /// The model is switched off.
      case appleIntelligenceNotEnabled
      /// The model is missing, or not ready yet.
      case modelNotReady
    }
  }

  /// Why the model cannot answer.
  public enum Error: LocalizedError, CustomDebugStringConvertible {
    /// There is no model.
    case assetsUnavailable(AssetsUnavailable)

    /// There is no model.
    public struct AssetsUnavailable: Sendable {
      /// What happened, in detail.
      public var debugDescription: String

      /// What happened, in detail.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// A sentence for people.
    public var errorDescription: String? { "No model is available." }

    /// What happened, in detail.
    public var debugDescription: String {
      switch self {
      case .assetsUnavailable(let error): error.debugDescription
      }
    }
  }
}
