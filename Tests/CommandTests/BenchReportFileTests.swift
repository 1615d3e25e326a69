import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernBench

@Suite("Reports of tern-bench in files")
struct BenchReportFileTests {
  private func read(_ json: JSON) throws(ReportFileError) -> BenchReport {
    try ReportReader.read(json.bytes(), path: "a.json")
  }

  @Test func `A report that was written is read back as it was`() throws {
    var report = SampleReport.whole
    #expect(try read(report.json) == report)
    report.commit = nil
    report.encoder = nil
    report.machine.cores = nil
    report.machine.blas = "A Library"
    report.isInterrupted = true
    report.parts[2].state = .interrupted
    report.parts[2].note = "with \"quotes\", <tags> and\nlines"
    report.parts[3].points = []
    report.parts[0].points[0].figures[0].isHidden = true
    let again = try read(JSON(parsing: report.json.text(.pretty)))
    #expect(again == report && again != SampleReport.whole)
  }

  @Test func `Every member that is missing or of another type is named`() throws {
    let json = SampleReport.whole.json
    let paths = Self.paths(json).filter { $0 != ["format"] }
    #expect(paths.contains(["parts", "0", "points", "0", "figures", "0", "values", "0"]))
    var count = 0
    for path in paths {
      let pointer = "/" + path.joined(separator: "/")
      for replacement: JSON? in [nil, [:], -3] {
        guard let changed = Self.replace(json, path[...], with: replacement) else { continue }
        count += 1
        do {
          _ = try read(changed)
          // What may be absent, and numbers that may be anything.
          let free = ["commit", "blas", "cores", "layers", "context", "name", "encoder"]
          let isFree = replacement == nil && free.contains(path.last ?? "")
          let isNumber = replacement == -3 && ["seconds", "minutes"].contains(path.last)
          let isValue = replacement == -3 && path.contains("values")
          let isElement = replacement == nil && path.last.flatMap { Int($0) } != nil
          #expect(isFree || isNumber || isValue || isElement, "\(pointer)")
        } catch .damaged(let file, let found) {
          #expect(file == "a.json" && (pointer.hasPrefix(found) || found.hasPrefix(pointer)))
        } catch .version {
          #expect(pointer == "/format_version")
        } catch { Issue.record(error) }
      }
    }
    #expect(count == 3 * paths.count)
  }

  /// The paths of all members and elements; of lists the first element.
  private static func paths(_ json: JSON) -> [[String]] {
    if let object = json.object {
      return object.flatMap { key, value in [[key]] + paths(value).map { [key] + $0 } }
    }
    return json.array?.first.map { first in [["0"]] + paths(first).map { ["0"] + $0 } } ?? []
  }

  private static func replace(_ json: JSON, _ path: ArraySlice<String>, with value: JSON?) -> JSON?
  {
    guard let key = path.first else { return value }
    let rest = path.dropFirst()
    if var object = json.object {
      guard let member = object[key] else { return nil }
      object[key] = rest.isEmpty ? value : replace(member, rest, with: value)
      return .object(object)
    }
    guard var array = json.array, let place = Int(key), place < array.count else { return nil }
    if rest.isEmpty, value == nil {
      array.remove(at: place)
    } else {
      guard let element = replace(array[place], rest, with: value) else { return nil }
      array[place] = element
    }
    return .array(array)
  }

  @Test func `Other files and other versions are told apart`() throws {
    let folder = try TemporaryFolder()
    func error(_ text: String) throws -> ReportFileError? {
      let path = folder.file("x.json")
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return #expect(throws: ReportFileError.self) { try ReportReader.read(path) }
    }
    let path = folder.file("x.json")
    for text in ["{}", "[1]", "3", #"{"suite":"speed","tg":[1]}"#, #"{"format":"other"}"#] {
      #expect(try error(text) == .notReport(path: path))
    }
    for text in ["", "no JSON", "{\"format\":", "\u{FEFF}{}"] {
      guard case .notJSON = try error(text) else {
        Issue.record("\(text)")
        continue
      }
    }
    var object = try #require(SampleReport.whole.json.object)
    object["format_version"] = 2
    let text = JSON.object(object).text()
    #expect(try error(text) == .version(path: path, found: 2, known: 1))
    #expect(throws: ReportFileError.unreadable(path: folder.path)) {
      try ReportReader.read(folder.path)
    }
    let missing = folder.file("missing")
    #expect(throws: ReportFileError.unreadable(path: missing)) { try ReportReader.read(missing) }
  }

  @Test func `A file that is cut anywhere is refused`() throws {
    let bytes = SampleReport.whole.json.bytes()
    for length in stride(from: 0, to: bytes.count - 1, by: 37) {
      #expect(throws: ReportFileError.self) {
        try ReportReader.read(Array(bytes[..<length]), path: "a.json")
      }
    }
  }

  @Test func `Every reason is a sentence on one line that names the file`() {
    let errors: [ReportFileError] = [
      .unreadable(path: "a.json"), .notJSON(path: "a.json", reason: "line 1"),
      .notReport(path: "a.json"), .version(path: "a.json", found: 2, known: 1),
      .damaged(path: "a.json", pointer: "/parts/0"), .nothingInCommon("a.json", "b.json"),
    ]
    for error in errors {
      #expect("\(error)".contains("a.json") && !"\(error)".contains("\n"))
      #expect(!"\(error)".contains("ReportFileError"))
    }
  }
}
