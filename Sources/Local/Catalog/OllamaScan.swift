import Foundation
import TernJSON

/// Looks for models in Ollama's folder.
///
/// `manifests/REGISTRY/NAMESPACE/NAME/TAG` is JSON that lists layers by media type and digest; the
/// bytes are in `blobs/sha256-DIGEST`. Later versions keep manifests in `manifests-v2`.
struct OllamaScan {
  private let root: String
  private var content = PlaceContent()
  private var seen: Set<[String]> = []

  static func content(of place: ModelPlace) -> PlaceContent {
    var scan = OllamaScan(root: place.path)
    for folder in ["manifests-v2", "manifests"] {
      scan.visit("\(place.path)/\(folder)", within: [])
    }
    return scan.content
  }

  private init(root: String) { self.root = root }

  /// - Parameter names: Registry, namespace and name, as far as the folder is within them.
  private mutating func visit(_ path: String, within names: [String]) {
    for name in Folder.names(in: path, &content.problems) where !name.hasPrefix(".") {
      let inner = "\(path)/\(name)"
      if names.count < 3 {
        if Folder.isFolder(inner) { visit(inner, within: names + [name]) }
      } else if !Folder.isFolder(inner), seen.insert(names + [name]).inserted {
        take(inner, names + [name])
      }
    }
  }

  private mutating func take(_ path: String, _ name: [String]) {
    do throws(ManifestError) {
      let digest = try weights(ManifestFile.json(path), depth: 0)
      let names = Self.names(registry: name[0], namespace: name[1], name: name[2], tag: name[3])
      content.models.append(
        ModelCandidate(
          "\(root)/blobs/sha256-\(digest)", .ollama, names: names.shown, further: names.further,
          digest: digest))
    } catch {
      content.problems.append(ModelProblem(path: path, reason: error.reason))
    }
  }

  /// The digest of the file that a manifest names as the weights.
  ///
  /// - Parameter depth: How many lists of manifests led to it.
  private func weights(_ manifest: JSON, depth: Int) throws(ManifestError) -> String {
    if let manifests = manifest["manifests"]?.array, manifest["layers"] == nil {
      guard depth == 0 else { throw ManifestError("a list within a list") }
      for inner in manifests {
        if let digest = try? weights(resolved(inner), depth: 1) { return digest }
      }
      throw ManifestError("none of its manifests names a GGUF file")
    }
    guard let layers = manifest["layers"]?.array else { throw ManifestError("it has no layers") }
    let model = layers.first {
      $0["mediaType"]?.string == "application/vnd.ollama.image.model"
    }
    guard let model else { throw ManifestError("its weights are no GGUF file") }
    return try Self.digest(model["digest"])
  }

  /// A manifest of a list: it stands there, or in a blob.
  private func resolved(_ manifest: JSON) throws(ManifestError) -> JSON {
    guard manifest["layers"] == nil else { return manifest }
    return try ManifestFile.json("\(root)/blobs/sha256-\(Self.digest(manifest["digest"]))")
  }

  /// The digits of a digest; it becomes a part of a path, so it may be nothing else.
  private static func digest(_ value: JSON?) throws(ManifestError) -> String {
    let text = value?.string ?? ""
    let parts = text.split(maxSplits: 1) { $0 == ":" || $0 == "-" }
    guard parts.count == 2, parts[0] == "sha256", let digest = Digest.hexadecimal(parts[1]) else {
      throw ManifestError("its digest is none of SHA-256")
    }
    return digest
  }

  /// The names by which Ollama knows a model: what is usual is left out.
  private static func names(
    registry: String, namespace: String, name: String, tag: String
  ) -> (shown: [String], further: [String]) {
    let full = "\(registry)/\(namespace)/\(name)"
    var short = full
    if registry == "registry.ollama.ai" {
      short = namespace == "library" ? name : "\(namespace)/\(name)"
    }
    let further = tag == "latest" ? [short, full] : []
    return (["\(short):\(tag)", "\(full):\(tag)"], further)
  }
}
