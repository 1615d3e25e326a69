import TernJSON
import TernTestSupport
import Testing

@Suite("JSON values")
struct JSONValueTests {
  @Test("accessors give what is there and nil for the rest")
  func accessors() {
    let value: JSON = [
      "null": nil, "yes": true, "n": 3, "x": 1.5, "s": "text", "a": [1, 2], "o": ["k": "v"],
    ]
    #expect(value["null"]?.isNull == true)
    #expect(value["yes"]?.bool == true)
    #expect(value["n"]?.int == 3)
    #expect(value["x"]?.double == 1.5)
    #expect(value["x"]?.int == nil)
    #expect(value["s"]?.string == "text")
    #expect(value["a"]?[1] == 2)
    #expect(value["a"]?[2] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["a"]?["k"] == nil)
    #expect(value["o"]?["k"] == "v")
    #expect(value["absent"] == nil)
    #expect(value["s"]?.bool == nil)
    #expect(value.object?.keys == ["null", "yes", "n", "x", "s", "a", "o"])
  }

  @Test(
    "whole numbers are Ints however they are written",
    arguments: [
      ("1", 1), ("1.0", 1), ("1e2", 100), ("-12.50e1", -125), ("0e999", 0), ("-0", 0), ("-0.0", 0),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775808", nil),
      ("1.5", nil), ("1e-1", nil), ("1e19", nil), ("1e999999999999999999999", nil), ("1e400", nil),
      ("922337203685477580.7e1", .max),
    ] as [(String, Int?)])
  func ints(text: String, expected: Int?) {
    #expect(JSONNumber(text: text)?.int == expected)
  }

  @Test("UInt64 and Double values are written and read exactly")
  func exactNumbers() throws {
    #expect(JSON(UInt64.max).text() == "18446744073709551615")
    #expect(JSON(UInt64.max).number?.uint64 == .max)
    #expect(JSON(Int.min).text() == "-9223372036854775808")
    #expect(JSON(0.1).text() == "0.1")
    #expect(JSON(Double.infinity) == nil)
    #expect(JSON(Double.nan) == nil)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<10_000 {
      let double = Double(bitPattern: random.next())
      guard double.isFinite else { continue }
      let text = try #require(JSON(double)).text()
      #expect(try JSON(parsing: text).double?.bitPattern == double.bitPattern)
    }
  }

  @Test(
    "numbers have the same value when their decimals are equal, at any size",
    arguments: [
      ("1", "1.0", true), ("10", "1e1", true), ("0", "-0.0", true), ("0e5", "0", true),
      ("1e400", "10e399", true), ("0.1", "0.10000000000000000001", false),
      ("9007199254740993", "9007199254740992", false), ("1", "-1", false),
      ("123000", "0.123e6", true), ("1e999999999999999999999", "1e999999999999999999999", true),
      ("1e999999999", "10e999999998", true),
      ("1e99999999999999999", "0.1e100000000000000000", true),
      ("1e99999999999999999999", "10e99999999999999999999", false),
      ("1e99999999999999999999", "100e99999999999999999997", true),
      ("1e99999999999999999999", "100e99999999999999999998", false),
      ("1e99999999999999999999", "10e99999999999999999998", true),
      ("-1e-100000000000000000000", "-10e-100000000000000000001", true),
      ("1e-100000000000000000000", "1e100000000000000000000", false),
      ("0e999999999999999999999", "0", true), ("1e000000000000000000000005", "1e5", true),
    ])
  func sameNumber(a: String, b: String, same: Bool) throws {
    let (a, b) = (try #require(JSONNumber(text: a)), try #require(JSONNumber(text: b)))
    #expect(a.hasSameValue(as: b) == same)
    #expect(b.hasSameValue(as: a) == same)
  }

  @Test("equality is exact, sameness is of meaning")
  func equality() throws {
    let (a, b) = (try JSON(parsing: #"{"x":1,"y":[2]}"#), try JSON(parsing: #"{"y":[2.0],"x":1}"#))
    #expect(a != b)
    #expect(a.hasSameValue(as: b))
    #expect(!a.hasSameValue(as: try JSON(parsing: #"{"x":1,"z":[2]}"#)))
    #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
    #expect(!JSON.bool(true).hasSameValue(as: 1))
  }

  @Test("of equal keys the last value counts, in the place of the first", arguments: [0, 20])
  func duplicates(others: Int) throws {
    let more = (0..<others).map { #""k\#($0)":0,"# }.joined()
    let value = try JSON(parsing: #"{"a":1,\#(more)"b":2,"a":3}"#)
    #expect(value["a"] == 3)
    #expect(value.object?.first?.key == "a")
    #expect(value.object?.count == others + 2)
  }

  @Test(
    "keys differ when their bytes do, though Unicode finds them equivalent", arguments: [0, 20])
  func equivalentKeys(others: Int) throws {
    let more = (0..<others).map { #""k\#($0)":0,"# }.joined()
    let value = try JSON(parsing: "{\(more)\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value.object?.count == others + 2)
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
  }

  @Test("objects of any size behave as a list of members would")
  func objects() {
    var random = SeededGenerator(seed: 5)
    var object = JSONObject()
    var model: [(key: String, value: JSON)] = []
    for step in 0..<3000 {
      let key = "k\(Int.random(in: 0..<30, using: &random))"
      let place = model.firstIndex { $0.key == key }
      if Int.random(in: 0..<3, using: &random) == 0 {
        object[key] = nil
        if let place { model.remove(at: place) }
      } else {
        object[key] = JSON(step)
        if let place { model[place].value = JSON(step) } else { model.append((key, JSON(step))) }
      }
      #expect(object.keys == model.map(\.key))
      #expect(object.values == model.map(\.value))
      #expect(object[key] == model.first { $0.key == key }?.value)
    }
  }

  @Test("every member of a large object is found")
  func largeObject() throws {
    let count = 20_000
    let text = "{" + (0..<count).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"
    let object = try #require(try JSON(parsing: text).object)
    for index in 0..<count { #expect(object["key\(index)"]?.int == index) }
  }
}
