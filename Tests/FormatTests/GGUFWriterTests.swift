import Foundation
import TernFormat
import TernTestSupport
import Testing

@Suite("Writing GGUF files")
struct GGUFWriterTests {
  private func error(_ body: () throws -> Void) -> FormatError? {
    do {
      try body()
      return nil
    } catch {
      return error as? FormatError
    }
  }

  @Test("a file written in pieces of any size is the one made in memory", arguments: [1, 7, 1000])
  func pieces(size: Int) throws {
    let (model, folder) = (smallModel(), try TemporaryFolder())
    let path = folder.file("out.gguf")
    let writer = try GGUFWriter(
      path: path, metadata: model.metadata, tensors: model.declarations)
    for (tensor, data) in zip(writer.tensors, model.data) {
      for start in stride(from: 0, to: data.count, by: size) {
        try writer.write(Array(data[start..<min(data.count, start + size)]), to: tensor.name)
      }
    }
    try writer.finish()
    let written = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(try Array(written) == model.bytes())
    #expect(written.count == writer.fileSize)
    #expect(try folder.entries() == ["out.gguf"])
  }

  @Test("a file may be read while its successor is written to the same path")
  func samePath() throws {
    let (model, folder) = (smallModel(), try TemporaryFolder())
    let path = folder.file("m.gguf")
    try model.write(to: path)
    let source = try GGUFFile(path: path)
    var metadata = source.metadata
    metadata["general.name"] = .string("copy")
    let declared = source.tensors.map {
      TensorDeclaration(name: $0.name, type: $0.type, dimensions: $0.dimensions)
    }
    let writer = try GGUFWriter(path: path, metadata: metadata, tensors: declared)
    for tensor in source.tensors {
      try unsafe source.withBytes(of: tensor) { try unsafe writer.write($0, to: tensor.name) }
    }
    try writer.finish()
    let copy = try GGUFFile(path: path)
    #expect(source.string("general.name") == "small")
    #expect(copy.string("general.name") == "copy")
    #expect(copy.tensors.map(copy.bytes) == model.data)
  }

  @Test("an abandoned write leaves the destination as it was")
  func abandoned() throws {
    let (model, folder) = (smallModel(), try TemporaryFolder())
    let path = folder.file("m.gguf")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    var writer: GGUFWriter? = try GGUFWriter(
      path: path, metadata: [:], tensors: model.declarations)
    try writer?.write(model.data[0], to: "norm")
    #expect(try folder.entries().count == 2)
    writer = nil
    #expect(try folder.entries() == ["m.gguf"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("old".utf8))
  }

  @Test("data must come in the declared order and size; an error ends the writing")
  func misuse() throws {
    let (model, folder) = (smallModel(), try TemporaryFolder())
    let path = folder.file("m.gguf")
    func writer() throws -> GGUFWriter {
      try GGUFWriter(path: path, metadata: [:], tensors: model.declarations)
    }
    let order = try writer()
    #expect(
      error { try order.write([0], to: "weight") }
        == .file(path: path, .unexpectedTensor(expected: "norm", found: "weight")))
    #expect(error { try order.finish() } == .file(path: path, .writerClosed))
    let size = try writer()
    #expect(
      error { try size.write([UInt8](repeating: 0, count: 13), to: "norm") }
        == .file(path: path, .wrongByteCount(tensor: "norm", expected: 12, found: 13)))
    let early = try writer()
    try early.write([0, 0], to: "norm")
    #expect(
      error { try early.finish() }
        == .file(path: path, .wrongByteCount(tensor: "norm", expected: 12, found: 2)))
    #expect(try folder.entries() == [])
  }

  @Test("what could not be read back is refused")
  func refused() {
    func error(_ metadata: Metadata, _ tensors: [TensorDeclaration] = []) -> FormatError? {
      self.error { _ = try GGUFLayout(metadata: metadata, tensors: tensors) }
    }
    #expect(error(["": .bool(true)]) == .emptyKey(offset: 24))
    #expect(error(["general.alignment": .uint32(33)]) == .invalidAlignment(.uint32(33)))
    var deep = MetadataArray.uint8([])
    for _ in 0..<Limits.arrayDepth - 1 { deep = .array([deep]) }
    #expect(error(["deep": .array(deep)]) == nil)
    #expect(
      error(["deep": .array(.array([deep]))])
        == .limit(what: "the array depth of deep", offset: 136, found: 9, limit: 8))
    let tensor = TensorDeclaration(name: "t", type: .q4_0, dimensions: [32])
    #expect(error([:], [tensor, tensor]) == .duplicateTensor("t"))
    let partial = TensorDeclaration(name: "t", type: .q4_0, dimensions: [31])
    #expect(error([:], [partial]) == .partialBlock(tensor: "t", type: .q4_0, rowLength: 31))
    let large = TensorDeclaration(name: "t", type: .f32, dimensions: [1 << 60])
    #expect(error([:], [large]) == .tensorTooLarge(tensor: "t", dimensions: [1 << 60]))
  }

  @Test("places that cannot be written to are told before any data is")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    func error(_ path: String) -> FormatError? {
      self.error { _ = try GGUFWriter(path: path, metadata: [:], tensors: []) }
    }
    let absent = folder.file("absent/m.gguf")
    #expect(
      error(absent)
        == .file(
          path: absent, .system(operation: "create", reason: "No such file or directory")))
    #expect(
      error("")
        == .file(path: "", .system(operation: "create", reason: "the path is empty")))
    #expect(error(folder.path) == .file(path: folder.path, .notRegularFile))
    if geteuid() != 0 {
      #expect(unsafe chmod(folder.path, 0o500) == 0)
      let path = folder.file("m.gguf")
      #expect(
        error(path)
          == .file(path: path, .system(operation: "create", reason: "Permission denied")))
    }
  }

  #if canImport(Glibc)
    @Test("a write that the system refuses is an error and leaves nothing behind")
    func fullDisk() async {
      // A limit on the size of files stands for a full disk; it holds for a whole process, so the
      // test runs in one of its own.
      await #expect(processExitsWith: .success) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
        try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        let folder = try TemporaryFolder()
        let path = folder.file("m.gguf")
        let tensor = TensorDeclaration(name: "t", type: .f32, dimensions: [4096])
        let writer = try GGUFWriter(path: path, metadata: [:], tensors: [tensor])
        #expect(
          throws: FormatError.file(
            path: path, .system(operation: "write", reason: "File too large"))
        ) {
          try writer.write([UInt8](repeating: 1, count: 16384), to: "t")
        }
        try #require(folder.entries() == [])
      }
    }
  #endif
}
