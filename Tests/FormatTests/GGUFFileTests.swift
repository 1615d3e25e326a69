import TernFormat
import TernQuant
import TernTestSupport
import Testing

/// Three tensors of different types and sizes, and some metadata.
func smallModel() -> TinyGGUF {
  var model = TinyGGUF(metadata: [
    "general.architecture": .string("llama"), "general.name": .string("small"),
    "general.file_type": .uint32(7),
    "tokenizer.ggml.tokens": .array(.string(StringTable(["<s>", "a", "b"]))),
  ])
  model.add("norm", [3], floats: [1, 2, 3])
  model.add("weight", .q8_0, [64, 2, 1, 2], bytes: (0..<272).map { UInt8($0 % 251) })
  model.add("scalar", [], floats: [42])
  return model
}

@Suite("Reading GGUF files")
struct GGUFFileTests {
  @Test("names, types, shapes and bytes come back", arguments: [2, 3] as [UInt32])
  func tensors(version: UInt32) throws {
    let model = smallModel()
    let file = try GGUFFile(bytes: model.bytes(version: version))
    #expect(file.tensors.map(\.name) == ["norm", "weight", "scalar"])
    let weight = try #require(file.tensor(named: "weight"))
    #expect(weight.type == .q8_0)
    #expect(weight.dimensions == [64, 2, 1, 2])
    #expect(weight.rowLength == 64)
    #expect(weight.rows == 4)
    #expect(weight.elementCount == 256)
    #expect(weight.byteCount == 272)
    #expect(weight.rowByteCount == 68)
    #expect(file.bytes(of: weight) == model.data[1])
    let scalar = try #require(file.tensor(named: "scalar"))
    #expect(scalar.elementCount == 1)
    #expect(scalar.rows == 1)
    #expect(unsafe file.withBytes(of: scalar) { unsafe $0.load(as: Float.self) } == 42)
    #expect(file.tensor(named: "absent") == nil)
  }

  @Test(
    "data begins at a multiple of the alignment", arguments: [nil, 8, 32, 64, 4096] as [UInt32?])
  func alignment(_ alignment: UInt32?) throws {
    var model = smallModel()
    model.metadata["general.alignment"] = alignment.map { .uint32($0) }
    let file = try model.file()
    let expected = Int(alignment ?? 32)
    #expect(file.alignment == expected)
    for (tensor, data) in zip(file.tensors, model.data) {
      #expect(tensor.offset % expected == 0)
      #expect(file.bytes(of: tensor) == data)
    }
  }

  @Test("tensors may lie in another order than their infos, with gaps")
  func shuffledData() throws {
    var raw = RawGGUF(tensorCount: 2)
    raw.tensor("second", dimensions: [2], offset: 96)
    raw.tensor("first", dimensions: [4], offset: 0)
    raw.data(96)
    raw.append(Float(5), Float(6))
    let file = try GGUFFile(bytes: raw.bytes)
    let second = try #require(file.tensor(named: "second"))
    #expect(file.bytes(of: second) == RawGGUF.bytes([5, 6] as [Float]))
    #expect(file.tensors.map(\.name) == ["second", "first"])
  }

  @Test("a file without tensors is a vocabulary")
  func vocabularyOnly() throws {
    var raw = RawGGUF(metadataCount: 1)
    raw.entry("k", type: 0)
    raw.append(UInt8(3))
    let file = try GGUFFile(bytes: raw.bytes)
    #expect(file.tensors.isEmpty)
    #expect(file.int("k") == 3)
  }

  @Test("a tensor with a dimension of zero has no bytes")
  func emptyTensor() throws {
    var model = TinyGGUF()
    model.add("none", .q4_0, [32, 0, 5], bytes: [])
    model.add("one", [1], floats: [1])
    let none = try #require(try model.file().tensor(named: "none"))
    #expect(none.byteCount == 0)
    #expect(none.rows == 0)
    #expect(none.rowByteCount == 0)
  }

  @Test("a mapped file reads like the same bytes in memory, before and after giving pages back")
  func mapped() throws {
    var model = TinyGGUF()
    var random = SeededGenerator(seed: 1)
    for index in 0..<4 { model.addRandom("t\(index)", [1000, 7], using: &random) }
    let folder = try TemporaryFolder()
    try model.write(to: folder.file("m.gguf"))
    let file = try GGUFFile(path: folder.file("m.gguf"))
    file.adviseAll(.sequential)
    for (tensor, data) in zip(file.tensors, model.data) {
      file.advise(.willNeed, tensor)
      #expect(file.bytes(of: tensor) == data)
      file.adviseDone(tensor, range: 0..<5000)
      file.adviseDone(tensor)
    }
    for (tensor, data) in zip(file.tensors, model.data) {
      #expect(file.bytes(of: tensor) == data)
    }
    #expect(try file.fileSize == model.bytes().count)
  }

  @Test("giving pages back leaves bytes that are not mapped alone")
  func adviceOnMemory() throws {
    var model = TinyGGUF()
    model.add("big", [65536], floats: [Float](repeating: 3, count: 65536))
    let file = try model.file()
    file.adviseAll(.done)
    #expect(file.bytes(of: file.tensors[0]) == model.data[0])
  }
}
