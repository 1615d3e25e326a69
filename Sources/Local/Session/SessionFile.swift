import Foundation
import TernDecode
import TernFormat
import TernModel

/// A session in a file: its transcript, and what the model has computed of it.
///
/// ```
/// "TERNSESS"  version u32  model u64
/// transcript: length u64, JSON
/// tokens: count u64, i32 each
/// cache: length u64, bytes
/// checksum u64 of all before it (XXH64)
/// ```
/// Numbers are little-endian. Files are written from the cache's pages and read into new ones piece
/// by piece: neither takes memory beside them, but for a copy of one page at a time.
struct SessionFile: Sendable {
  /// The number of the model that has computed the cache.
  var fingerprint: UInt64
  var transcript: Data
  var tokens: [Int32] = []
  var cache: CacheSnapshot?

  static let magic = Array("TERNSESS".utf8)
  static let version = 2

  init(fingerprint: UInt64, transcript: Data) {
    (self.fingerprint, self.transcript) = (fingerprint, transcript)
  }

  /// Writes the file, which takes the place of an older one when it is whole.
  ///
  /// Waits for the disk; stops where the task is cancelled.
  /// - Parameter isPrivate: Whether only the file's owner may read it.
  func write(to path: String, isPrivate: Bool = false) throws {
    do {
      let file = try OutputFile(path: path, isPrivate: isPrivate)
      var sum = Checksum()
      func put(_ bytes: UnsafeRawBufferPointer) throws {
        try Task.checkCancellation()
        unsafe sum.add(bytes)
        try unsafe file.write(RawSpan(_unsafeBytes: bytes))
      }
      func put(_ bytes: [UInt8]) throws {
        try unsafe bytes.withUnsafeBytes { try unsafe put($0) }
      }
      try put(head)
      try unsafe transcript.withUnsafeBytes { try unsafe put($0) }
      try put(packedTokens)
      try unsafe cache?.write { try unsafe put($0) }
      var end: [UInt8] = []
      end.append(little: sum.value)
      try put(end)
      try file.commit()
    } catch let error as FormatError {
      throw SessionFileError.file("\(FormatError.file(path: path, error))")
    }
  }

  /// What comes before the transcript's text.
  private var head: [UInt8] {
    var bytes = Self.magic
    bytes.append(little: UInt32(Self.version))
    bytes.append(little: fingerprint)
    bytes.append(little: UInt64(transcript.count))
    return bytes
  }

  /// The tokens, and what comes before the cache's bytes.
  private var packedTokens: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * tokens.count + 16)
    bytes.append(little: UInt64(tokens.count))
    for token in tokens { bytes.append(little: UInt32(bitPattern: token)) }
    bytes.append(little: UInt64(cache?.byteCount ?? 0))
    return bytes
  }
}

/// Why a file cannot be restored as a session.
public enum SessionFileError: Error, Sendable, Equatable {
  /// The file is not a session file.
  case notASession
  /// The file has this format version, which the library cannot read.
  case version(Int)
  /// The file is damaged: something in it is missing or changed.
  case damaged
  /// The file was written with another model.
  case otherModel
  /// The file cannot be read or written; the text says why.
  case file(String)
}

extension SessionFileError: LocalizedError, CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .notASession: "the file holds no session"
    case .version(let version): "the session was written in version \(version) of the format"
    case .damaged: "the session's file is damaged"
    case .otherModel: "the session was held with another model"
    case .file(let text): text
    }
  }

  /// What happened, in one line.
  public var errorDescription: String? { description }
}
