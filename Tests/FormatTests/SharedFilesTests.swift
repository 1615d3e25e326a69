import Foundation
import TernFormat
import TernTestSupport
import Testing

@Suite("GGUF files written by others", .enabled(if: SharedSuites.available))
struct SharedFilesTests {
  /// Every GGUF file of the suites and the models.
  static var files: [String] {
    ["suites", "models"].flatMap { folder -> [String] in
      guard let root = SharedSuites.url(folder) else { return [] }
      let found = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
      return (found ?? []).filter { $0.hasSuffix(".gguf") }.map { "\(root.path)/\($0)" }.sorted()
    }
  }

  @Test("writing what was read gives the same header and the same tensors", arguments: files)
  func roundTrip(path: String) throws {
    let file = try GGUFFile(path: path)
    #expect(file.string("general.architecture") != nil)
    let declared = file.tensors.map {
      TensorDeclaration(name: $0.name, type: $0.type, dimensions: $0.dimensions)
    }
    let data = file.tensors.map(file.bytes)
    let written = try GGUFWriter.bytes(metadata: file.metadata, tensors: declared, data: data)
    // Other writers may leave out padding after the last tensor, or the space between a header
    // and no data at all; everything else is the same byte for byte.
    let original = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    let common = min(written.count, original.count)
    #expect(written[..<common] == original[..<common])
    #expect(written[common...].allSatisfy { $0 == 0 })
    #expect(original.count == common)
    let copy = try GGUFFile(bytes: written)
    #expect(copy.metadata == file.metadata)
    #expect(copy.tensors.map(copy.bytes) == data)
  }

  @Test("cuts at the edges of every tensor are errors", arguments: files)
  func tensorEdges(path: String) throws {
    let file = try GGUFFile(path: path)
    let last = file.tensors.map { $0.offset + $0.byteCount }.max() ?? 0
    let edges = file.tensors.flatMap { [$0.offset, $0.offset + 1, $0.offset + $0.byteCount - 1] }
    // One copy, cut shorter and shorter.
    let folder = try TemporaryFolder()
    let copy = folder.file("copy.gguf")
    try Data(contentsOf: URL(fileURLWithPath: path)).write(to: URL(fileURLWithPath: copy))
    let handle = try #require(FileHandle(forUpdatingAtPath: copy))
    for edge in Set(edges).sorted(by: >) where edge < last {
      try handle.truncate(atOffset: UInt64(edge))
      #expect(throws: FormatError.self, "cut to \(edge) bytes") { try GGUFFile(path: copy) }
    }
    try handle.close()
  }
}
