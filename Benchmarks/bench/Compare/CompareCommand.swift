import Foundation

/// `tern-bench compare`.
enum CompareCommand {
  static func run(_ settings: CompareSettings) throws {
    let page = settings.page.map { ResultFile($0) }
    try page?.check()
    let comparison = try ReportComparison(
      ReportReader.read(settings.a), ReportReader.read(settings.b),
      names: (settings.a, settings.b))
    try page?.write(ComparisonPage(comparison: comparison).html)
    if settings.isJSON {
      print(comparison.json.text())
    } else {
      let table = comparison.table
      print(isatty(STDOUT_FILENO) != 0 ? table.withoutControls : table, terminator: "")
    }
  }
}
