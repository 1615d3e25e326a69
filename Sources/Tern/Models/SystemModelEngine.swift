import Foundation

#if Cafe
  import TernCafe
#endif

/// What does the work of ``SystemLanguageModel``: one local model for all its instances.
///
/// The environment variable `TERN_MODEL` names its file; otherwise it is the embedded one.
final class SystemModelEngine: Sendable {
  /// The one of this process, made when it is first needed, because `SystemLanguageModel.default`
  /// is there without being made.
  static let shared = SystemModelEngine()

  private let opened: Result<LocalLanguageModel, LocalLanguageModelError>

  private init() {
    do throws(LocalLanguageModelError) {
      opened = .success(try LocalLanguageModel(contentsOf: Self.url()))
    } catch {
      opened = .failure(error)
    }
  }

  private static func url() throws(LocalLanguageModelError) -> URL {
    if let path = ProcessInfo.processInfo.environment["TERN_MODEL"], !path.isEmpty {
      return URL(filePath: path)
    }
    #if Cafe
      do { return try CafeModel.fileURL() } catch { throw .unusableModel(error.description) }
    #else
      throw .unusableModel("no model was built in, and TERN_MODEL names none")
    #endif
  }

  /// The model, or why there is none.
  func model() throws(SystemLanguageModel.Error) -> LocalLanguageModel {
    switch opened {
    case .success(let model): return model
    case .failure(let error): throw .assetsUnavailable(.init(debugDescription: error.description))
    }
  }

  var availability: SystemLanguageModel.Availability {
    switch opened {
    case .success: .available
    case .failure: .unavailable(.modelNotReady)
    }
  }

  /// Why there is no model.
  var problem: String? {
    if case .failure(let error) = opened { error.description } else { nil }
  }

  /// The size of the model's context; without a model that of Apple's.
  var contextSize: Int { (try? opened.get().contextSize) ?? 4096 }

  var supportedLanguages: Set<Locale.Language> { (try? opened.get().supportedLanguages) ?? [] }
}
