import Foundation
import TernTestSupport
import Testing

@testable import TernGrammar

@Suite struct FormatTests {
  @Test func `the names listed are the names known`() {
    let languages = Languages()
    for name in Languages.formatNames {
      let language = languages.format(name)
      #expect(language != nil && language != languages.empty, "\(name)")
    }
    for name in ["regex", "idn-hostname", "unknown", "url", "int32", "", "Date"] {
      #expect(languages.format(name) == nil, "\(name)")
    }
    #expect(!languages.isExhausted)
  }

  @Test(arguments: Languages.formatNames)
  func `a shortest text is in the language`(_ name: String) throws {
    let languages = Languages()
    let language = try #require(languages.format(name))
    var text = String.UnicodeScalarView()
    for value in try #require(languages.shortest(language)) {
      text.append(try #require(Unicode.Scalar(value)))
    }
    #expect(languages.contains(language, String(text)))
  }

  @Test func `dates agree with a calendar`() throws {
    let languages = Languages()
    let date = try #require(languages.format("date"))
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for year in [0, 1, 4, 100, 400, 1900, 1996, 1999, 2000, 2023, 2024, 2100, 9999] {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for month in 0...13 {
        let length =
          (1...12).contains(month) ? lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) : 0
        for day in 0...32 {
          let text = String(format: "%04d-%02d-%02d", year, month, day)
          #expect(languages.contains(date, text) == (day >= 1 && day <= length), "\(text)")
        }
      }
    }
  }

  @Test func `leap seconds are the last of a day in UTC`() throws {
    let languages = Languages()
    let time = try #require(languages.format("time"))
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let (hour, minute) = (
        Int.random(in: 0..<24, using: &random), Int.random(in: 0..<60, using: &random)
      )
      let isAhead = Bool.random(using: &random)
      let near = isAhead ? hour * 60 + minute + 1 : 1439 - hour * 60 - minute
      let offset =
        Bool.random(using: &random) ? near % 1440 : Int.random(in: 0..<1440, using: &random)
      let utc = hour * 60 + minute + (isAhead ? -offset : offset)
      let text = String(
        format: "%02d:%02d:60%@%02d:%02d", hour, minute, isAhead ? "+" : "-", offset / 60,
        offset % 60)
      #expect(languages.contains(time, text) == ((utc + 1440) % 1440 == 1439), "\(text)")
    }
  }

  @Test(arguments: [
    ("email", "a@b.c", true), ("email", "a@b..c", false), ("email", "a@-b", false),
    ("email", "a@[IPv6:1::]", true), ("email", "a@[IPv6:x]", false), ("email", "a@[x:y]", true),
    ("hostname", "a-b.c", true), ("hostname", "a-.c", false), ("hostname", "xn--9n2bp8q", false),
    ("hostname", "a.XN--b", false), ("hostname", "xn-a.x.xnn", true),
    ("ipv6", "1:2:3:4:5:6:7::", true), ("ipv6", "1:2:3:4:5:6:7:8::", false),
    ("ipv6", "::1:2:3:4:5:6:7", true), ("ipv6", "::1:2:3:4:5:6:7:8", false),
    ("ipv6", "1::1.2.3.4", true), ("ipv6", "1:2:3:4:5:6::1.2.3.4", false),
    ("uri", "http://[v1.a:b]/", true), ("uri", "http://[::g]/", false), ("uri", "a:", true),
    ("uri", "http://a/?b#c#d", false), ("uri", "file:///a", true), ("uri", "a://b//c", true),
    ("uri", "a:/b", true), ("uri-reference", "//a", true), ("uri-reference", "a:b:c", true),
    ("uri-reference", "a/b:c", true), ("uri-reference", "./a:b", true),
    ("iri", "http://a/\u{E000}", false), ("iri", "http://a/?\u{E000}", true),
    ("iri", "http://a/\u{FFFE}", false), ("duration", "P1W", true), ("duration", "P1WT1S", false),
    ("uri-template", "{a:9999}", true), ("uri-template", "{%4}", false),
    ("relative-json-pointer", "0#", true), ("relative-json-pointer", "0#a", false),
  ])
  func `cases beside the suite`(_ name: String, _ text: String, _ isValid: Bool) throws {
    let languages = Languages()
    let language = try #require(languages.format(name))
    #expect(languages.contains(language, text) == isValid)
  }

  @Test(arguments: ["time", "date-time", "email", "idn-email", "uri"])
  func `what a model is asked to write is a part of the format`(_ name: String) throws {
    let languages = Languages()
    let plain = try #require(languages.plainFormat(name))
    let whole = try #require(languages.format(name))
    #expect(!languages.isEmpty(plain))
    #expect(languages.isEmpty(languages.and([plain, languages.not(whole)])))
    #expect(!languages.isExhausted)
  }

  @Test(.enabled(if: SharedSuites.available))
  func `verdicts of the JSON Schema Test Suite`() throws {
    let folder = try #require(
      SharedSuites.url("suites/JSON-Schema-Test-Suite/draft2020-12/optional/format"))
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let languages = Languages()
    var (seen, unknown, refused): (Set<String>, Set<String>, Int) = ([], [], 0)
    for file in files where file.pathExtension == "json" {
      for (name, text, isValid) in try cases(file) {
        guard let language = languages.format(name) else {
          unknown.insert(name)
          continue
        }
        seen.insert(name)
        let isIn = languages.contains(language, text)
        if name == "hostname", text.lowercased().contains("xn--") {
          // Not decoded: none is in the language, so some that are valid are refused.
          #expect(!isIn, "\(text)")
          refused += isValid ? 1 : 0
        } else {
          #expect(isIn == isValid, "\(name): \(text.debugDescription)")
        }
      }
    }
    #expect(seen == Set(Languages.formatNames))
    #expect(unknown == ["regex", "idn-hostname", "unknown"])
    #expect(refused == 15)
  }

  private func cases(_ file: URL) throws -> [(String, String, Bool)] {
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let groups = try #require(value as? [[String: Any]])
    var cases: [(String, String, Bool)] = []
    for group in groups {
      guard let name = (group["schema"] as? [String: Any])?["format"] as? String else { continue }
      for test in group["tests"] as? [[String: Any]] ?? [] {
        guard let text = test["data"] as? String, let isValid = test["valid"] as? Bool else {
          continue
        }
        cases.append((name, text, isValid))
      }
    }
    return cases
  }
}
