import Foundation
import TernJSON
import TernVersion

/// The command `tern-bench`.
@main
struct Bench {
  static func main() async {
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      if words.isEmpty || words.contains("--help") || words.contains("-h") {
        print(Settings.help, terminator: "")
        return
      }
      if words.first == "--version" { return try showVersion(Array(words.dropFirst())) }
      try await run(Settings(words))
    } catch BenchError.usage(let text) {
      fail("\(text); see tern-bench --help", status: 2)
    } catch BenchError.failed(let text) {
      fail(text, status: 1)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func showVersion(_ words: [String]) throws(BenchError) {
    switch words {
    case []: print("tern-bench \(Version.text)")
    case ["--json"]:
      let document: JSON = [
        "program": "tern-bench", "version": .string(Version.number),
        "commit": Version.commit.map { .string($0) } ?? .null,
        "configuration": .string(Version.configuration),
      ]
      print(document.text())
    default: throw .usage("--version takes --json and nothing else")
    }
  }

  private static func fail(_ text: String, status: Int32) -> Never {
    // Names and texts of a file could be control sequences.
    let line = isatty(STDERR_FILENO) != 0 ? text.withoutControls : text
    FileHandle.standardError.write(Data("tern-bench: \(line)\n".utf8))
    exit(status)
  }

  private static func run(_ settings: Settings) async throws {
    if settings.suite == .make { return try make(settings) }
    var report = Report(settings)
    // What can fail early does: measuring may take minutes.
    let saved = try settings.compare.map { path throws(BenchError) in
      let saved = try Comparison.read(path)
      try Comparison.check(saved, report, path: path)
      return (saved, path)
    }
    try await measure(&report)
    let comparison = saved.map { Comparison(report, with: $0.0, path: $0.1) }
    switch settings.output {
    case .table:
      let table = report.table + (comparison?.table ?? "")
      print(isatty(STDOUT_FILENO) != 0 ? table.withoutControls : table, terminator: "")
    case .csv: print(report.csv(comparison), terminator: "")
    case .json:
      guard case .object(var object) = report.json else { return }
      if let comparison { object["comparison"] = comparison.json }
      print(JSON.object(object).text())
    }
    if let comparison, !comparison.countsEqual {
      let keys = comparison.lines.filter { $0.verdict == .differs }.map(\.key)
      fail("not as in \(comparison.path): \(keys.joined(separator: ", "))", status: 1)
    }
  }

  /// Keeps a synthetic model as a file.
  private static func make(_ settings: Settings) throws {
    let model = try Synthetic(
      settings.synthetic ?? "", vocabulary: settings.vocabulary, seed: settings.seed)
    let bytes = try model.write(to: settings.file)
    print("\(settings.file): \(fixed(Double(bytes) / 1e6, 1)) MB")
  }

  private static func measure(_ report: inout Report) async throws {
    let settings = report.settings
    if settings.suite == .kernels { return try KernelsSuite(settings).run(&report) }
    if settings.suite == .chat { return try ChatSuite(settings: settings).run(&report) }
    let subject = try Subject(settings)
    defer { subject.remove() }
    report.name = subject.name
    report.instructionSet = "\(subject.compute.isa)"
    // At the end: asking opens the library, which takes memory.
    defer { report.blas = subject.compute.blasName }
    switch settings.suite {
    case .speed: try SpeedSuite(settings: settings, subject: subject).run(&report)
    case .depth: try DepthSuite(settings: settings, subject: subject).run(&report)
    case .load: try LoadSuite(settings: settings, subject: subject).run(&report)
    case .memory: try MemorySuite(settings: settings, subject: subject).run(&report)
    case .tokenize: try TokenizeSuite(settings: settings, subject: subject).run(&report)
    case .mask: try MaskSuite(settings: settings, subject: subject).run(&report)
    case .drafts:
      try await DraftsSuite(settings: settings, subject: subject).run(&report)
    case .structured:
      try await StructuredSuite(settings: settings, subject: subject).run(&report)
    case .session: try await SessionSuite(settings: settings, subject: subject).run(&report)
    case .many: try await ManySuite(settings: settings, subject: subject).run(&report)
    case .embed: try EmbedSuite(settings: settings, subject: subject).run(&report)
    case .kernels, .chat, .make: break  // Have no subject: above.
    }
  }
}
