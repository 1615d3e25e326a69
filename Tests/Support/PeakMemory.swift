import Foundation
import Testing

/// How much memory the process takes while some work is done (Linux only).
///
/// It counts what every thread takes, so a test measures in a process of its own:
/// `await #expect(processExitsWith: .success) { … }`.
package enum PeakMemory {
  /// By how many bytes the process's memory grew at most during some work.
  package static func growth(_ work: () throws -> Void) throws -> Int {
    let before = try begin()
    try work()
    return try bytes("VmHWM") - before
  }

  /// By how many bytes the process's memory grew at most during some work.
  package static func growth(_ work: () async throws -> Void) async throws -> Int {
    let before = try begin()
    try await work()
    return try bytes("VmHWM") - before
  }

  /// Sets the peak to what is in use now, and says how much that is.
  private static func begin() throws -> Int {
    try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    return try bytes("VmRSS")
  }

  private static func bytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
    return try #require(Int(line.split(separator: " ").dropFirst().first ?? "")) << 10
  }
}
