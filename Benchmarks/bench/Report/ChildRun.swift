import Foundation
import TernJSON

/// A suite in a process of its own: what was loaded or taken before does not count in it.
struct ChildRun {
  /// Of a suite's figures those that a report has.
  struct Wanted {
    let key: String
    let label: String
    let unit: String
    let kind: Figure.Kind
  }

  let arguments: [String]

  /// What one run says; `nil` where it was ended by a signal.
  func json() throws -> JSON? {
    let output = FileManager.default.temporaryDirectory
      .appendingPathComponent("tern-bench-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: output) }
    guard FileManager.default.createFile(atPath: output.path, contents: nil),
      let file = FileHandle(forWritingAtPath: output.path)
    else { throw BenchError.failed("cannot write \(output.path)") }
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments + ["--json"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = file
    do { try process.run() } catch {
      throw BenchError.failed("cannot start a process: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    guard process.terminationReason == .exit else { return nil }
    guard process.terminationStatus == 0 else {
      throw BenchError.failed("\(arguments[0]) ended with status \(process.terminationStatus)")
    }
    return try JSON(parsing: Array(Data(contentsOf: output)))
  }

  /// One process after the other; each figure with a value of each.
  func figures(_ wanted: [Wanted], _ rounds: Rounds) throws -> [Figure] {
    var values = wanted.map { _ in [Double]() }
    for _ in rounds {
      guard let json = try json() else { break }
      for (place, figure) in wanted.enumerated() {
        let value = json[figure.key]
        if let number = value?.double ?? value?[0]?.double { values[place].append(number) }
      }
    }
    return zip(wanted, values).compactMap { wanted, values in
      values.isEmpty
        ? nil : Figure(wanted.key, wanted.label, wanted.unit, wanted.kind, each: values)
    }
  }
}

extension ChildRun.Wanted {
  static let load: [ChildRun.Wanted] = [
    .init(key: "load_s", label: "load to first token", unit: "s", kind: .time),
    .init(key: "open_s", label: "  open", unit: "s", kind: .time),
    .init(key: "vocabulary_s", label: "  vocabulary", unit: "s", kind: .time),
    .init(key: "weights_s", label: "  weights", unit: "s", kind: .time),
    .init(key: "first_forward_s", label: "  first forward pass", unit: "s", kind: .time),
    .init(key: "packing_s", label: "packing the rest", unit: "s", kind: .time),
    .init(key: "merges_s", label: "preparing to encode text", unit: "s", kind: .time),
  ]

  static let memory: [ChildRun.Wanted] = [
    .init(key: "file_bytes", label: "file", unit: "bytes", kind: .fact),
    .init(key: "cache_bytes", label: "keys and values", unit: "bytes", kind: .count),
    .init(key: "resident_after_load_bytes", label: "after load", unit: "bytes", kind: .size),
    .init(key: "resident_packed_bytes", label: "when packed", unit: "bytes", kind: .size),
    .init(key: "resident_bytes", label: "while generating", unit: "bytes", kind: .size),
    .init(key: "peak_load_bytes", label: "at most while loading", unit: "bytes", kind: .size),
  ]
}
