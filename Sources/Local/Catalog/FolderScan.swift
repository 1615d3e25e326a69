import Foundation
import TernFormat

/// Looks for models in a folder and all that are in it; links to folders are followed once.
struct FolderScan {
  /// Folders within folders that are looked into.
  static let deepest = 8
  /// Names that are looked at; a folder with more holds something else than models.
  static let mostNames = 100_000

  private let root: ModelPlace
  private var content = PlaceContent()
  private var visited: Set<FileIdentity> = []
  private var nameCount = 0
  private var isTold = false

  /// What a folder holds.
  static func content(of place: ModelPlace) -> PlaceContent {
    var scan = FolderScan(root: place)
    scan.visit(place.path, within: [])
    if place.isNamed, !FileManager.default.fileExists(atPath: place.path) {
      scan.content.problems.append(
        ModelProblem(path: place.path, reason: FolderError(place.path).reason))
    }
    return scan.content
  }

  private init(root: ModelPlace) { self.root = root }

  /// - Parameter folders: The names that lead from the root to the folder.
  private mutating func visit(_ path: String, within folders: [String]) {
    guard folders.count <= Self.deepest else { return }
    // A link may lead to a folder that is above it.
    if let identity = FileIdentity(path: path), !visited.insert(identity).inserted { return }
    let names = Folder.names(in: path, &content.problems).filter { !$0.hasPrefix(".") }
    nameCount += names.count
    guard nameCount <= Self.mostNames else { return tellTooMany() }
    for (name, file) in ModelFileName.models(in: names) {
      let full = "\(path)/\(name)"
      if !Folder.isFolder(full) { content.models.append(candidate(full, file, folders)) }
    }
    for name in names where Self.mayBeFolder(name) {
      let folder = "\(path)/\(name)"
      if Folder.isFolder(folder) { visit(folder, within: folders + [name]) }
    }
  }

  private mutating func tellTooMany() {
    guard !isTold else { return }
    isTold = true
    content.problems.append(
      ModelProblem(path: root.path, reason: "more than \(Self.mostNames) files: not all are seen"))
  }

  /// Whether a name is worth a look: large collections are mostly of other files.
  private static func mayBeFolder(_ name: String) -> Bool {
    let endings = [".json", ".safetensors", ".bin", ".txt", ".md", ".png", ".jpg", ".etag"]
    return !endings.contains(where: name.hasSuffix)
  }

  private func candidate(
    _ path: String, _ file: ModelFileName, _ folders: [String]
  ) -> ModelCandidate {
    // LM Studio's folders are a publisher and a model, as on Hugging Face.
    var names = [file.stem]
    if folders.count >= 2, root.kind == .lmStudio {
      let repository = folders.suffix(2).joined(separator: "/")
      names.append("\(repository):\(file.quantization ?? file.stem)")
    }
    for count in 1...max(1, folders.count) where count <= folders.count {
      names.append((folders.suffix(count) + [file.stem]).joined(separator: "/"))
    }
    names.append("\(root.path)/\((folders + [file.stem]).joined(separator: "/"))")
    return ModelCandidate(path, root.kind, names: names)
  }
}
