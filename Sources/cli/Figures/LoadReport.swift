import Foundation
import Tern
import TernDecode
import TernFormat
import TernJSON
import TernKernels
import TernModel

/// What was loaded, and how it runs.
struct LoadReport: Sendable {
  private let path: String
  private let architecture: String
  private let quantization: String
  private let weightBytes: Int
  private let context: Int
  /// Bytes of keys, values and states of a full context; `nil` where nothing is kept.
  private let cacheBytes: Int?
  private let instructionSet: String
  private let threads: Int
  private let seconds: Double

  /// Looks at the header of the model's file.
  ///
  /// - Parameter seconds: How long loading took.
  init(
    _ model: LocalLanguageModel, path: String, cache: CacheType, threads: Int, seconds: Double
  ) throws {
    let file = try GGUFFile(path: path)
    let summary = Summary(file)
    self.path = path
    architecture = summary.architecture ?? ""
    quantization = summary.quantization
    weightBytes = model.weightBytes
    context = model.contextSize
    cacheBytes = try? Config(file).cacheBytes(context: model.contextSize, cache)
    // What the engine's threads have.
    instructionSet = "\(Compute(threads: 1).isa)"
    (self.threads, self.seconds) = (threads, seconds)
  }

  /// Lines for people.
  var lines: [String] {
    let cache = cacheBytes.map { ", \(Quantity.bytes($0)) for \(context) tokens of context" } ?? ""
    return [
      "model    \(path)",
      "         \(architecture), \(quantization), \(Quantity.bytes(weightBytes)) of weights\(cache)",
      "         \(instructionSet) on \(threads) \(threads == 1 ? "thread" : "threads"), "
        + "loaded in \(Figures.seconds(seconds))",
    ]
  }

  var document: JSON {
    [
      "file": .string(path), "architecture": .string(architecture),
      "quantization": .string(quantization), "weight_bytes": JSON(weightBytes),
      "context": JSON(context), "cache_bytes": cacheBytes.map { JSON($0) } ?? .null,
      "instruction_set": .string(instructionSet), "threads": JSON(threads),
      "load_s": JSON(seconds) ?? .null,
    ]
  }
}

extension Config {
  /// Bytes of keys, values and states of a sequence that fills a context; `nil` where nothing is
  /// kept.
  func cacheBytes(context: Int, _ type: CacheType) throws -> Int? {
    guard let cost = try CacheCost(self, cacheBytes: Machine.memory / 2) else { return nil }
    return cost.rows.reduce(cost.stateBytes) { sum, rows in
      let (bytes, isTooLarge) = (rows.byteCount(type) ?? rows.byteCount(.f32) ?? 0)
        .multipliedReportingOverflow(by: min(rows.window ?? context, context))
      let (total, isOverflow) = sum.addingReportingOverflow(bytes)
      return isTooLarge || isOverflow ? .max : total
    }
  }
}
