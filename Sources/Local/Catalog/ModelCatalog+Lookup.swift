import Foundation

extension ModelCatalog {
  /// The model of this name, or the one that has it in its name.
  ///
  /// Capitals and accents do not matter. A whole name wins over parts of others. `name:tag` as in
  /// Ollama and `organisation/name:type` as on Hugging Face are names like others.
  /// - Throws: ``ModelLookupError`` where there is none, or more than one.
  package func model(named word: String) throws(ModelLookupError) -> FoundModel {
    let wanted = ModelNames.folded(Self.bare(word))
    let steps: [(FoundModel) -> Bool] = [
      { ModelNames.folded($0.name) == wanted },
      { $0.aliases.contains { ModelNames.folded($0) == wanted } },
      { $0.hasPart(wanted) },
    ]
    for fits in steps {
      let found = models.filter(fits)
      if found.count == 1 { return found[0] }
      if found.count > 1 { throw .ambiguous(word, models: found.map(\.name)) }
    }
    let nearest = NearestNames.of(word, among: models.map(\.name))
    throw .unknown(word, nearest: nearest, hasModels: !models.isEmpty)
  }

  /// The model at a path, of which a catalog need not know.
  package func model(at path: String) -> FoundModel {
    if let known = models.first(where: { $0.path == path }) { return known }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return FoundModel(
      name: ModelFileName(name)?.stem ?? name, aliases: [], path: path, place: .folder)
  }

  /// The name without what names a file or a server.
  private static func bare(_ word: String) -> String {
    var word = word[...]
    for prefix in ["https://huggingface.co/", "https://hf.co/", "huggingface.co/"] {
      if word.hasPrefix(prefix) { word = word.dropFirst(prefix.count) }
    }
    return String(word.lowercased().hasSuffix(".gguf") ? word.dropLast(5) : word)
  }
}

extension FoundModel {
  /// Whether a part of a name is this one, in small letters; where the home folder lies names no model.
  fileprivate func hasPart(_ part: String) -> Bool {
    ([name] + aliases).contains { !$0.hasPrefix("/") && ModelNames.folded($0).contains(part) }
  }
}

extension ModelCatalog {
  /// The file that a word means: the one at this path, or the model of this name.
  ///
  /// - Parameters:
  ///   - catalog: Is asked for where no file is at this path.
  /// - Returns: The path, and the model where the word is a name.
  /// - Throws: ``ModelLookupError`` for a word that is neither; what is written as a path is one,
  ///   whether there is a file or not.
  package static func resolve(
    _ word: String, in catalog: () -> ModelCatalog, _ environment: SystemEnvironment = .current
  ) throws(ModelLookupError) -> (path: String, model: FoundModel?) {
    let path = environment.expandingTilde(word)
    let exists = FileManager.default.fileExists(atPath: path)
    let isFolder = exists && Folder.isFolder(path)
    guard !word.isEmpty, !exists || isFolder, !isWrittenAsPath(word) else { return (path, nil) }
    do throws(ModelLookupError) {
      let model = try catalog().model(named: word)
      return (model.path, model)
    } catch {
      // What opens it says what is wrong with it.
      let mayBePath = exists || word.lowercased().hasSuffix(".gguf")
      guard case .unknown = error, mayBePath else { throw error }
      return (path, nil)
    }
  }

  /// Whether a word can be nothing but a path.
  private static func isWrittenAsPath(_ word: String) -> Bool {
    ["/", "./", "../", "~"].contains(where: word.hasPrefix)
  }
}

/// Why a name is no model's.
package enum ModelLookupError: Error, Equatable, CustomStringConvertible {
  /// No model has it in its name; `nearest` are names like it.
  case unknown(String, nearest: [String], hasModels: Bool)
  /// So many models have it in their names.
  case ambiguous(String, models: [String])

  /// What happened, in one line.
  package var description: String {
    switch self {
    case .unknown(let name, _, hasModels: false):
      "there is no file '\(name)', and no model is found on this machine"
    case .unknown(let name, let nearest, _):
      "there is neither a file nor a model '\(name)'; "
        + (nearest.isEmpty
          ? "'tern models' lists those that there are"
          : "names like it: \(nearest.joined(separator: ", "))")
    case .ambiguous(let name, let models):
      "'\(name)' is in the names of \(models.count) models: "
        + models.prefix(Self.mostNames).joined(separator: ", ")
        + (models.count > Self.mostNames ? ", …" : "")
    }
  }

  private static let mostNames = 8
}
