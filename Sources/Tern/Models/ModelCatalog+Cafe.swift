#if Cafe
  import TernCafe
#endif

extension ModelCatalog {
  /// The models of this machine, with the embedded one.
  ///
  /// - Parameter folders: Folders with models, in the place of the usual ones.
  package static func onThisMachine(
    _ environment: SystemEnvironment = .current, folders: [String] = []
  ) -> ModelCatalog {
    var builtIn: (name: String, path: String)?
    #if Cafe
      builtIn = (try? CafeModel.fileURL()).map { (name: "cafe", path: $0.path) }
    #endif
    return ModelCatalog(environment, folders: folders, builtIn: builtIn)
  }
}
