import Foundation
import TernDecode
import TernModel

/// A session in a file: its transcript, and what the model has computed of it.
///
/// ```
/// "TERNSESS"  version u32  model u64
/// transcript: length u64, JSON
/// tokens: count u64, i32 each
/// cache: length u64, bytes
/// checksum u64 of all before it (FNV-1a)
/// ```
/// Numbers are little-endian.
struct SessionFile: Sendable {
  var fingerprint: UInt64
  var transcript: Data
  var tokens: [Int32] = []
  var cache: [UInt8] = []

  private static let magic = Array("TERNSESS".utf8)
  private static let version = 1

  init(fingerprint: UInt64, transcript: Data) {
    (self.fingerprint, self.transcript) = (fingerprint, transcript)
  }

  /// The file's bytes.
  var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(little: UInt32(Self.version))
    bytes.append(little: fingerprint)
    bytes.append(little: UInt64(transcript.count))
    bytes += transcript
    bytes.append(little: UInt64(tokens.count))
    for token in tokens { bytes.append(little: UInt32(bitPattern: token)) }
    bytes.append(little: UInt64(cache.count))
    bytes += cache
    var sum = Fingerprint()
    sum.add(bytes)
    bytes.append(little: sum.value)
    return bytes
  }

  /// Reads a file; what is damaged, or of another version, is an error.
  init(bytes: [UInt8]) throws(SessionFileError) {
    guard bytes.starts(with: Self.magic) else { throw .notASession }
    var reader = LittleReader(bytes, from: Self.magic.count)
    guard let version = reader.count(4) else { throw .damaged }
    guard version == Self.version else { throw .version(version) }
    guard let fingerprint = reader.integer(8), let transcript = reader.part(of: 1),
      let packed = reader.part(of: 4), let cache = reader.part(of: 1)
    else { throw .damaged }
    var sum = Fingerprint()
    sum.add(bytes[..<reader.at])
    guard reader.integer(8) == sum.value, reader.isAtEnd else { throw .damaged }
    self.fingerprint = fingerprint
    self.transcript = Data(transcript)
    self.cache = Array(cache)
    var numbers = LittleReader(Array(packed))
    while let number = numbers.integer(4) {
      tokens.append(Int32(truncatingIfNeeded: number))
    }
  }
}

extension LittleReader {
  /// So many elements of `size` bytes as a number before them says.
  fileprivate mutating func part(of size: Int) -> ArraySlice<UInt8>? {
    guard let count = count(8) else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    return overflow ? nil : self.bytes(bytes)
  }
}

/// Why a file cannot be restored as a session.
public enum SessionFileError: Error, Sendable, Equatable {
  /// It is no session's file.
  case notASession
  /// It was written by another version of the library: this one.
  case version(Int)
  /// Something in it is missing or changed.
  case damaged
  /// Another model has computed it.
  case otherModel
}

extension SessionFileError: LocalizedError, CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .notASession: "the file holds no session"
    case .version(let version): "the session was written in version \(version) of the format"
    case .damaged: "the session's file is damaged"
    case .otherModel: "the session was held with another model"
    }
  }

  /// What happened, in one line.
  public var errorDescription: String? { description }
}
