import TernChat
import TernDecode
import TernFormat
import TernKernels
import TernModel
import TernTokens

/// An opened model: what its file says at once, and the engine once it is needed.
///
/// Sessions share it. Any thread may use it.
final class ModelRuntime: Sendable {
  let languages: LanguageCheck
  let contextSize: Int
  let options: LocalLanguageModel.Options
  private let file: GGUFFile
  private let engineOptions: EngineOptions
  private let template: ChatTemplate
  private let loading = Locked<Task<LoadedModel, any Error>?>(nil)

  /// Reads the file's metadata.
  init(path: String, options: LocalLanguageModel.Options) throws(LocalLanguageModelError) {
    do {
      file = try GGUFFile(path: path)
      let config = try Config(file)
      contextSize = options.contextSize ?? min(config.contextLength, 4096)
      guard (1...config.contextLength).contains(contextSize) else {
        throw ModelError.badContext(requested: contextSize, limit: config.contextLength)
      }
      var dialect: ToolDialect?
      if let name = options.toolDialect {
        guard let known = ToolDialect(named: name) else { throw ChatError.unknownDialect(name) }
        dialect = known
      }
      template = try ChatTemplate(file, Tokenizer(file), dialect: dialect)
    } catch {
      throw LocalLanguageModelError(opening: error)
    }
    languages = LanguageCheck(
      file.strings("general.languages").map { names in names.indices.map { names.text($0) } } ?? [])
    self.options = options
    var engine = EngineOptions()
    engine.threads = options.threads
    engine.context = contextSize
    engine.cacheType = options.cachePrecision.cacheType
    engine.keptSequences = options.keptConversations
    engine.keptBytes = options.keptBytes
    engine.cacheBytes = options.cacheBytes
    engine.waitingRequests = options.waitingRequests
    engineOptions = engine
  }

  var capabilities: LanguageModelCapabilities {
    var list: [LanguageModelCapabilities.Capability] = [.guidedGeneration, .toolCalling]
    if template.features.hasReasoning { list.append(.reasoning) }
    return LanguageModelCapabilities(list)
  }

  /// The model with its weights; loaded once, however many ask for it.
  ///
  /// A failure is not kept.
  /// - Parameter progress: Is told the share that is loaded, where this call loads.
  func loaded(progress: (@Sendable (Double) -> Void)? = nil) async throws -> LoadedModel {
    let task = loading.withLock { task in
      if let task { return task }
      let made = Task { [file, engineOptions, template, options] in
        let engine = try await Engine.open(file: file, options: engineOptions) { share in
          progress?(share)
          return true
        }
        return LoadedModel(engine: engine, template: template, settings: options.template)
      }
      task = made
      return made
    }
    do { return try await task.value } catch {
      loading.withLock { $0 = nil }
      throw LocalLanguageModelError(opening: error)
    }
  }
}

/// A model that is ready, with its chat template.
struct LoadedModel: Sendable {
  let engine: Engine
  let template: ChatTemplate
  let encoder: PromptEncoder
  let conversation: ConversationWriter
  let rules: AnswerRules

  init(engine: Engine, template: ChatTemplate, settings: TemplateSettings) {
    self.engine = engine
    self.template = template
    encoder = PromptEncoder(engine.tokenizer, dialect: template.dialect)
    conversation = ConversationWriter(template.features, settings)
    rules = AnswerRules(template: template)
  }
}

extension TextModel.CachePrecision {
  /// The engine's name for it.
  var cacheType: CacheType {
    switch self {
    case .single: .f32
    case .half: .f16
    case .eightBit: .q8_0
    }
  }
}
