import TernChat
import TernDecode
import TernFormat
import TernKernels
import TernModel
import TernSession
import TernTokens

/// An opened model: what its file says at once, and the engine once it is needed.
///
/// Sessions share it. Any thread may use it.
package final class ModelRuntime: Sendable {
  /// The model's name as its file has it, or the name of the file.
  let name: String
  let languages: LanguageCheck
  let contextSize: Int
  let options: LocalLanguageModel.Options
  /// How the file says that tokens are best chosen.
  let recommended: LocalGenerationOptions
  /// The file's vocabulary; the engine's too.
  let tokenizer: Tokenizer
  /// Whether the model goes on with a text; others only embed or rank.
  private let generates: Bool
  /// How conversations are written; a file whose template is broken still goes on with texts.
  private let template: Result<ChatTemplate, LocalLanguageModelError>
  private let loading: SharedLoad<OpenedModel>
  private let file: GGUFFile

  /// Reads the file's metadata.
  init(path: String, options: LocalLanguageModel.Options) throws(LocalLanguageModelError) {
    let file: GGUFFile
    do {
      file = try GGUFFile(path: path)
      let config = try Config(file)
      generates = config.generates
      let context = options.contextSize ?? min(config.contextLength, 4096)
      contextSize = options.takesShorterContext ? min(context, config.contextLength) : context
      guard (1...config.contextLength).contains(contextSize) else {
        throw ModelError.badContext(requested: contextSize, limit: config.contextLength)
      }
      let dialect = try options.dialect
      tokenizer = try Tokenizer(file)
      template = Self.template(file, tokenizer, dialect)
      recommended = Self.recommended(file)
    } catch {
      throw LocalLanguageModelError(opening: error)
    }
    name =
      file.string("general.name")
      ?? path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
    languages = LanguageCheck(
      file.strings("general.languages").map { names in names.indices.map { names.text($0) } } ?? [])
    self.options = options
    self.file = file
    var engine = EngineOptions()
    engine.threads = options.threads
    engine.context = contextSize
    engine.cacheType = options.cachePrecision.cacheType
    engine.keptSequences = options.keptConversations
    engine.keptBytes = options.keptBytes
    engine.cacheBytes = options.cacheBytes
    engine.runningRequests = options.runningRequests
    engine.waitingRequests = options.waitingRequests
    loading = SharedLoad { [engine, template, tokenizer] report in
      let engine = try await Engine.open(
        file: file, tokenizer: tokenizer, options: engine, progress: report)
      return OpenedModel(
        engine: engine,
        conversing: template.map {
          LoadedModel(engine: engine, template: $0, settings: options.template)
        })
    }
  }

  private static func template(
    _ file: GGUFFile, _ tokenizer: Tokenizer, _ dialect: Dialect?
  ) -> Result<ChatTemplate, LocalLanguageModelError> {
    do { return .success(try ChatTemplate(file, tokenizer, dialect: dialect)) } catch {
      return .failure(LocalLanguageModelError(opening: error))
    }
  }

  /// What a file recommends; everything else is absent.
  private static func recommended(_ file: GGUFFile) -> LocalGenerationOptions {
    var options = LocalGenerationOptions()
    options.temperature = file.float("general.sampling.temp").map { Double($0) }
    // Files say 0 or less where all tokens may come.
    options.topK = file.int("general.sampling.top_k").map { max(0, $0) }
    options.topP = file.float("general.sampling.top_p").map { Double($0) }
    options.minP = file.float("general.sampling.min_p").map { Double($0) }
    options.repetitionPenalty = file.float("general.sampling.penalty_repeat").map { Double($0) }
    // A file may have anything in it.
    do { try options.validate() } catch { return LocalGenerationOptions() }
    return options
  }

  /// Why the model cannot converse: its chat template cannot be read; `nil` where it can.
  package var conversationProblem: LocalLanguageModelError? {
    if case .failure(let error) = template { error } else { nil }
  }

  var capabilities: LanguageModelCapabilities {
    guard generates, case .success(let template) = template else {
      return LanguageModelCapabilities([])
    }
    var list: [LanguageModelCapabilities.Capability] = [.guidedGeneration, .toolCalling]
    if template.features.hasReasoning { list.append(.reasoning) }
    return LanguageModelCapabilities(list)
  }

  /// The model with its weights and its chat template.
  ///
  /// - Throws: As ``opened(progress:)``, and for a template that cannot be read.
  func loaded() async throws -> LoadedModel { try await opened().conversing.get() }

  /// The model with its weights; loaded once, however many ask for it.
  ///
  /// A failure is not kept. When all who wait have been cancelled, loading is given up.
  /// - Parameter progress: Is told the share that is loaded, while it is being loaded.
  func opened(progress: (@Sendable (Double) -> Void)? = nil) async throws -> OpenedModel {
    do { return try await loading.value(progress: progress) } catch let error as CancellationError {
      throw error
    } catch {
      throw LocalLanguageModelError(opening: error)
    }
  }

  /// The engine, with its weights loaded.
  func engine() async throws(LocalLanguageModelError) -> Engine {
    do { return try await opened().engine } catch is CancellationError {
      throw .cancelled
    } catch {
      throw LocalLanguageModelError(opening: error)
    }
  }

  /// Bytes of the file's tensors, which is what its weights take in memory.
  var weightBytes: Int { file.tensors.reduce(0) { $0 + $1.byteCount } }

  /// Drops the engine with its weights and all that it keeps; who still uses it keeps them alive.
  func unload() {
    loading.forget()
    file.adviseAll(.done)
  }

  /// The engine, where its weights are loaded already.
  var loadedEngine: Engine? { loading.loaded?.engine }
}

/// A model whose weights are loaded.
struct OpenedModel: Sendable {
  let engine: Engine
  /// What conversations need beside it, or why there can be none.
  let conversing: Result<LoadedModel, LocalLanguageModelError>
}

/// A model that is ready for conversations, with its chat template.
struct LoadedModel: Sendable {
  let engine: Engine
  let template: ChatTemplate
  let encoder: PromptEncoder
  let conversation: ConversationWriter
  let rules: AnswerRules
  /// How answers mark reasoning and calls.
  let marks: AnswerMarks

  init(engine: Engine, template: ChatTemplate, settings: TemplateSettings) {
    self.engine = engine
    self.template = template
    encoder = PromptEncoder(engine.tokenizer, dialect: template.dialect)
    conversation = ConversationWriter(template.features, settings)
    rules = AnswerRules(template: template)
    marks = AnswerMarks(
      reasoning: template.reasoningMarks.map {
        .init(open: $0.open, close: $0.close, isAtStart: $0.isAtStart, ending: $0.ending)
      }, calls: template.callMarks)
  }
}

extension LocalLanguageModel.CachePrecision {
  /// The engine's name for it.
  var cacheType: CacheType {
    switch self {
    case .single: .f32
    case .half: .f16
    case .eightBit: .q8_0
    }
  }
}
