import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernBench

@Suite("tern-bench report and compare")
struct BenchReportRunTests {
  private let folder: TemporaryFolder
  private let sizes: String

  init() throws {
    folder = try TemporaryFolder()
    // The sizes of a report can be given: the least ones that measure something.
    var report = SampleReport.whole
    report.sizes = ReportSizes(
      prompt: 8, generate: 4, depths: [0, 16], depthPrompt: 4, depthGenerate: 2,
      sequences: [1, 2], manyPrompt: 4, manyGenerate: 4, texts: 2, textTokens: [4, 8], least: 2,
      most: 2, buffer: 4)
    sizes = folder.file("sizes.json")
    try Data(report.json.text().utf8).write(to: URL(fileURLWithPath: sizes))
  }

  private func arguments(_ name: String, _ others: String...) -> [String] {
    [
      "report", "-m", Fixtures.tinyLlama, "--synthetic-encoder", "tiny-bge-base:Q8_0", "--like",
      sizes, "-t", "1", "-o", folder.file(name),
    ] + others
  }

  private func run(_ name: String, _ others: String...) throws -> CommandRun {
    try CommandRun(arguments: arguments(name) + others, program: "tern-bench")
  }

  @Test func `A report has every part, a page and a file that compare reads`() throws {
    let run = try run("a <script>.html")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("a <script>.html") && run.text.contains("a <script>.json"))
    let report = try ReportReader.read(folder.file("a <script>.json"))
    #expect(report.parts.map(\.part) == ReportPart.allCases)
    for part in report.parts {
      #expect(part.state == .complete && !part.points.isEmpty, "\(part.part): \(part.note)")
      #expect(!part.highlights.isEmpty, "\(part.part)")
    }
    #expect(report.model.architecture == "llama" && report.model.file == "tiny-llama.gguf")
    #expect(report.encoder?.isSynthetic == true && report.threads == 1)
    #expect(report.machine.processors > 0 && report.machine.memoryBytes > 0)
    #expect(report.command.contains("-t 1") && report.created.hasSuffix("Z"))
    #expect(report.figure(.speed, "tg")?.values.count == 2)
    #expect(report.part(.depth)?.points.map(\.name).filter { !$0.isEmpty } == ["0", "16"])
    #expect(report.part(.embeddings)?.points.map(\.name) == ["4", "8"])
    #expect(report.figure(.masks, "mean")?.values.count == 2)
    #expect(report.figure(.masks, "rejected")?.values == [0])
    let page = try String(contentsOfFile: folder.file("a <script>.html"), encoding: .utf8)
    #expect(try XMLReading(page).counts["svg"] ?? 0 >= 20)
    #expect(!page.contains("<script"))
    // Lines of progress say what was measured of how much.
    for number in 1...7 { #expect(run.errors.contains("[\(number)/7] ")) }
    #expect(!run.errors.contains("\u{1B}"))
    try compare(folder.file("a <script>.json"))
  }

