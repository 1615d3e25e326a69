import Foundation
import TernDecode
import TernFormat
import TernModel

extension SessionFile {
  /// Throws where a file does not begin as those of this version do.
  static func check(path: String) throws(SessionFileError) {
    var reader = try SessionReader(path: path)
    try reader.readBeginning()
  }

  /// Reads a file; what is damaged, of another version, or of another model is an error.
  ///
  /// The cache is left out where it does not fit `layout`. Waits for the disk.
  init(
    path: String, fingerprint: UInt64, layout: CacheLayout
  ) throws(SessionFileError) {
    var reader = try SessionReader(path: path)
    try reader.readBeginning()
    let found = try reader.integer(8)
    let transcript = try reader.part(of: 1)
    let packed = try reader.part(of: 4)
    let size = try reader.count(of: 1)
    guard reader.bytesLeft == size + 8 else { throw .damaged }
    var cache: CacheSnapshot?
    if found == fingerprint {
      cache = try unsafe layout.readSnapshot(byteCount: size) {
        (buffer) throws(SessionFileError) in try unsafe reader.read(into: buffer)
      }
    }
    try reader.skip(to: 8)
    let sum = reader.sum
    guard try reader.integer(8) == sum else { throw .damaged }
    guard found == fingerprint else { throw .otherModel }
    self.init(fingerprint: fingerprint, transcript: Data(transcript))
    self.cache = cache
    var numbers = LittleReader(packed)
    while let number = numbers.integer(4) {
      tokens.append(Int32(truncatingIfNeeded: number))
    }
  }
}

/// Reads a session's file from front to back and adds up its checksum.
private struct SessionReader {
  private let path: String
  private let file: InputFile
  private var checksum = Checksum()

  init(path: String) throws(SessionFileError) {
    self.path = path
    do { file = try InputFile(path: path) } catch {
      throw .file("\(FormatError.file(path: path, error))")
    }
  }

  /// The checksum of all that was read.
  var sum: UInt64 { checksum.value }
  var bytesLeft: Int { file.bytesLeft }

  /// Reads up to the version.
  mutating func readBeginning() throws(SessionFileError) {
    guard bytesLeft >= SessionFile.magic.count else { throw .notASession }
    guard try bytes(SessionFile.magic.count) == SessionFile.magic else { throw .notASession }
    let version = Int(try integer(4))
    guard version == SessionFile.version else { throw .version(version) }
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SessionFileError) {
    do { try unsafe file.read(into: buffer) } catch .truncated {
      throw .damaged
    } catch {
      throw .file("\(FormatError.file(path: path, error))")
    }
    unsafe checksum.add(UnsafeRawBufferPointer(buffer))
  }

  /// The next bytes; no memory is taken for more than the file has.
  mutating func bytes(_ count: Int) throws(SessionFileError) -> [UInt8] {
    guard count <= bytesLeft else { throw .damaged }
    var bytes = [UInt8](repeating: 0, count: count)
    var failure: SessionFileError?
    unsafe bytes.withUnsafeMutableBytes { buffer in
      do throws(SessionFileError) { try unsafe read(into: buffer) } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  mutating func integer(_ size: Int) throws(SessionFileError) -> UInt64 {
    var reader = LittleReader(try bytes(size))
    return reader.integer(size) ?? 0
  }

  /// The number of bytes of so many elements of `size` bytes as the file says next.
  mutating func count(of size: Int) throws(SessionFileError) -> Int {
    guard let count = Int(exactly: try integer(8)), count <= bytesLeft / size else {
      throw .damaged
    }
    return count * size
  }

  /// The bytes of so many elements of `size` bytes as the file says before them.
  mutating func part(of size: Int) throws(SessionFileError) -> [UInt8] {
    try bytes(try count(of: size))
  }

  /// Reads all but the last `count` bytes.
  mutating func skip(to count: Int) throws(SessionFileError) {
    while bytesLeft > count { _ = try bytes(min(bytesLeft - count, 1 << 16)) }
  }
}
