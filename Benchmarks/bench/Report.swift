import Foundation
import TernJSON

/// The figures of one run.
struct Report {
  var name = ""
  var settings: Settings
  var instructionSet = ""
  var blas: String?
  var prompt: [Double] = []
  var generation: [Double] = []
  /// Bytes of weights that one generated token reads.
  var weightBytes = 0
  /// Measured read bandwidth, bytes per second.
  var bandwidth = 0.0
  var loadSeconds = 0.0
  var fileBytes = 0
  var residentAfterLoad = 0
  var peak = 0

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  private static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = mean(values)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }

  /// Bytes of weights read per second while generating.
  private var read: Double { Self.mean(generation) * Double(weightBytes) }
  private var share: Double { bandwidth > 0 ? read / bandwidth : 0 }

  var json: JSON {
    func list(_ values: [Double]) -> JSON { .array(values.map(number)) }
    func number(_ value: Double) -> JSON { JSON(value) ?? .null }
    func number(_ value: Int) -> JSON { JSON(value) }
    return [
      "model": .string(name), "threads": number(settings.threads),
      "instruction_set": .string(instructionSet), "blas": blas.map { .string($0) } ?? .null,
      "prompt": number(settings.prompt), "generate": number(settings.generate),
      "depth": number(settings.depth), "pp": list(prompt), "tg": list(generation),
      "pp_mean": number(Self.mean(prompt)), "pp_deviation": number(Self.deviation(prompt)),
      "tg_mean": number(Self.mean(generation)), "tg_deviation": number(Self.deviation(generation)),
      "weight_bytes_per_token": number(weightBytes), "read_gb_per_s": number(read / 1e9),
      "bandwidth_gb_per_s": number(bandwidth / 1e9), "bandwidth_share": number(share),
      "load_s": number(loadSeconds), "file_bytes": number(fileBytes),
      "resident_after_load_bytes": number(residentAfterLoad), "peak_resident_bytes": number(peak),
    ]
  }

  var table: String {
    func row(_ name: String, _ text: String) -> String {
      "  " + name + String(repeating: " ", count: max(1, 22 - name.count)) + text + "\n"
    }
    func rate(_ values: [Double]) -> String {
      "\(fixed(Self.mean(values), 2)) ± \(fixed(Self.deviation(values), 2)) tokens/s"
    }
    var text = "\(name), \(settings.threads) threads, \(instructionSet)\n"
    if !prompt.isEmpty { text += row("prompt (\(settings.prompt))", rate(prompt)) }
    if !generation.isEmpty {
      text += row("generation (\(settings.generate))", rate(generation))
      let percent = fixed(share * 100, 0)
      text += row(
        "weights read",
        "\(fixed(read / 1e9, 1)) GB/s, \(percent)% of the measured \(fixed(bandwidth / 1e9, 1))")
    }
    if settings.depth > 0 { text += row("depth", "\(settings.depth) tokens") }
    text += row("load", "\(fixed(loadSeconds, 3)) s")
    text += row(
      "memory",
      "\(fixed(Double(residentAfterLoad) / 1e6, 0)) MB after load, "
        + "\(fixed(Double(peak) / 1e6, 0)) MB at most, file \(fixed(Double(fileBytes) / 1e6, 0)) MB")
    return text
  }

  private func fixed(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