  private func compare(_ path: String) throws {
    let page = folder.file("compared.html")
    let run = try BenchRun.run("compare", path, path, "--html", page)
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.text.contains("B is") && !run.text.contains("differs"))
    _ = try XMLReading(String(contentsOfFile: page, encoding: .utf8))
    let json = try JSON(parsing: BenchRun.run("compare", path, path, "--json").output)
    #expect(json["warnings"]?.array?.isEmpty == true)
    #expect(json["figures"]?.array?.count ?? 0 > 20)
  }

  @Test func `Parts can be chosen, and --json prints the document`() throws {
    let run = try run("b.html", "--parts", "masks,load", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let report = try ReportReader.read(run.output, path: "-")
    #expect(report.parts.map(\.part) == [.load, .masks] && report.encoder == nil)
    #expect(report == (try ReportReader.read(folder.file("b.json"))))
  }

  @Test func `A model whose tokens have no texts has no masks, and says so`() throws {
    let run = try CommandRun(
      "report", "--synthetic", "tiny:Q8_0", "--like", sizes, "-t", "1", "--parts", "masks,speed",
      "-o", folder.file("c.html"), program: "tern-bench")
    #expect(run.status == 0, "\(run.errors)")
    let report = try ReportReader.read(folder.file("c.json"))
    #expect(report.part(.masks)?.state == .skipped && report.part(.speed)?.state == .complete)
    #expect(report.model.isSynthetic && report.model.file == "tiny:Q8_0")
    let page = try String(contentsOfFile: folder.file("c.html"), encoding: .utf8)
    #expect(page.contains("the model has no vocabulary"))
  }

  @Test func `A part that fails is named, with exit status 1, and the others are there`() throws {
    let run = try run("d.html", "--parts", "speed,embeddings", "--synthetic-encoder", "tiny:Q8_0")
    // A model that is no encoder gives vectors too; its context is long enough.
    #expect(run.status == 0, "\(run.errors)")
    var report = try ReportReader.read(sizes)
    report.sizes.depths = [0, 500]
    try Data(report.json.text().utf8).write(to: URL(fileURLWithPath: sizes))
    // The tiny model's context is 128 tokens.
    let deep = try self.run("e.html", "--parts", "speed,depth")
    #expect(deep.status == 1 && !deep.crashed)
    let failed = try ReportReader.read(folder.file("e.json"))
    #expect(failed.part(.depth)?.state == .failed && failed.part(.speed)?.state == .complete)
    #expect(failed.part(.depth)?.note.isEmpty == false)
  }

  @Test func `Ctrl-C writes what there is, and the report says so`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "tern-bench", relativeTo: CommandRun.folder)
    // More repetitions than anybody waits for.
    var report = try ReportReader.read(sizes)
    (report.sizes.least, report.sizes.most) = (1_000_000, 1_000_000)
    try Data(report.json.text().utf8).write(to: URL(fileURLWithPath: sizes))
    process.arguments = arguments("f.html", "--parts", "speed,masks")
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    // The first part has begun when its line is there.
    var text = ""
    while !text.contains("[1/2] ") {
      let data = errors.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    process.interrupt()
    _ = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130, "\(text)")
    let written = try ReportReader.read(folder.file("f.json"))
    #expect(written.isInterrupted)
    #expect(written.part(.masks)?.state == .interrupted)
    #expect(written.part(.speed)?.state == .skipped)
    let page = try String(contentsOfFile: folder.file("f.html"), encoding: .utf8)
    #expect(page.contains("The report was interrupted"))
  }

  @Test(arguments: [
    ["report", "-x"], ["report", "-m"], ["report", "--parts", "speed,walk"],
    ["report", "--minutes", "0"], ["report", "-t", "0"], ["report", "--cache", "f8"],
    ["report", "-m", "a", "--synthetic", "tiny:Q8_0"],
    ["report", "--encoder", "a", "--synthetic-encoder", "b:Q8_0"], ["report", "-o", "a.json"],
    ["compare"], ["compare", "a"], ["compare", "a", "b", "c"], ["compare", "a", "b", "--html"],
    ["compare", "a", "b", "--fast"],
  ])
  func `Bad options are one line and exit status 2`(arguments: [String]) throws {
    let run = try CommandRun(arguments: arguments, program: "tern-bench")
    #expect(run.failed(with: 2) && run.output.isEmpty, "\(run.status) \(run.errors)")
  }

  @Test func `What cannot be read or written is told before anything is measured`() throws {
    let missing = folder.file("missing")
    for arguments in [
      ["report", "-m", missing, "-o", folder.file("g.html")],
      ["report", "--like", missing, "-o", folder.file("g.html")],
      ["report", "-o", folder.file("no/folder.html")], ["compare", sizes, missing],
      ["compare", sizes, Fixtures.tinyLlama],
      ["compare", sizes, sizes, "--html", folder.file("no/folder.html")],
    ] {
      let run = try CommandRun(arguments: arguments, program: "tern-bench")
      #expect(!run.crashed && run.status == 1, "\(arguments): \(run.errors)")
      #expect(run.errors.split(separator: "\n").last?.hasPrefix("tern-bench: ") == true)
    }
    #expect(try folder.entries() == ["sizes.json"])
  }

  @Test(arguments: ["report", "compare"])
  func `--help of each explains its options`(word: String) throws {
    let run = try BenchRun.run(word, "--help")
    #expect(run.status == 0 && run.errors.isEmpty && run.text.contains("tern-bench \(word)"))
    #expect(run.text.contains("Exit status") && run.text.contains("--json"))
  }
}
