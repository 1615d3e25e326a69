import Foundation
import Tern
import TernDecode
import TernFormat
import TernKernels
import TernModel

extension OptionKey where Value == Int {
  /// Threads to compute with.
  static var threads: Self {
    .value(
      "--threads", "N", .int(in: 1...1024), "threads to compute with",
      default: Machine.processors, "all processors"
    ).short("-t")
  }
}

/// Which model a verb runs, and with what.
struct EngineArguments: SettingOptions {
  let model: ModelArguments
  @Option(.threads) var threads
  @Option(
    .value("--context", "N", .int(in: 1...Int.max), "positions the context holds")
      .defaultText("the model's or 4096, the smaller"))
  var context
  @Option var cache: CacheType

  /// - Parameters:
  ///   - cache: How keys and values are kept where nothing is said.
  ///   - models: Which model, or models.
  init(cache: CacheType, models: ModelArguments = ModelArguments()) {
    model = models
    _cache = Option(
      .value(
        "--cache", "TYPE", .oneOf(["f32": .f32, "f16": .f16, "q8_0": .q8_0]),
        "how keys and values are kept: f32, f16 or q8_0", default: cache))
  }

  /// The options of a model without an engine.
  func modelOptions(for file: GGUFFile) -> ModelOptions {
    var options = ModelOptions()
    options.context = context(for: file)
    options.cacheType = cache
    return options
  }

  /// The context that is asked for; a default of the user's is for all models, and so is cut to what
  /// this one has.
  private func context(for file: GGUFFile) -> Int? {
    guard let context, !$context.isGiven, let config = try? Config(file) else { return context }
    return min(context, config.contextLength)
  }

  /// Opens the engine for vectors and rankings.
  func openEngine() async throws -> Engine {
    var options = EngineOptions()
    let path = try model.path()
    let file: GGUFFile
    do { file = try GGUFFile(path: path) } catch { throw EngineError.file(error) }
    options.threads = threads
    options.context = context(for: file)
    options.cacheType = cache
    options.keptSequences = 0
    let bar = ProgressBar("loading")
    defer { bar.finish() }
    let bytes = file.fileSize
    return try await Engine.open(file: file, options: options) { share in
      bar.show(.loading(share, of: bytes))
      return true
    }
  }

  /// What the command line says of a model that sessions and texts run on.
  var localOptions: LocalLanguageModel.Options {
    var options = LocalLanguageModel.Options()
    options.threads = threads
    options.contextSize = context
    options.takesShorterContext = !$context.isGiven
    options.cachePrecision =
      switch cache {
      case .f32: .single
      case .q8_0: .eightBit
      default: .half
      }
    return options
  }

  /// Opens the model, with its weights loaded.
  func openModel(_ options: LocalLanguageModel.Options) async throws -> LocalLanguageModel {
    try await openModel(options, isVerbose: false).model
  }

  /// Opens the model, with its weights loaded, and what is told of that.
  ///
  /// - Parameters:
  ///   - isVerbose: Whether anything is told of it.
  ///   - check: Looks at the model before its weights are loaded.
  func openModel(
    _ options: LocalLanguageModel.Options, isVerbose: Bool,
    check: (LocalLanguageModel) throws -> Void = { _ in }
  ) async throws -> (model: LocalLanguageModel, figures: Figures) {
    let path = try model.path()
    let bar = ProgressBar("loading")
    defer { bar.finish() }
    let began = ContinuousClock.now
    let model = try LocalLanguageModel(contentsOf: URL(filePath: path), options: options)
    try check(model)
    let bytes = model.weightBytes
    try await model.load { bar.show(.loading($0, of: bytes)) }
    guard isVerbose else { return (model, Figures(nil)) }
    let report = try LoadReport(
      model, path: path, cache: cache, threads: threads,
      seconds: (ContinuousClock.now - began).seconds)
    return (model, Figures(report))
  }
}

extension ProgressEstimate {
  /// How far the weights of so many bytes are loaded.
  fileprivate static func loading(_ share: Double, of bytes: Int) -> Self {
    Self(done: Int(share * Double(bytes)), total: bytes, unit: .bytes)
  }
}
