import Foundation

/// A folder in which models may lie, and how they lie in it.
package struct ModelPlace: Sendable, Equatable {
  /// Whose folder it is.
  package enum Kind: String, Sendable {
    /// In the program itself.
    case builtIn = "built in"
    /// Any files, in folders of any depth.
    case folder
    /// Hugging Face's cache: a folder for each repository, with links into its blobs.
    case huggingFace = "Hugging Face"
    /// llama.cpp's cache: all files in one folder, beside manifests.
    case llamaCpp = "llama.cpp"
    /// LM Studio's: `publisher/model/file`.
    case lmStudio = "LM Studio"
    /// Ollama's: manifests that name blobs.
    case ollama = "Ollama"
  }

  package let kind: Kind
  package let path: String
  /// Whether somebody has named it: a folder that is not there is then told.
  package let isNamed: Bool

  init(_ kind: Kind, _ path: String, isNamed: Bool = false) {
    (self.kind, self.path, self.isNamed) = (kind, path, isNamed)
  }
}

extension ModelPlace {
  /// The places of an environment, in the order in which models are looked for.
  ///
  /// - Parameter folders: Folders of the command line or of settings; without any, those that
  ///   `TERN_MODELS` names, else the usual ones.
  package static func all(_ environment: SystemEnvironment, folders: [String] = []) -> [ModelPlace]
  {
    var seen: Set<String> = []
    let all =
      own(environment, folders) + hubs(environment) + llamaCpp(environment)
      + lmStudio(environment) + ollama(environment)
    // One folder may be named twice; what lies in it is found once.
    return all.filter { seen.insert("\($0.kind) \($0.path)").inserted }
  }

  private static func own(
    _ environment: SystemEnvironment, _ folders: [String]
  ) -> [ModelPlace] {
    let given = folders.isEmpty ? environment.paths("TERN_MODELS") : folders
    if let given {
      return given.map { ModelPlace(.folder, environment.expandingTilde($0), isNamed: true) }
    }
    let data = environment.folder("XDG_DATA_HOME", orInHome: ".local/share")
    return [data.map { "\($0)/tern/models" }, environment.inHome("models")].compactMap(\.self)
      .map { ModelPlace(.folder, $0) }
  }

  /// Hugging Face's cache, and llama.cpp's where it is kept in the same way.
  private static func hubs(_ environment: SystemEnvironment) -> [ModelPlace] {
    let cache = environment.folder("XDG_CACHE_HOME", orInHome: ".cache")
    let hub =
      environment["HF_HUB_CACHE"] ?? environment["HUGGINGFACE_HUB_CACHE"]
      ?? environment["HF_HOME"].map { "\($0)/hub" } ?? cache.map { "\($0)/huggingface/hub" }
    return [hub, environment["LLAMA_CACHE"]].compactMap(\.self).map { ModelPlace(.huggingFace, $0) }
  }

  private static func llamaCpp(_ environment: SystemEnvironment) -> [ModelPlace] {
    if let folder = environment["LLAMA_CACHE"] { return [ModelPlace(.llamaCpp, folder)] }
    var folders: [String?] = [
      environment.folder("XDG_CACHE_HOME", orInHome: ".cache").map { "\($0)/llama.cpp" }
    ]
    #if os(macOS)
      folders.append(environment.inHome("Library/Caches/llama.cpp"))
    #endif
    return folders.compactMap(\.self).map { ModelPlace(.llamaCpp, $0) }
  }

  private static func lmStudio(_ environment: SystemEnvironment) -> [ModelPlace] {
    [".lmstudio/models", ".cache/lm-studio/models"].compactMap { environment.inHome($0) }
      .map { ModelPlace(.lmStudio, $0) }
  }

  /// The folder that a variable names, else the user's and that of the service.
  private static func ollama(_ environment: SystemEnvironment) -> [ModelPlace] {
    if let folder = environment["OLLAMA_MODELS"] { return [ModelPlace(.ollama, folder)] }
    return [environment.inHome(".ollama/models"), "/usr/share/ollama/.ollama/models"]
      .compactMap(\.self).map { ModelPlace(.ollama, $0) }
  }
}
