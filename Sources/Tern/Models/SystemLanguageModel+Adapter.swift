import Foundation

extension SystemLanguageModel {
  /// A change of the weights of Apple's model; Tern's models have none, so it cannot be made.
  public struct Adapter {
    /// What the makers of the adapter say about it.
    public var creatorDefinedMetadata: [String: Any] { [:] }

    /// Always throws ``AssetError/invalidAsset(_:)``.
    public init(fileURL: URL) throws {
      throw AssetError.invalidAsset(
        .init(debugDescription: "adapters of Apple's model cannot be used: \(fileURL.path)"))
    }

    /// Always throws ``AssetError/compatibleAdapterNotFound(_:)``.
    public init(name: String) throws {
      throw AssetError.compatibleAdapterNotFound(
        .init(debugDescription: "there is no adapter named \"\(name)\""))
    }

    /// Does nothing.
    @concurrent public func compile() async throws {}

    /// The adapters that can be used: none.
    public static func compatibleAdapterIdentifiers(name: String) -> [String] { [] }

    /// Does nothing.
    public static func removeObsoleteAdapters() throws {}

    /// Why an adapter cannot be used.
    public enum AssetError: Swift.Error, LocalizedError {
      /// The file is no adapter that can be used.
      case invalidAsset(Context)
      /// The name is none of an adapter.
      case invalidAdapterName(Context)
      /// There is no adapter for the model.
      case compatibleAdapterNotFound(Context)

      /// What happened, in detail.
      public struct Context: Sendable {
        /// What happened.
        public let debugDescription: String

        /// Details of an error.
        public init(debugDescription: String) { self.debugDescription = debugDescription }
      }

      /// A sentence for people.
      public var errorDescription: String? {
        switch self {
        case .invalidAsset: "The adapter cannot be used."
        case .invalidAdapterName: "The name is none of an adapter."
        case .compatibleAdapterNotFound: "There is no adapter for the model."
        }
      }

      /// What can be done about it.
      public var recoverySuggestion: String? { "Use the model without an adapter." }
    }
  }

  /// The model with an adapter; there is none, so this is the model itself.
  public convenience init(adapter: Adapter, guardrails: Guardrails = .default) {
    self.init(guardrails: guardrails)
  }
}
