import Foundation
import TernTestSupport
import Testing

@testable import TernGrammar

/// The Unicode tables, compared with the standard library of the same version.
///
/// With `TERN_RECORD=1` in the environment the tables are written instead; a script that is new must
/// be given a line with its code, its name and an empty set first.
@Suite(
  .enabled(
    if: UnicodeSource.version == UnicodeTables.version || UnicodeSource.isRecording,
    "the tables are of another version of Unicode"))
struct UnicodeTableTests {
  /// The scalars that are compared: all of them in a soak, otherwise samples.
  private static let scalars: [Unicode.Scalar] = {
    let parts: [(UInt32, UInt32, UInt32)] = [
      (0, 0x600, 1), (0x600, 0x33500, 17), (0x33500, 0x11_0000, 997),
    ]
    return parts.flatMap { start, end, step in
      stride(from: start, to: end, by: SharedSuites.soak ? 1 : Int(step)).compactMap {
        Unicode.Scalar($0)
      }
    }
  }()

  /// The same, with the scalars beside which the set of a property changes.
  private static func scalars(_ set: PatternSet) -> [Unicode.Scalar] {
    let edges = set.ranges.flatMap {
      [$0.lowerBound &- 1, $0.lowerBound, $0.upperBound, $0.upperBound + 1]
    }
    return scalars + edges.compactMap { Unicode.Scalar($0) }
  }

  @Test(.enabled(if: !UnicodeSource.isRecording))
  func `general categories are the standard library's`() {
    var sets: [String: PatternSet] = [:]
    for name in UnicodeTables.categoryNames { sets[name] = PatternProperties.set(named: name) }
    for (name, set) in sets {
      let wrong = Self.scalars(set).first {
        set.contains($0.value) != (UnicodeSource.category($0) == name)
      }
      #expect(wrong == nil, "\(name)")
    }
    let counts = sets.values.flatMap { set in set.ranges.map { Int($0.count) } }
    #expect(counts.reduce(0, +) == 0x11_0000 - 0x800)
  }

  @Test(.enabled(if: !UnicodeSource.isRecording))
  func `binary properties are the standard library's`() throws {
    for (name, isMember) in UnicodeSource.binary {
      let set = try #require(UnicodeTables.set(ofProperty: name), "\(name)")
      let wrong = Self.scalars(set).first { isMember($0.properties) != set.contains($0.value) }
      #expect(wrong == nil, "\(name)")
    }
  }

  @Test(.enabled(if: !UnicodeSource.isRecording)) func `scripts are those of Swift's expressions`()
    throws
  {
    // Where the set of a script begins and ends, and what is beside it.
    var edges: [ScalarRange] = []
    for script in Self.scriptNames {
      for range in UnicodeTables.set(ofScript: script.code, withExtensions: true)?.ranges ?? [] {
        for value in [range.lowerBound, range.upperBound] {
          edges.append((value == 0 ? 0 : value - 1)...(value + 1))
        }
      }
    }
    let text = Self.text(PatternSet(edges).ranges.joined())
    let all = PatternSet(text.unicodeScalars.map { $0.value...$0.value })
    for (place, script) in Self.scriptNames.enumerated() where SharedSuites.soak || place % 9 == 0 {
      for (property, name) in [("sc", script.code), ("Script_Extensions", script.name)] {
        let set = try #require(PatternProperties.set(named: "\(property)=\(name)"))
        let expected = UnicodeSource.members("\(property)=\(name)", of: text) ?? .none
        #expect(set.intersection(all).ranges == expected.ranges, "\(property)=\(name)")
      }
    }
  }

  @Test(.enabled(if: !UnicodeSource.isRecording))
  func `scalars that fold alike are the standard library's`() {
    let classes = UnicodeSource.foldingClasses()
    #expect(classes.count > 1_000)
    for members in classes {
      let expected = PatternSet(members.map { $0...$0 })
      for member in members {
        #expect(PatternFolding.closure(of: PatternSet(member)) == expected)
      }
    }
    let folding = Set(classes.joined())
    for scalar in Self.scalars where !folding.contains(scalar.value) {
      let set = PatternSet(scalar.value)
      if PatternFolding.closure(of: set) != set { Issue.record("\(scalar.value)") }
    }
  }

  @Test(.enabled(if: UnicodeSource.isRecording)) func record() throws {
    let assigned = Self.text(
      PatternSet.any.ranges.joined().filter {
        guard let scalar = Unicode.Scalar($0) else { return false }
        return !["Cn", "Co"].contains(UnicodeSource.category(scalar))
      })
    var scripts: [String] = []
    var extensions: [String] = []
    for script in Self.scriptNames {
      guard let set = UnicodeSource.members("sc=\(script.code)", of: assigned), !set.isEmpty else {
        continue
      }
      scripts.append("\(script.code) \(script.name) \(UnicodeTableWriter.text(set))")
      let more = UnicodeSource.members("scx=\(script.code)", of: assigned) ?? set
      if more == set { continue }
      extensions.append(
        "\(script.code) \(UnicodeTableWriter.text(set.symmetricDifference(more)))")
    }
    let properties = UnicodeSource.binary.sorted { $0.key < $1.key }.map { name, isMember in
      UnicodeTableWriter.record(name, UnicodeSource.collect { isMember($0.properties) })
    }
    let source = UnicodeTableWriter.source([
      ("categories", "Runs of scalars of one category.", [UnicodeTableWriter.categories()]),
      ("properties", "Binary properties.", properties),
      ("scripts", "Scripts by code and name.", scripts),
      ("scriptExtensions", "What differs where extensions count.", extensions),
      (
        "folding", "Runs of pairs of scalars that fold alike.",
        [UnicodeTableWriter.folding(UnicodeSource.foldingClasses())]
      ),
    ])
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    try source.write(
      to: folder.appendingPathComponent(
        "../../Sources/Grammar/Language/UnicodeTables+Data.swift"),
      atomically: true, encoding: .utf8)
  }

  private static let scriptNames: [(code: String, name: String)] =
    UnicodeTables.scripts.split(separator: "\n").map {
      let words = $0.split(separator: " ")
      return (String(words[0]), String(words[1]))
    }

  private static func text(_ values: some Sequence<UInt32>) -> String {
    var text = String.UnicodeScalarView()
    for value in values { if let scalar = Unicode.Scalar(value) { text.append(scalar) } }
    return String(text)
  }
}
