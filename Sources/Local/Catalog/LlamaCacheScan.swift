import Foundation
import TernJSON

/// Looks for models in llama.cpp's cache.
///
/// Its files are called `ORGANISATION_REPOSITORY_FILE.gguf`; what is which part of that name is told
/// by manifests, `manifest=ORGANISATION=REPOSITORY=TAG.json`, with the file's own name in them.
enum LlamaCacheScan {
  static func content(of place: ModelPlace) -> PlaceContent {
    var content = PlaceContent()
    let names = Folder.names(in: place.path, &content.problems)
    var known: [String: Manifest] = [:]
    for name in names where name.hasPrefix("manifest=") && name.hasSuffix(".json") {
      let path = "\(place.path)/\(name)"
      do throws(ManifestError) {
        let manifest = try Manifest(name: name, path: path)
        known[manifest.stem] = manifest
      } catch {
        content.problems.append(ModelProblem(path: path, reason: error.reason))
      }
    }
    for (name, file) in ModelFileName.models(in: names) {
      let path = "\(place.path)/\(name)"
      guard !Folder.isFolder(path) else { continue }
      var all = [file.stem]
      var further: [String] = []
      if let manifest = known[file.stem] {
        let type = file.quantization ?? manifest.tag
        all = [manifest.file.stem, "\(manifest.repository):\(type)", file.stem]
        further = ["\(manifest.repository):\(manifest.tag)"]
      }
      all.append(path)
      content.models.append(ModelCandidate(path, .llamaCpp, names: all, further: further))
    }
    return content
  }

  /// Which file of which repository a file of the cache is.
  private struct Manifest {
    let repository: String
    let tag: String
    let file: ModelFileName

    /// The name of the file in the cache, without its ending.
    var stem: String { "\(repository)/\(file.stem)".replacing("/", with: "_") }

    init(name: String, path: String) throws(ManifestError) {
      let parts = name.dropLast(".json".count).split(separator: "=")
      guard parts.count == 4 else { throw ManifestError("its name is not that of a manifest") }
      repository = "\(parts[1])/\(parts[2])"
      tag = String(parts[3])
      let document = try ManifestFile.json(path)
      guard let name = document["ggufFile"]?["rfilename"]?.string, let file = ModelFileName(name)
      else { throw ManifestError("it names no GGUF file") }
      self.file = file
    }
  }
}

/// Why a manifest of a cache says nothing.
struct ManifestError: Error {
  let reason: String

  init(_ problem: String) { reason = "a manifest that cannot be used: \(problem)" }
}

/// Manifests of caches: small files of JSON.
enum ManifestFile {
  /// Bytes of the largest.
  private static let limit = 4 << 20

  static func json(_ path: String) throws(ManifestError) -> JSON {
    // Anything but a file might never end.
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: limit + 1)
    else { throw ManifestError("it cannot be read") }
    guard bytes.count <= limit else { throw ManifestError("it is too large") }
    do { return try JSON(parsing: [UInt8](bytes)) } catch {
      throw ManifestError("it is not JSON (\(error))")
    }
  }
}
