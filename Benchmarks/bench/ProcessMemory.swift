import Foundation

/// What the system says of this process; 0 where it says nothing.
enum ProcessMemory {
  /// Resident bytes now.
  static var resident: Int { status("VmRSS:") }
  /// Resident bytes that are pages of mapped files, programs included.
  static var residentFile: Int { status("RssFile:") }
  /// The most bytes that were ever resident.
  static var peak: Int { status("VmHWM:") }

  private static func status(_ field: String) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return 0
    }
    for line in text.split(separator: "\n") where line.hasPrefix(field) {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if words.count > 1, let kilobytes = Int(words[1]) { return kilobytes * 1024 }
    }
    return 0
  }
}
