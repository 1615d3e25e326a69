import TernTestSupport
import Testing

@testable import TernJSON

@Suite("Partial JSON")
struct PartialJSONTests {
  /// The values so far after each byte, as text; a repetition is shown once.
  private func values(_ text: String) throws -> [String] {
    var partial = PartialJSON()
    var values: [String] = []
    for byte in text.utf8 {
      try partial.push([byte].span)
      let value = partial.value?.json.text() ?? "-"
      if values.last != value { values.append(value) }
    }
    try partial.finish()
    #expect(partial.isWhole)
    let last = partial.value?.json.text() ?? "-"
    if values.last != last { values.append(last) }
    return values
  }

  @Test("what is open is closed; names wait for their values")
  func closes() throws {
    #expect(
      try values(#"{"a":[1,{"b":"x"}],"c":true}"#)
        == [
          "-", "{}", #"{"a":[]}"#, #"{"a":[1]}"#, #"{"a":[1,{}]}"#, #"{"a":[1,{"b":""}]}"#,
          #"{"a":[1,{"b":"x"}]}"#, #"{"a":[1,{"b":"x"}],"c":true}"#,
        ].filter { $0 != "-" })
  }

  @Test("numbers show the digits that make one, literals come whole")
  func numbers() throws {
    #expect(
      try values("[-12.50e+3]") == ["[]", "[-1]", "[-12]", "[-12.5]", "[-12.50]", "[-12.50e+3]"])
    #expect(try values("12") == ["1", "12"])
    #expect(try values("[null]") == ["[]", "[null]"])
  }

  @Test("strings show whole characters and finished escapes")
  func strings() throws {
    #expect(
      try values(#""aé\n\ud83d\ude00日""#) == [
        #""""#, #""a""#, #""aé""#, #""aé\n""#, #""aé\n😀""#, #""aé\n😀日""#,
      ])
  }

  @Test("each value begins as the whole does, however the text is cut")
  func everyCut() throws {
    let text =
      #"{"list":[{"n":"é😀\u00e9","x":-1.5e3},[],{}, "",null],"list":"again","z":{"q":[true]}}"#
    let bytes = Array(text.utf8)
    let whole = try JSON(parsing: text)
    var random = SeededGenerator(seed: 4)
    var byteByByte: [String] = []
    var partial = PartialJSON()
    for byte in bytes {
      try partial.push([byte].span)
      byteByByte.append(partial.value?.json.text() ?? "-")
    }
    for _ in 0..<200 {
      var partial = PartialJSON()
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...9, using: &random))
        try partial.push(Array(bytes[start..<end]).span)
        #expect((partial.value?.json.text() ?? "-") == byteByByte[end - 1])
        start = end
      }
      try partial.finish()
      #expect(partial.value?.json == whole)
    }
  }

  @Test("an error keeps the value before it, and stays")
  func errors() throws {
    var partial = PartialJSON()
    #expect(throws: JSONError.self) { try partial.push(#"{"a":[1,"b",}"#) }
    #expect(partial.value?.json == ["a": [1, "b"]])
    #expect(throws: JSONError.self) { try partial.push("1") }
    var open = PartialJSON()
    try open.push("[1")
    #expect(throws: JSONError.self) { try open.finish() }
  }

  @Test("elements and members can be looked at without making the tree")
  func looks() throws {
    var partial = PartialJSON()
    try partial.push(#"{"done":[1,2],"list":[{"name":"ab"},{"name":"c"#)
    let value = try #require(partial.value)
    #expect(value["done"]?[1]?.json == 2)
    #expect(value["done"]?.isWhole == true && value["list"]?.isWhole == false)
    #expect(value["list"]?[0]?["name"]?.json == "ab")
    #expect(value["list"]?[1]?["name"]?.json == "c")
    #expect(value["list"]?[2] == nil && value["none"] == nil)
  }

  /// The work for a text read in pieces of four bytes, with every value kept.
  private func work(_ text: String) throws -> Double {
    var partial = PartialJSON()
    var kept: [PartialValue] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 4) {
      try partial.push(Array(bytes[start..<min(start + 4, bytes.count)]).span)
      if let value = partial.value { kept.append(value) }
    }
    try partial.finish()
    #expect(kept.count > bytes.count / 5)
    return Double(partial.moves)
  }

  @Test("each value and byte is moved a few times, however long the text, with every look kept")
  func linear() throws {
    func rows(_ count: Int, _ row: (Int) -> String) -> String {
      #"{"rows":["# + (0..<count).map(row).joined(separator: ",") + "]}"
    }
    for count in [1_000, 10_000, 100_000] {
      #expect(try work(rows(count) { "\($0 % 10)" }) < 7 * Double(count))
      #expect(
        try work(#"{"text":""# + String(repeating: "a", count: count) + #""}"#) < 7 * Double(count))
    }
    for count in [400, 4_000, 40_000] {
      // A row's member counts too.
      #expect(try work(rows(count) { #"{"id":\#($0 % 10)}"# }) < 8 * Double(count))
    }
  }

  @Test("a growing list is the array of what was added, also in copies from before")
  func growingList() {
    var random = SeededGenerator(seed: 2)
    var list = GrowingList<Int>()
    var array: [Int] = []
    var copies: [(GrowingList<Int>, Int)] = []
    for _ in 0..<400 {
      let more = (0..<Int.random(in: 0...7, using: &random)).map { array.count + $0 }
      list.append(contentsOf: more)
      array += more
      copies.append((list, array.count))
      #expect(list.array == array)
    }
    for (copy, count) in copies { #expect(copy.elementsEqual(array.prefix(count))) }
  }
}
