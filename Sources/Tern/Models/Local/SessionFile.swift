import Foundation
import TernDecode

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

  static let magic = Array("TERNSESS".utf8)
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
    var at = Self.magic.count
    func number(_ size: Int) throws(SessionFileError) -> UInt64 {
      guard bytes.count - at >= size else { throw .damaged }
      defer { at += size }
      return bytes[at..<at + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func part(of size: Int) throws(SessionFileError) -> ArraySlice<UInt8> {
      guard let count = try Int(exactly: number(8)), count <= (bytes.count - at) / size else {
        throw .damaged
      }
      defer { at += count * size }
      return bytes[at..<at + count * size]
    }
    let version = try number(4)
    guard version == Self.version else { throw .version(Int(version)) }
    fingerprint = try number(8)
    transcript = Data(try part(of: 1))
    let packed = Array(try part(of: 4))
    tokens = stride(from: 0, to: packed.count, by: 4).map { place in
      Int32(bitPattern: packed[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    cache = Array(try part(of: 1))
    var sum = Fingerprint()
    sum.add(bytes[..<at])
    guard try number(8) == sum.value, at == bytes.count else { throw .damaged }
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

extension [UInt8] {
  fileprivate mutating func append(little value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
