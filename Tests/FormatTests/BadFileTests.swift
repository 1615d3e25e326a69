import Foundation
import TernFormat
import TernTestSupport
import Testing

@Suite("GGUF files that are wrong")
struct BadFileTests {
  /// The error that `bytes` give, or `nil` where they are a valid file.
  private func error(_ bytes: [UInt8]) -> FormatError? {
    do throws(FormatError) {
      _ = try GGUFFile(bytes: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("every cut, in the header and in the data, is an error")
  func truncation() throws {
    let bytes = try smallModel().bytes()
    let file = try GGUFFile(bytes: bytes)
    let last = try #require(file.tensors.last)
    let end = last.offset + last.byteCount
    #expect(error(Array(bytes[..<end])) == nil, "only padding is missing")
    for length in 0..<end {
      #expect(error(Array(bytes[..<length])) != nil, "cut to \(length) bytes")
    }
  }

  @Test("every cut of metadata of all types is an error")
  func truncatedMetadata() throws {
    let bytes = try TinyGGUF(metadata: everyType).bytes()
    // The last entry ends in a nested array of one byte; what follows is padding.
    let end = try #require(bytes.lastIndex(of: 9)) + 1
    #expect(error(Array(bytes[..<end])) == nil)
    for length in 0..<end {
      #expect(error(Array(bytes[..<length])) != nil, "cut to \(length) bytes")
    }
  }

  @Test("other files are told apart by their first bytes")
  func magic() {
    #expect(error([]) == .empty)
    #expect(error(Array("ggjt0000".utf8)) == .notGGUF(found: Array("ggjt".utf8)))
    #expect(error(RawGGUF(version: 1).bytes) == .unsupportedVersion(1))
    #expect(error(RawGGUF(version: 4).bytes) == .unsupportedVersion(4))
    #expect(error(RawGGUF(version: UInt32(3).byteSwapped).bytes) == .bigEndian)
    #expect("\(FormatError.notGGUF(found: [0x50, 0x4B, 3, 4]))".hasSuffix("50 4b 03 04"))
  }

  @Test("absurd counts are errors before memory is reserved")
  func absurdCounts() {
    for count in [UInt64.max, 1 << 63, 1 << 62, 1 << 40, UInt64(Limits.tensorCount) + 1, 100] {
      #expect(error(RawGGUF(tensorCount: count).bytes) != nil)
      #expect(error(RawGGUF(metadataCount: count).bytes) != nil)
      for type: UInt32 in 0...12 {
        var array = RawGGUF(metadataCount: 1)
        array.entry("a", type: 9)
        array.append(type)
        array.append(count)
        #expect(error(array.bytes + [1, 2, 3]) != nil, "array of type \(type)")
      }
      var string = RawGGUF(metadataCount: 1)
      string.entry("s", type: 8)
      string.append(count)
      #expect(error(string.bytes) != nil)
      var key = RawGGUF(metadataCount: 1)
      key.append(count)
      #expect(error(key.bytes + [UInt8](repeating: 65, count: 30)) != nil)
    }
  }

  @Test("the reader's limits hold")
  func limits() throws {
    var nested = RawGGUF(metadataCount: 1)
    nested.entry("deep", type: 9)
    for _ in 0..<Limits.arrayDepth {
      nested.append(UInt32(9))
      nested.append(UInt64(1))
    }
    nested.append(UInt32(0))
    nested.append(UInt64(0))
    #expect(
      error(nested.bytes)
        == .limit(
          what: "the array depth of deep", offset: 40 + 8 * 12, found: 9, limit: 8))

    var dimensions = RawGGUF(tensorCount: 1)
    dimensions.tensor("t", dimensions: [1, 1, 1, 1, 1], offset: 0)
    dimensions.data(64)
    #expect(
      error(dimensions.bytes)
        == .limit(what: "the dimension count of tensor t", offset: 33, found: 5, limit: 4))

    var name = RawGGUF(tensorCount: 1)
    name.tensor(String(repeating: "n", count: 129), dimensions: [1], offset: 0)
    name.data(64)
    #expect(error(name.bytes) == .limit(what: "a tensor name", offset: 24, found: 129, limit: 128))

    var key = RawGGUF(metadataCount: 1)
    key.entry(String(repeating: "k", count: 65536), type: 0)
    key.append(UInt8(0))
    #expect(
      error(key.bytes) == .limit(what: "a metadata key", offset: 24, found: 65536, limit: 65535))
  }

