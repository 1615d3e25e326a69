import TernFormat

/// The models that lie on this machine, by name; no file is opened.
package struct ModelCatalog: Sendable {
  /// In the order in which they were found.
  package private(set) var models: [FoundModel] = []
  /// What cannot be looked at.
  package private(set) var problems: [ModelProblem] = []

  /// Looks into all places of an environment.
  ///
  /// Cost: some looks into the file system for each file.
  /// - Parameters:
  ///   - folders: As for ``ModelPlace/all(_:folders:)``.
  ///   - builtIn: A model that the program brings along.
  package init(
    _ environment: SystemEnvironment, folders: [String] = [],
    builtIn: (name: String, path: String)? = nil
  ) {
    self.init(ModelPlace.all(environment, folders: folders), builtIn: builtIn)
  }

  package init(_ places: [ModelPlace], builtIn: (name: String, path: String)? = nil) {
    var candidates = builtIn.map { [ModelCandidate($0.path, .builtIn, names: [$0.name])] } ?? []
    for place in places {
      let content = Self.content(of: place)
      candidates += content.models
      problems += content.problems
    }
    let files = Self.merged(candidates)
    models = zip(files, ModelNames.unique(files.map { $0[0].names })).map { files, name in
      let names = files.flatMap { $0.names + $0.further }
      return FoundModel(
        name: name, aliases: Self.distinct(names, but: name), path: files[0].path,
        place: files[0].place,
        otherPaths: Self.distinct(files.dropFirst().map(\.path), but: files[0].path))
    }
  }

  private static func content(of place: ModelPlace) -> PlaceContent {
    switch place.kind {
    case .builtIn: PlaceContent()
    case .folder, .lmStudio: FolderScan.content(of: place)
    case .huggingFace: HubScan.content(of: place)
    case .llamaCpp: LlamaCacheScan.content(of: place)
    case .ollama: OllamaScan.content(of: place)
    }
  }

  /// The candidates of each file together, whatever names and links it is reached by.
  private static func merged(_ candidates: [ModelCandidate]) -> [[ModelCandidate]] {
    var files: [[ModelCandidate]] = []
    var places: [FileKey: Int] = [:]
    for candidate in candidates {
      let keys = FileKey.keys(of: candidate)
      let place = keys.lazy.compactMap { places[$0] }.first ?? files.count
      if place == files.count { files.append([]) }
      files[place].append(candidate)
      for key in keys { places[key] = place }
    }
    return files
  }

  private static func distinct(_ texts: [String], but first: String) -> [String] {
    var seen: Set = [first]
    return texts.filter { seen.insert($0).inserted }
  }
}

/// By what a file is known again.
private enum FileKey: Hashable {
  case file(FileIdentity)
  case digest(String)
  case path(String)

  static func keys(of candidate: ModelCandidate) -> [FileKey] {
    let identity = FileIdentity(path: candidate.path).map { FileKey.file($0) }
    let keys = [identity, candidate.digest.map { FileKey.digest($0) }].compactMap(\.self)
    return keys.isEmpty ? [.path(candidate.path)] : keys
  }
}
