import Foundation
import TernJSON

#if Cafe
  import TernCafe
#endif

/// What does the work of ``SystemLanguageModel``: one local model for all its instances.
///
/// The environment variable `TERN_MODEL` names its file, or a model of this machine; otherwise it is
/// the embedded one. The file is opened when it is first needed. A failure is not kept: whoever comes
/// next tries again.
package final class SystemModelEngine: Sendable {
  /// Opens the model.
  package typealias Opening = @Sendable () throws(LocalLanguageModelError) -> LocalLanguageModel

  /// The one of this process, because `SystemLanguageModel.default` is there without being made.
  static let shared = SystemModelEngine {
    () throws(LocalLanguageModelError) -> LocalLanguageModel in
    var options = LocalLanguageModel.Options()
    options.checksLanguage = true
    return try LocalLanguageModel(contentsOf: url(), options: options)
  }

  private let open: Opening
  private let opened = Locked<LocalLanguageModel?>(nil)

  package init(_ open: @escaping Opening) { self.open = open }

  private static func url() throws(LocalLanguageModelError) -> URL {
    let environment = SystemEnvironment.current
    if let word = environment["TERN_MODEL"] {
      do {
        let file = try ModelCatalog.resolve(word, in: { .onThisMachine(environment) }, environment)
        return URL(filePath: file.path)
      } catch {
        throw .unusableModel(error.description)
      }
    }
    #if Cafe
      do { return try CafeModel.fileURL() } catch { throw .unusableModel(error.description) }
    #else
      throw .unusableModel("no model was built in, and TERN_MODEL names none")
    #endif
  }

  /// The model, or why it cannot be opened; who comes while somebody opens it waits for that.
  private var result: Result<LocalLanguageModel, LocalLanguageModelError> {
    opened.withLock { opened in
      if let opened { return .success(opened) }
      do throws(LocalLanguageModelError) {
        let model = try open()
        if let problem = model.runtime.conversationProblem { throw problem }
        opened = model
        return .success(model)
      } catch {
        return .failure(error)
      }
    }
  }

  /// The model, or why there is none.
  func model() throws(SystemLanguageModel.Error) -> LocalLanguageModel {
    switch result {
    case .success(let model): return model
    case .failure(let error): throw .assetsUnavailable(.init(debugDescription: error.description))
    }
  }

  var availability: SystemLanguageModel.Availability {
    switch result {
    case .success: .available
    case .failure: .unavailable(.modelNotReady)
    }
  }

  /// Why there is no model.
  var problem: String? {
    if case .failure(let error) = result { error.description } else { nil }
  }

  /// The size of the model's context; without a model that of Apple's.
  var contextSize: Int { (try? result.get().contextSize) ?? 4096 }

  /// The name of the model; empty without one.
  var displayName: String { (try? result.get().name) ?? "" }

  var supportedLanguages: Set<Locale.Language> { (try? result.get().supportedLanguages) ?? [] }
}
