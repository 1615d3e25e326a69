import Foundation
import TernFormat
import TernModel
import TernTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Damaged files of every family", .enabled(if: SharedSuites.available))
struct MutationTests {
  /// The folders are shared out among so many processes.
  private static let processes = 4

  #if canImport(Glibc)
    @Test(
      "a damaged file ends in a typed error, or in a model that runs in little memory",
      arguments: 0..<processes)
    func damage(_ share: Int) async throws {
      let folder = try TemporaryFolder()
      let result = await #expect(processExitsWith: .success) {
        [share = share as Int, path = folder.path as String] in
        for (number, name) in try MutationTests.folders().enumerated()
        where number % MutationTests.processes == share {
          try MutationTests.damage(name, seed: UInt64(number), place: path + "/place")
        }
      }
      guard result == nil else { return }
      let place = try? String(contentsOfFile: folder.file("place"), encoding: .utf8)
      Issue.record("at \(place ?? "the beginning")")
    }
  #endif

  static func folders() throws -> [String] {
    let root = try #require(SharedSuites.url("suites/architectures"))
    return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().filter {
      FileManager.default.fileExists(
        atPath: root.appendingPathComponent("\($0)/model.gguf").path)
    }
  }

  /// Damages the model of a folder again and again; notes in a file where it is.
  private static func damage(_ name: String, seed: UInt64, place: String) throws {
    let url = try #require(SharedSuites.url("suites/architectures/\(name)/model.gguf"))
    let bytes = [UInt8](try Data(contentsOf: url))
    guard (try? Model(GGUFFile(bytes: bytes), compute: ModelTrial().compute)) != nil else { return }
    limitMemory()
    var mutator = try ModelMutator(bytes, seed: seed)
    var trial = ModelTrial()
    for round in 0..<SharedSuites.rounds(10_000) {
      guard let draft = mutator.next() else { continue }
      try Data("\(name), round \(round)".utf8).write(to: URL(fileURLWithPath: place))
      // Ends what hangs.
      alarm(120)
      var random = SeededGenerator(seed: UInt64(round))
      try trial.run(draft, repairs: round % 2 == 0, &random)
    }
    #expect(trial.done > 0 && trial.refused > 0, "\(name): \(trial)")
  }

  /// The process may take one GiB more than it has.
  static func limitMemory() {
    #if canImport(Glibc)
      let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      let pages = status.split(separator: " ").first.flatMap { Int($0) } ?? 0
      let limit = rlim_t(pages * Int(getpagesize()) + 1 << 30)
      var limits = rlimit()
      _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits)
      limits.rlim_cur = min(limit, limits.rlim_max)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits)
    #endif
  }
}
