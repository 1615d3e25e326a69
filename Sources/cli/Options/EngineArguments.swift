import Foundation
import Tern
import TernDecode
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
struct EngineArguments: VerbOptions {
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
  var modelOptions: ModelOptions {
    var options = ModelOptions()
    options.context = context
    options.cacheType = cache
    return options
  }

  /// Opens the engine for vectors and rankings.
  func openEngine() async throws -> Engine {
    var options = EngineOptions()
    options.threads = threads
    options.context = context
    options.cacheType = cache
    options.keptSequences = 0
    let path = try model.path()
    let bar = ProgressBar("loading")
    defer { bar.finish() }
    return try await Engine.open(path: path, options: options) { share in
      bar.show(share)
      return true
    }
  }

  /// What the command line says of a model that sessions and texts run on.
  var localOptions: LocalLanguageModel.Options {
    var options = LocalLanguageModel.Options()
    options.threads = threads
    options.contextSize = context
    options.cachePrecision =
      switch cache {
      case .f32: .single
      case .q8_0: .eightBit
      default: .half
      }
    return options
  }

  /// Opens the model, with its weights loaded.
  ///
  /// - Parameter check: Looks at the model before its weights are loaded.
  func openModel(
    _ options: LocalLanguageModel.Options, check: (LocalLanguageModel) throws -> Void = { _ in }
  ) async throws -> LocalLanguageModel {
    let path = try model.path()
    let bar = ProgressBar("loading")
    defer { bar.finish() }
    let model = try LocalLanguageModel(contentsOf: URL(filePath: path), options: options)
    try check(model)
    try await model.load { share in bar.show(share) }
    return model
  }
}
