import Foundation
import TernJSON
import TernVersion

/// The command `tern-bench`.
@main
struct Bench {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      if words.isEmpty || words.contains("--help") || words.contains("-h") {
        print(help(words.first), terminator: "")
        return
      }
      let rest = Array(words.dropFirst())
      switch words.first {
      case "--version": try showVersion(rest)
      case "report":
        let status = try await ReportCommand.run(ReportSettings(rest), words: words)
        if status != 0 { exit(status) }
      case "compare": try CompareCommand.run(CompareSettings(rest))
      default: try await run(Settings(words))
      }
    } catch BenchError.usage(let text) {
      let page = ["report ", "compare "].first { $0.dropLast() == words.first ?? "" } ?? ""
      fail("\(text); see tern-bench \(page)--help", status: 2)
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

  private static func help(_ word: String?) -> String {
    switch word {
    case "report": ReportSettings.help
    case "compare": CompareSettings.help
    default: Settings.help
    }
  }

  private static func fail(_ text: String, status: Int32) -> Never {
    // Names and texts of a file could be control sequences.
    let line = isatty(STDERR_FILENO) != 0 ? text.withoutControls : text
    // A line of progress may stand there.
    let clearing = isatty(STDERR_FILENO) != 0 ? "\r\u{1B}[K" : ""
    FileHandle.standardError.write(Data("\(clearing)tern-bench: \(line)\n".utf8))
    exit(status)
  }

  private static func run(_ settings: Settings) async throws {
    if settings.suite == .make { return try make(settings) }
    var result = SuiteResult(settings)
    // What can fail early does: measuring may take minutes.
    let saved = try settings.compare.map { path throws(BenchError) in
      let saved = try SavedComparison.read(path)
      try SavedComparison.check(saved, result, path: path)
      return (saved, path)
    }
    try await measure(&result)
    let comparison = saved.map { SavedComparison(result, with: $0.0, path: $0.1) }
    switch settings.output {
    case .table:
      let table = result.table + (comparison?.table ?? "")
      print(isatty(STDOUT_FILENO) != 0 ? table.withoutControls : table, terminator: "")
    case .csv: print(result.csv(comparison), terminator: "")
    case .json:
      guard case .object(var object) = result.json else { return }
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

  private static func measure(_ result: inout SuiteResult) async throws {
    let settings = result.settings
    if settings.suite == .kernels { return try KernelsSuite(settings).run(&result) }
    if settings.suite == .chat { return try ChatSuite(settings: settings).run(&result) }
    let subject = try Subject(settings)
    defer { subject.remove() }
    result.name = subject.name
    result.instructionSet = "\(subject.compute.isa)"
    // At the end: asking opens the library, which takes memory.
    defer { result.blas = subject.compute.blasName }
    switch settings.suite {
    case .speed: try SpeedSuite(settings: settings, subject: subject).run(&result)
    case .depth: try DepthSuite(settings: settings, subject: subject).run(&result)
    case .load: try LoadSuite(settings: settings, subject: subject).run(&result)
    case .memory: try MemorySuite(settings: settings, subject: subject).run(&result)
    case .tokenize: try TokenizeSuite(settings: settings, subject: subject).run(&result)
    case .mask: try MaskSuite(settings: settings, subject: subject).run(&result)
    case .drafts:
      try await DraftsSuite(settings: settings, subject: subject).run(&result)
    case .structured:
      try await StructuredSuite(settings: settings, subject: subject).run(&result)
    case .session: try await SessionSuite(settings: settings, subject: subject).run(&result)
    case .many: try await ManySuite(settings: settings, subject: subject).run(&result)
    case .embed: try EmbedSuite(settings: settings, subject: subject).run(&result)
    case .kernels, .chat, .make: break  // Have no subject: above.
    }
  }
}
