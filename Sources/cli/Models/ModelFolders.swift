import Tern

/// Where models are looked for that are asked for by their names.
struct ModelFolders: SettingOptions {
  @Option(
    .list(
      "--models-dir", "DIR", .text, "a folder with models, which are then found by their names"
    ).variable("TERN_MODELS", isList: true).defaultText("those of TERN_MODELS, else the usual ones")
  )
  private var folders

  /// The models that there are.
  var catalog: ModelCatalog { .onThisMachine(folders: folders) }

  /// The file that a word means, and the name of a model that is not asked for by its path.
  func file(_ word: String) throws(CommandFailure) -> (name: String?, path: String) {
    do throws(ModelLookupError) {
      let found = try ModelCatalog.resolve(word, in: { catalog })
      return (found.model?.name, found.path)
    } catch {
      throw CommandFailure(error)
    }
  }
}
