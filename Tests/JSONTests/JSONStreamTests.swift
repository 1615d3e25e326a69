import TernJSON
import TernTestSupport
import Testing

/// A document with something of everything.
let sample = #"""
  {
    "text": "naïve \"🦆\" \u00e9\ud83e\udd86 \\ \ud800 end", "empty": "", "n": [0, -1.50e+10, 12],
    "t": true, "f": false, "z": null, "nested": {"a": [[], {}, [{"b": "\n"}]], "é": 1},
    "last": -0.0
  }
  """#

@Suite("JSON in pieces")
struct JSONStreamTests {
  /// Events up to the end or the error, with `bytes` cut at `cuts`.
  private func read(_ bytes: [UInt8], cuts: [Int]) -> ([JSONEvent], JSONError?) {
    var reader = JSONReader()
    var events: [JSONEvent] = []
    do throws(JSONError) {
      var start = 0
      for cut in cuts + [bytes.count] {
        try reader.push(Array(bytes[start..<cut]).span) { events.append($0) }
        start = cut
      }
      try reader.finish { events.append($0) }
      return (events, nil)
    } catch {
      return (events, error)
    }
  }

  @Test("events come in the order of the text")
  func events() throws {
    var reader = JSONReader()
    let events = try reader.push(Array(#"{"a":[1,"x",true,null],"b":{}}"#.utf8)) + reader.finish()
    #expect(
      events == [
        .beginObject, .key("a"), .beginArray, .number(1), .string("x"), .bool(true), .null,
        .endArray, .key("b"), .beginObject, .endObject, .endObject,
      ])
  }

  @Test("a number at the end of the text waits for finish")
  func numberAtEnd() throws {
    var reader = JSONReader()
    #expect(try reader.push(Array("12".utf8)) == [])
    #expect(try reader.push(Array("3".utf8)) == [])
    #expect(try reader.finish() == [.number(123)])
  }

  @Test("every cut in two, and one byte at a time, give the same events")
  func cuts() {
    let bytes = Array(sample.utf8)
    let whole = read(bytes, cuts: [])
    #expect(whole.1 == nil)
    for cut in 0...bytes.count {
      let (events, error) = read(bytes, cuts: [cut])
      #expect(events == whole.0 && error == nil, "cut at \(cut)")
    }
    #expect(read(bytes, cuts: Array(1..<bytes.count)).0 == whole.0)
  }

  @Test("every truncation is an error where the text ends, or in it")
  func truncation() {
    let bytes = Array(sample.utf8)
    for length in 0..<bytes.count {
      let (_, error) = read(Array(bytes[..<length]), cuts: [])
      #expect(error?.offset == length, "cut to \(length) bytes")
      guard case .unexpectedEnd = error?.problem else {
        Issue.record("cut to \(length) bytes: \(String(describing: error))")
        continue
      }
    }
  }

  @Test("mutated texts give a value or an error, the same however they are cut")
  func mutations() {
    var random = SeededGenerator(seed: 7)
    let bytes = Array(sample.utf8)
    let likely = Array("\"\\{}[]:,0-.eu \n\u{1}tfn".utf8) + [0x80, 0xC3, 0xE0, 0xF0, 0xFF]
    var (valid, invalid) = (0, 0)
    for _ in 0..<SharedSuites.rounds(100_000) {
      var mutant = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<mutant.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: mutant[index] = likely.randomElement(using: &random) ?? 0
        case 1: mutant.remove(at: index)
        default: mutant.insert(likely.randomElement(using: &random) ?? 0, at: index)
        }
      }
      let whole = read(mutant, cuts: [])
      let cuts = (0..<3).map { _ in Int.random(in: 0...mutant.count, using: &random) }.sorted()
      let pieces = read(mutant, cuts: cuts)
      #expect(pieces.0 == whole.0 && pieces.1 == whole.1)
      guard whole.1 == nil else {
        invalid += 1
        continue
      }
      valid += 1
      // What was read once is read again from what it is written as.
      if let value = try? JSON(parsing: mutant) {
        #expect((try? JSON(parsing: value.bytes())) == value)
        #expect((try? JSON(parsing: value.bytes(.pretty))) == value)
      } else {
        Issue.record("events without an error, but no value")
      }
    }
    #expect(valid > 0 && invalid > 0)
  }

  @Test("lines end at \\n only, wherever the pieces are cut")
  func lines() {
    let bytes = Array("{\"a\":\"\u{2028}\u{85}\"}\r\n\n[1]\nlast".utf8)
    let expected = ["{\"a\":\"\u{2028}\u{85}\"}\r", "", "[1]", "last"].map { Array($0.utf8) }
    #expect(LineSplitter.lines(of: bytes) == expected)
    for cut in 0...bytes.count {
      var splitter = LineSplitter()
      var lines = splitter.push(bytes[..<cut])
      lines += splitter.push(bytes[cut...])
      if let last = splitter.finish() { lines.append(last) }
      #expect(lines == expected, "cut at \(cut)")
    }
    #expect(LineSplitter.lines(of: Array("a\n".utf8)) == [Array("a".utf8)])
    #expect(LineSplitter.lines(of: []) == [])
  }
}
