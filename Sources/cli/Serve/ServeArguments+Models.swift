import Foundation
import Tern
import TernDecode
import TernServe

extension ServeArguments {
  /// The models that are to be served, in the order of the command line.
  func sources() throws(CommandFailure) -> [ModelSource] {
    let models = try engine.model.all()
    let names = try names(of: models)
    let options = modelOptions(count: models.count)
    var sources: [ModelSource] = []
    for (name, model) in zip(names, models) {
      let url = try Self.checkFile(model.path)
      sources.append(
        ModelSource(name: name) { () throws(LocalLanguageModelError) in
          try await FileThread().run { () throws(LocalLanguageModelError) in
            try LocalLanguageModel(contentsOf: url, options: options)
          }
        })
    }
    return sources
  }

  /// Throws for a file that cannot be read, so that it is told before anybody can connect.
  static func checkFile(_ path: String) throws(CommandFailure) -> URL {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw .failed("cannot read \(path): \(SystemReason.last)")
    }
    try? file.close()
    return URL(filePath: path)
  }

  /// A name for each model; two equal ones are a wrong command line.
  private func names(
    of models: [(name: String?, path: String)]
  ) throws(CommandFailure) -> [String] {
    if alias != nil, models.count > 1 {
      throw .usage(
        "\($alias) names one model: with several, write \(engine.model.option) NAME=PATH")
    }
    let names = models.map { alias ?? $0.name ?? Self.stem(of: $0.path) }
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw .usage(
        "two models are named \(name): write \(engine.model.option) NAME=PATH for one of them")
    }
    return names
  }

  /// The name of a file without its ending.
  private static func stem(of path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
  }

  /// How each of so many models is set up.
  private func modelOptions(count: Int) -> LocalLanguageModel.Options {
    var options = engine.localOptions
    options.keptConversations = keptConversations
    options.cacheBytes = cacheBytes ?? (count > 1 ? Machine.memory / 2 / count : nil)
    options.runningRequests = runningRequests
    if count > 1 { options.takesShorterContext = true }
    template.apply(to: &options)
    return options
  }
}
