import Foundation
import TernJSON
import TernTestSupport

@testable import TernGrammar

/// What the machine says of the schemas and values of a suite, in a compact text: a line for each
/// file with the number of its schemas, and below it those that do not compile, or that have
/// values whose verdicts differ from the suite's.
struct SuiteVerdicts {
  /// A schema of a suite, with its values and whether they are valid.
  struct Entry {
    var id: String
    var schema: JSON
    var tests: [(data: JSON, isValid: Bool)]

    init(id: String, _ value: JSON) {
      self.id = id
      schema = value["schema"] ?? .null
      tests = (value["tests"]?.array ?? []).map {
        ($0["data"] ?? .null, $0["valid"]?.bool ?? false)
      }
    }
  }

  private(set) var lines: [String] = []
  private(set) var compiled = 0
  /// Schemas of which every verdict is the suite's.
  private(set) var right = 0
  private(set) var invalidAccepted = 0

  mutating func add(file: String, _ entries: [Entry]) {
    lines.append("\(file) \(entries.count)")
    for entry in entries {
      do {
        let wrong = try wrongVerdicts(entry)
        compiled += 1
        if wrong.isEmpty {
          right += 1
        } else {
          lines.append("  \(entry.id) wrong: " + wrong.map(String.init).joined(separator: " "))
        }
      } catch {
        lines.append("  \(entry.id) \(Self.name(of: error))")
      }
    }
  }

  /// The places of the values whose verdicts differ from the suite's.
  private mutating func wrongVerdicts(_ entry: Entry) throws(GrammarError) -> [Int] {
    let acceptor = try Acceptor(Constraint(.schema(entry.schema), options: .acceptance))
    var wrong: [Int] = []
    for (place, test) in entry.tests.enumerated()
    where try acceptor.accepts(test.data.bytes()) != test.isValid {
      wrong.append(place)
      if !test.isValid { invalidAccepted += 1 }
    }
    return wrong
  }

  /// The kind of an error, without words of the schema.
  private static func name(of error: GrammarError) -> String {
    guard case .schema(let error) = error else { return "\(error)".prefixOfWords }
    let reason =
      switch error.reason {
      case .mustBe: "has a wrong value"
      case .unknownType: "names an unknown type"
      case .unresolved: "is not in the document"
      case .remote: "is another document"
      case .circular: "is circular"
      case .unknownDialect: "is an unknown dialect"
      case .unsupported: "is not supported"
      case .tooManySchemas: "has too many schemas"
      case .tooManyScopes: "has too many scopes"
      case .tooDeep: "is too deep"
      case .tooComplex: "is too complex"
      }
    return (error.keyword.isEmpty ? "schema" : error.keyword) + " " + reason
  }
}

extension SuiteVerdicts {
  /// Compares with the committed file `name`; the lines that differ.
  ///
  /// With `TERN_RECORD=1` in the environment the file is written instead.
  func differences(from name: String) throws -> [String] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Expected").appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["TERN_RECORD"] == "1" {
      try (lines.joined(separator: "\n") + "\n").write(to: url, atomically: true, encoding: .utf8)
      return []
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    return lines.difference(from: expected).map { change in
      switch change {
      case .insert(_, let line, _): "new: \(line)"
      case .remove(_, let line, _): "gone: \(line)"
      }
    }
  }
}

extension String {
  /// The text up to its first colon.
  fileprivate var prefixOfWords: String { String(prefix { $0 != ":" }) }
}
