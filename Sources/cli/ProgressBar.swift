import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A bar on standard error while a person watches; nothing where it is not a terminal.
final class ProgressBar: Sendable {
  private let label: String
  private let visible = isatty(STDERR_FILENO) == 1

  init(_ label: String) { self.label = label }

  /// Shows `share`, from 0 to 1, with a few words about the present step.
  func show(_ share: Double, _ detail: String = "") {
    guard visible else { return }
    let width = 30
    let full = min(width, max(0, Int(share * Double(width))))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    let percent = String(format: "%3d%%", Int(share * 100))
    // Return to the line's start, draw, clear what is left of an earlier, longer line.
    FileHandle.standardError.write(Data("\r\(label) \(bar) \(percent) \(detail)\u{1B}[K".utf8))
  }

  /// Clears the line.
  func finish() {
    guard visible else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
  }
}
