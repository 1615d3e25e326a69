import Foundation
import TernJSON
import TernTestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Runs of `tern-bench`.
enum BenchRun {
  /// Options after which the bandwidth is measured in no time, and wrongly.
  static let small = ["--buffer", "4"]

  /// The JSON document of a run that has to succeed.
  static func json(_ arguments: String...) throws -> JSON {
    let others = ["load", "memory", "tokenize", "structured", "many"]
    let small = others.contains(arguments[0]) ? [] : Self.small
    let run = try CommandRun(arguments: arguments + small + ["--json"], program: "tern-bench")
    try #require(run.status == 0, "\(run.errors)")
    return try JSON(parsing: run.output)
  }

  /// Any run.
  static func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun(arguments: arguments, program: "tern-bench")
  }
}

extension JSON {
  /// Whether the value is a list of so many numbers above 0.
  func isList(of count: Int) -> Bool {
    guard let list = array else { return false }
    return list.count == count && list.allSatisfy { ($0.double ?? 0) > 0 }
  }
}

/// Element counts and texts of a well-formed XML document; throws for any other.
final class XMLReading: NSObject, XMLParserDelegate {
  private(set) var counts: [String: Int] = [:]
  private(set) var texts: Set<String> = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { texts.insert(text) }
}
