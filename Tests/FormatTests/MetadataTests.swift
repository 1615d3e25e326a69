import TernFormat
import TernTestSupport
import Testing

/// One value of every type, with the extremes of each.
var everyType: Metadata {
  [
    "u8": .uint8(.max), "i8": .int8(.min), "u16": .uint16(.max), "i16": .int16(.min),
    "u32": .uint32(.max), "i32": .int32(.min), "f32": .float32(-1.5), "yes": .bool(true),
    "no": .bool(false), "text": .string("naïve 🦆"), "empty": .string(""),
    "bytes": .string(GGUFString(bytes: [0xFF, 0x00, 0xC3])), "u64": .uint64(.max),
    "i64": .int64(.min), "f64": .float64(.leastNonzeroMagnitude),
    "a.u8": .array(.uint8([0, 255])), "a.i8": .array(.int8([-128, 127])),
    "a.u16": .array(.uint16([0, 65535])), "a.i16": .array(.int16([-32768, 32767])),
    "a.u32": .array(.uint32([0, .max])), "a.i32": .array(.int32([.min, .max])),
    "a.f32": .array(.float32([0.1, -.infinity])), "a.bool": .array(.bool([true, false, true])),
    "a.text": .array(.string(StringTable(["", "a", "ß", "🦆🦆"]))),
    "a.u64": .array(.uint64([0, .max])), "a.i64": .array(.int64([.min, .max])),
    "a.f64": .array(.float64([0.1, .infinity])), "a.none": .array(.float32([])),
    "a.a": .array(
      .array([
        .int32([1, 2, 3]), .string(StringTable(["x"])), .array([]), .array([.array([.uint8([9])])]),
      ])),
  ]
}

@Suite("Metadata values")
struct MetadataTests {
  @Test("every type and nested arrays survive writing and reading", arguments: [2, 3] as [UInt32])
  func roundTrip(version: UInt32) throws {
    let file = try GGUFFile(bytes: TinyGGUF(metadata: everyType).bytes(version: version))
    #expect(file.version == version)
    #expect(file.metadata == everyType)
    #expect(file.metadata.keys == everyType.keys)
  }

  @Test("values lie in the file as the format's page draws them")
  func bytesOfEachType() throws {
    var raw = RawGGUF(metadataCount: 4)
    raw.entry("n", type: 5)
    raw.append(Int32(-2))
    raw.entry("s", type: 8)
    raw.append(string: "hé")
    raw.entry("b", type: 7)
    raw.append(UInt8(1))
    raw.entry("aa", type: 9)
    raw.append(UInt32(9))
    raw.append(UInt64(2))
    raw.append(UInt32(8))
    raw.append(UInt64(1))
    raw.append(string: "x")
    raw.append(UInt32(3))
    raw.append(UInt64(2))
    raw.append(Int16(-1), Int16(7))
    let file = try GGUFFile(bytes: raw.bytes)
    #expect(file.value("n") == .int32(-2))
    #expect(file.value("s") == .string("hé"))
    #expect(file.value("b") == .bool(true))
    #expect(file.value("aa") == .array(.array([.string(StringTable(["x"])), .int16([-1, 7])])))
    #expect(file.metadata.keys == ["n", "s", "b", "aa"])
  }

  @Test("strings keep bytes that are not UTF-8, and repair them as text")
  func invalidUTF8() throws {
    let file = try TinyGGUF(metadata: everyType).file()
    #expect(file.value("bytes") == .string(GGUFString(bytes: [0xFF, 0x00, 0xC3])))
    #expect(file.string("bytes") == "\u{FFFD}\u{0}\u{FFFD}")
  }

  @Test("int reads every integer type and nothing else")
  func ints() throws {
    let file = try TinyGGUF(metadata: everyType).file()
    let expected: [String: Int?] = [
      "u8": 255, "i8": -128, "u16": 65535, "i16": -32768, "u32": 4_294_967_295,
      "i32": -2_147_483_648, "i64": .min, "u64": nil, "f32": nil, "yes": nil, "text": nil,
      "a.u8": nil, "absent": nil,
    ]
    for (key, value) in expected { #expect(file.int(key) == value, "\(key)") }
    #expect(file.ints("a.i16") == [-32768, 32767])
    #expect(file.ints("a.u64") == nil)
    #expect(file.ints("a.f32") == nil)
    #expect(file.ints("a.none") == [])
  }

  @Test("double and float read every number type")
  func floats() throws {
    let file = try TinyGGUF(metadata: everyType).file()
    #expect(file.double("f32") == -1.5)
    #expect(file.float("f32") == -1.5)
    #expect(file.double("f64") == .leastNonzeroMagnitude)
    #expect(file.double("u64") == Double(UInt64.max))
    #expect(file.float("u8") == 255)
    #expect(file.double("yes") == nil)
    #expect(file.floats("a.f64") == [0.1, .infinity])
    #expect(file.floats("a.i8") == [-128, 127])
    #expect(file.floats("a.text") == nil)
  }

  @Test("string tables give bytes and text of each string")
  func strings() throws {
    let table = try #require(try TinyGGUF(metadata: everyType).file().strings("a.text"))
    #expect(table.map { Array($0) } == ["", "a", "ß", "🦆🦆"].map { Array($0.utf8) })
    #expect(table.indices.map(table.text) == ["", "a", "ß", "🦆🦆"])
    #expect(table.offsets == [0, 0, 1, 3, 11])
    #expect(table.bytes == Array("aß🦆🦆".utf8))
  }

  @Test("setting, replacing and removing keys keeps their order")
  func order() {
    var metadata: Metadata = ["a": .uint8(1), "b": .uint8(2)]
    metadata["c"] = .bool(true)
    metadata["a"] = .uint8(9)
    metadata["b"] = nil
    metadata["absent"] = nil
    #expect(metadata.keys == ["a", "c"])
    #expect(metadata.map(\.value) == [.uint8(9), .bool(true)])
  }

  @Test("descriptions cut long arrays")
  func descriptions() {
    let value = MetadataValue.array(.int32(Array(0..<20)))
    #expect("\(value)" == "[0, 1, 2, 3, 4, 5, 6, 7, … (20)]")
    #expect("\(MetadataArray.string(StringTable(["a"])))" == "[“a”]")
  }
}