  @Test("metadata that cannot be is refused")
  func metadata() {
    var twice = RawGGUF(metadataCount: 2)
    for _ in 0..<2 {
      twice.entry("k", type: 0)
      twice.append(UInt8(0))
    }
    #expect(error(twice.bytes) == .duplicateKey("k"))

    var type = RawGGUF(metadataCount: 1)
    type.entry("k", type: 13)
    type.append(UInt8(0))
    #expect(error(type.bytes) == .unknownValueType(key: "k", found: 13, offset: 33))

    var bool = RawGGUF(metadataCount: 1)
    bool.entry("k", type: 7)
    bool.append(UInt8(2))
    #expect(error(bool.bytes) == .invalidBool(key: "k", found: 2, offset: 37))

    var empty = RawGGUF(metadataCount: 1)
    empty.entry("", type: 0)
    empty.append(UInt8(0))
    #expect(error(empty.bytes + [0]) == .emptyKey(offset: 24))

    var key = RawGGUF(metadataCount: 1)
    key.append(UInt64(1))
    key.append(UInt8(0xFF), 0, 0, 0, 0, 0)
    #expect(error(key.bytes) == .invalidUTF8(what: "a metadata key", offset: 24))
  }

  @Test(
    "an alignment that is no power of two from 8 to 65536 is refused",
    arguments: [
      .uint32(0), .uint32(1), .uint32(4), .uint32(33), .uint32(48), .uint32(1 << 17),
      .int32(-32), .uint64(.max), .string("32"), .float32(32),
    ] as [MetadataValue])
  func alignment(value: MetadataValue) {
    var raw = RawGGUF(metadataCount: 1)
    raw.entry("general.alignment", type: value.type.rawValue)
    switch value {
    case .uint32(let number): raw.append(number)
    case .int32(let number): raw.append(number)
    case .uint64(let number): raw.append(number)
    case .float32(let number): raw.append(number)
    default: raw.append(string: value.string ?? "")
    }
    #expect(error(raw.bytes) == .invalidAlignment(value))
  }

  @Test("tensors must lie in the file, aligned, in whole blocks, without overlap")
  func tensors() {
    func bytes(_ infos: [(String, [UInt64], UInt32, UInt64)], data: Int) -> [UInt8] {
      var raw = RawGGUF(tensorCount: UInt64(infos.count))
      for info in infos {
        raw.tensor(info.0, dimensions: info.1, type: info.2, offset: info.3)
      }
      raw.data(data)
      return raw.bytes
    }
    let (f32, q4_0): (UInt32, UInt32) = (0, 2)
    #expect(error(bytes([("a", [8], f32, 0)], data: 32)) == nil)
    #expect(
      error(bytes([("a", [8], f32, 0)], data: 31))
        == .tensorOutsideFile(tensor: "a", offset: 0, byteCount: 32, fileSize: 95))
    for offset in [32, UInt64.max - 31, 1 << 63, UInt64(Int.max) - 31] {
      #expect(
        error(bytes([("a", [8], f32, offset)], data: 32))
          == .tensorOutsideFile(tensor: "a", offset: offset, byteCount: 32, fileSize: 96))
    }
    #expect(
      error(bytes([("a", [8], f32, 4)], data: 64))
        == .misalignedTensor(tensor: "a", offset: 4, alignment: 32))
    #expect(
      error(bytes([("a", [33], q4_0, 0)], data: 64))
        == .partialBlock(tensor: "a", type: .q4_0, rowLength: 33))
    #expect(
      error(bytes([("a", [8], 4, 0)], data: 64)) == .unknownTensorType(tensor: "a", found: 4))
    #expect(
      error(bytes([("a", [8], f32, 0), ("a", [8], f32, 32)], data: 64)) == .duplicateTensor("a"))
    #expect(
      error(bytes([("b", [8], f32, 32), ("a", [9], f32, 0)], data: 64))
        == .overlappingTensors("a", "b"))
    for dimensions: [UInt64] in [
      [1 << 32, 1 << 31], [.max], [1 << 62], [0, 1 << 40, 1 << 40], [1 << 63, 0],
    ] {
      #expect(
        error(bytes([("a", dimensions, f32, 0)], data: 64))
          == .tensorTooLarge(tensor: "a", dimensions: dimensions))
    }
  }

  @Test("paths that are no readable regular file are told apart")
  func paths() throws {
    let folder = try TemporaryFolder()
    func error(_ path: String) -> FormatError? {
      do throws(FormatError) {
        _ = try GGUFFile(path: path)
        return nil
      } catch {
        return error
      }
    }
    let absent = folder.file("absent")
    #expect(
      error(absent)
        == .file(
          path: absent, .system(operation: "open", reason: "No such file or directory")))
    #expect(error(folder.path) == .file(path: folder.path, .notRegularFile))
    let empty = folder.file("empty")
    #expect(FileManager.default.createFile(atPath: empty, contents: Data()))
    #expect(error(empty) == .file(path: empty, .empty))
    let text = folder.file("text")
    #expect(FileManager.default.createFile(atPath: text, contents: Data("hello".utf8)))
    #expect(error(text).map { "\($0)" } == "\(text): not a GGUF file: it begins with “hell”")
    let pipe = folder.file("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(error(pipe) == .file(path: pipe, .notRegularFile))
    if geteuid() != 0 {
      #expect(unsafe chmod(text, 0) == 0)
      #expect(
        error(text)
          == .file(path: text, .system(operation: "open", reason: "Permission denied")))
    }
  }
}
