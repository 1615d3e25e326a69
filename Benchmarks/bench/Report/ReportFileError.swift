/// Why a file cannot be read as a report, or two reports cannot be compared.
enum ReportFileError: Error, Equatable {
  case unreadable(path: String)
  case notJSON(path: String, reason: String)
  /// JSON, but no report.
  case notReport(path: String)
  /// A report of a form that this version does not read.
  case version(path: String, found: Int, known: Int)
  /// A member is missing or has the wrong type.
  case damaged(path: String, pointer: String)
  /// Not one figure is in both.
  case nothingInCommon(String, String)
}

extension ReportFileError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let path): "cannot read \(path)"
    case .notJSON(let path, let reason): "\(path) is not a report: \(reason)"
    case .notReport(let path):
      "\(path) is not a report: tern-bench report writes them, beside the page"
    case .version(let path, let found, let known):
      "\(path) is a report of format version \(found); this program reads version \(known)"
    case .damaged(let path, let pointer):
      "\(path) is damaged: \(pointer) is missing or of the wrong type"
    case .nothingInCommon(let a, let b): "\(a) and \(b) have no figure in common"
    }
  }
}
