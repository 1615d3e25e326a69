import Foundation

/// The large test suites, on machines that have them.
///
/// They lie in the folder named by the environment variable `TERN_SHARED`; tests that need one skip
/// by name elsewhere.
package enum SharedSuites {
  /// The folder, or `nil` where `TERN_SHARED` is not set or does not exist.
  package static var root: URL? {
    guard let path = ProcessInfo.processInfo.environment["TERN_SHARED"], !path.isEmpty,
      FileManager.default.fileExists(atPath: path)
    else { return nil }
    return URL(fileURLWithPath: path)
  }

  /// Whether the suites are on this machine; for `.enabled(if:)`.
  package static var available: Bool { root != nil }

  /// The file or folder `path` below the root, or `nil` where it does not exist.
  package static func url(_ path: String) -> URL? {
    guard let url = root?.appendingPathComponent(path),
      FileManager.default.fileExists(atPath: url.path)
    else { return nil }
    return url
  }

  /// Whether the full counts of the soak tests are asked for (`TERN_SOAK=1`); otherwise soaks run
  /// a seeded hundredth.
  package static var soak: Bool { ProcessInfo.processInfo.environment["TERN_SOAK"] == "1" }

  /// The number of rounds a soak of `full` rounds runs here.
  package static func rounds(_ full: Int) -> Int { soak ? full : max(1, full / 100) }
}
