import TernFormat
import TernTestSupport
import Testing

@Suite("Split GGUF files")
struct SplitTests {
  private func model() -> TinyGGUF {
    var model = smallModel()
    model.add("last", [1], floats: [9])
    return model
  }

  /// Writes `model` in three parts and returns their paths.
  private func write(_ model: TinyGGUF, in folder: TemporaryFolder) throws -> [String] {
    try model.split(into: 3).enumerated().map { number, part in
      let path = SplitName.path(prefix: folder.file("m"), number: number, count: 3)
      try part.write(to: path)
      return path
    }
  }

  private func error(_ body: () throws -> Void) -> FormatError? {
    do {
      try body()
      return nil
    } catch {
      return error as? FormatError
    }
  }

  @Test("any part opens all: tensors in order, metadata of the first", arguments: 0..<3)
  func anyPart(number: Int) throws {
    let (model, folder) = (model(), try TemporaryFolder())
    let file = try GGUFFile(path: write(model, in: folder)[number])
    #expect(file.partCount == 3)
    #expect(file.tensors.map(\.name) == model.declarations.map(\.name))
    #expect(file.tensors.map(\.part) == [0, 0, 1, 1])
    #expect(file.tensors.map(file.bytes) == model.data)
    #expect(file.string("general.name") == "small")
  }

  @Test("parts have five-digit names")
  func names() {
    #expect(SplitName.path(prefix: "a/m", number: 0, count: 3) == "a/m-00001-of-00003.gguf")
    #expect(SplitName.prefix(of: "a/m-00002-of-00003.gguf", number: 1, count: 3) == "a/m")
    #expect(SplitName.prefix(of: "a/m-00002-of-00003.gguf", number: 0, count: 3) == nil)
    #expect(SplitName.prefix(of: "m.gguf", number: 0, count: 1) == nil)
  }

  @Test("parts can be joined in memory")
  func inMemory() throws {
    let model = model()
    let parts = try model.split(into: 2).map { try $0.bytes() }
    #expect(try GGUFFile(parts: parts).tensors.count == 4)
    #expect(
      error { _ = try GGUFFile(bytes: parts[0]) } == .splitCount(expected: 2, found: 1))
    #expect(
      error { _ = try GGUFFile(parts: [parts[1], parts[0]]) }
        == .splitPart(expected: 0, of: 2, found: 1, foundOf: 2))
  }

  @Test("an absurd number of parts is refused, one part or none is a whole file")
  func absurdCount() throws {
    for count in [-1, 0, 1] as [Int64] {
      #expect(try TinyGGUF(metadata: ["split.count": .int64(count)]).file().partCount == 1)
    }
    #expect(
      error { _ = try TinyGGUF(metadata: ["split.count": .uint32(.max)]).file() }
        == .limit(what: "split.count", offset: 0, found: 4_294_967_295, limit: 65535))
  }

  @Test("a missing part is named")
  func missing() throws {
    let folder = try TemporaryFolder()
    let first = SplitName.path(prefix: folder.file("m"), number: 0, count: 3)
    try model().split(into: 3)[0].write(to: first)
    let second = SplitName.path(prefix: folder.file("m"), number: 1, count: 3)
    #expect(
      error { _ = try GGUFFile(path: first) }
        == .file(
          path: second, .system(operation: "open", reason: "No such file or directory")))
  }

  @Test("a renamed part cannot find the others and says so")
  func renamed() throws {
    let folder = try TemporaryFolder()
    try model().split(into: 3)[1].write(to: folder.file("other.gguf"))
    let error = error { _ = try GGUFFile(path: folder.file("other.gguf")) }
    #expect(
      error == .file(path: folder.file("other.gguf"), .splitName(number: 1, count: 3)))
    #expect(error.map { "\($0)" }?.hasSuffix("NAME-00002-of-00003.gguf") == true)
  }

  @Test("parts of different models do not mix")
  func mixed() throws {
    let parts = model().split(into: 2)
    #expect(
      error { _ = try GGUFFile(parts: [parts[0].bytes(), parts[0].bytes()]) }
        == .splitPart(expected: 1, of: 2, found: 0, foundOf: 2))
    var duplicate = parts[1]
    duplicate.add("norm", [1], floats: [1])
    #expect(
      error { _ = try GGUFFile(parts: [parts[0].bytes(), duplicate.bytes()]) }
        == .duplicateTensor("norm"))
    var extra = parts[1]
    extra.add("extra", [1], floats: [1])
    #expect(
      error { _ = try GGUFFile(parts: [parts[0].bytes(), extra.bytes()]) }
        == .splitTensors(expected: 4, found: 5))
  }
}
