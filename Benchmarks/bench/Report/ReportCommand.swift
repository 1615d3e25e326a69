import Foundation

/// `tern-bench report`.
enum ReportCommand {
  /// Measures, writes both files, and returns the exit status.
  static func run(_ settings: ReportSettings, words: [String]) async throws -> Int32 {
    let (page, json) = (ResultFile(settings.page), ResultFile(settings.jsonPath))
    // Five minutes of work are not to be lost for a folder that is not there.
    for file in [page, json] { try file.check() }
    Interruption.watch()
    let command = (["tern-bench"] + words).map(quoted).joined(separator: " ")
    let report = try await ReportRunner(settings: settings, command: command).run()
    try json.write(report.json.text(.pretty) + "\n")
    try page.write(ReportPage(report: report).html)
    if settings.isJSON {
      print(report.json.text())
    } else {
      print("page: \(settings.page)\nJSON: \(settings.jsonPath)")
    }
    if report.isInterrupted { return 130 }
    return report.parts.contains { $0.state == .failed } ? 1 : 0
  }

  /// A word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:,=+@%".contains($0))
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}

/// A file to be written in the end.
struct ResultFile {
  let path: String

  init(_ path: String) { self.path = path }

  /// Throws where the file could not be written.
  func check() throws(BenchError) {
    let manager = FileManager.default
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let type = (try? manager.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    let isWritable =
      type == nil
      ? manager.isWritableFile(atPath: folder)
      : type != .typeDirectory && manager.isWritableFile(atPath: path)
    guard isWritable else { throw .failed("cannot write \(path)") }
  }

  func write(_ text: String) throws(BenchError) {
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
      throw .failed("cannot write \(path)")
    }
  }
}
