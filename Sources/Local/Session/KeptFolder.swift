import Foundation
import TernDecode
import TernFormat
import TernModel

/// A folder with what a model has kept of conversations, a file for each.
///
/// The files are numbered, the last used conversation first, and are like those of sessions, without
/// a transcript. Nobody but their owner may read them. Waits for the disk.
struct KeptFolder: Sendable {
  private let url: URL

  init(_ url: URL) { self.url = url }

  private static let ending = ".kept"

  private func path(_ number: Int) -> String { url.appending(path: "\(number)\(Self.ending)").path }

  /// The numbers of the files that are there, in order.
  private var numbers: [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.compactMap { name in
      guard name.hasSuffix(Self.ending) else { return nil }
      return Int(name.dropLast(Self.ending.count)).flatMap { $0 < 0 ? nil : $0 }
    }.sorted()
  }

  /// Writes files in the place of those that are there; each appears when it is whole.
  ///
  /// Stops where the task is cancelled; what was written before is there then.
  /// - Parameters:
  ///   - states: The last used first.
  ///   - byteLimit: Bytes that all files may have; the first ones that do are written.
  /// - Returns: How many were written.
  func write(
    _ states: [(tokens: [Int32], state: CacheSnapshot)], fingerprint: UInt64, byteLimit: Int
  ) throws -> Int {
    try makeFolder()
    let old = numbers
    var (count, bytes) = (0, 0)
    for (tokens, state) in states {
      bytes += state.byteCount
      if bytes > byteLimit { break }
      var file = SessionFile(fingerprint: fingerprint, transcript: Data())
      (file.tokens, file.cache) = (tokens, state)
      try file.write(to: path(count), isPrivate: true)
      count += 1
    }
    for number in old where number >= count {
      try? FileManager.default.removeItem(atPath: path(number))
    }
    return count
  }

  private func makeFolder() throws {
    let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: mode)
      try FileManager.default.setAttributes(mode, ofItemAtPath: url.path)
    } catch {
      throw SessionFileError.file("\(url.path): the folder cannot be made or is another's")
    }
  }

  /// The files that may be read, the last used first: as many as the limits allow.
  private func files(limit: Int, byteLimit: Int) -> [Int] {
    var bytes = 0
    return numbers.prefix(limit).filter { number in
      let size = (try? FileManager.default.attributesOfItem(atPath: path(number))[.size]) as? Int
      bytes += size ?? 0
      return bytes <= byteLimit
    }
  }

  /// Reads the files, the last used one at last, and hands each out or says why it cannot be used.
  ///
  /// - Parameters:
  ///   - limit: How many may be read, of the last used ones.
  ///   - byteLimit: Bytes that these may have.
  func read(
    limit: Int, byteLimit: Int, fingerprint: UInt64, layout: CacheLayout,
    _ take: (Result<SessionFile, SessionFileError>, _ path: String) async -> Void
  ) async throws {
    let thread = FileThread()
    for number in files(limit: limit, byteLimit: byteLimit).reversed() {
      try Task.checkCancellation()
      let path = path(number)
      do throws(SessionFileError) {
        let file = try await thread.run { () throws(SessionFileError) in
          try SessionFile(path: path, fingerprint: fingerprint, layout: layout)
        }
        await take(.success(file), path)
      } catch {
        await take(.failure(error), path)
      }
    }
  }
}
