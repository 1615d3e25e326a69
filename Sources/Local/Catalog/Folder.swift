import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What lies in folders.
enum Folder {
  /// The names in a folder, sorted.
  static func names(in path: String) throws(FolderError) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
      throw FolderError(path)
    }
  }

  /// The names in a folder that need not be there.
  ///
  /// - Parameter problems: Gets what cannot be read.
  static func names(in path: String, _ problems: inout [ModelProblem]) -> [String] {
    do { return try names(in: path) } catch {
      if !error.isMissing { problems.append(ModelProblem(path: path, reason: error.reason)) }
      return []
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Where a link leads; `nil` where the path is none.
  static func target(of path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }
}

/// Why a folder cannot be read, in the system's words.
struct FolderError: Error {
  let reason: String
  /// Whether there is no such folder.
  let isMissing: Bool

  /// The error of a folder that could not be read just now.
  init(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    if descriptor >= 0 { close(descriptor) }
    let code = descriptor >= 0 ? EIO : errno
    isMissing = code == ENOENT
    reason = unsafe String(cString: strerror(code))
  }
}
