import Foundation
import TernFormat
import TernGrammar
import TernJSON
import TernTokens

/// Microseconds that a constraint takes to say which tokens may come next, before every token of
/// the samples of a corpus.
///
/// Each repetition compiles every schema anew, with nothing remembered but the tables of the
/// vocabulary; of a position the least of its times counts. The warm figures are of a second walk
/// over the same constraint.
struct MaskSuite {
  let settings: Settings
  let subject: Subject

  /// Times of one position in all repetitions, at least.
  private struct Times {
    var masks: [Double] = []
    var warm: [Double] = []
    var compile: [Double] = []
    var forced = 0
    var rejected = 0
  }

  func run(_ report: inout Report) throws {
    let tokenizer = try Tokenizer(GGUFFile(path: subject.path))
    tokenizer.prepare()
    var tables: VocabularyTables?
    let load = seconds { tables = VocabularyTables(tokenizer) }
    guard let tables else { return }
    var times = Times()
    for entry in try corpus() {
      try measure(entry, tokenizer, tables, &times)
    }
    let key = "tables_s"
    report.figures = [
      Figure(key, "tables of the vocabulary", "s", .time, load, note: "\(tokenizer.count) tokens"),
      Figure(count: "masks", "masks", "", times.masks.count),
      Figure(count: "forced", "  of them forced", "", times.forced),
      Figure(count: "rejected", "samples not accepted", "", times.rejected),
    ]
    report.figures += Self.figures(times.masks, key: "", label: "mask")
    report.figures += Self.figures(times.warm, key: "warm_", label: "again, warm")
    report.figures += [
      Figure("compile_ms_mean", "compiling: mean", "ms", .time, times.compile.mean),
      Figure("compile_ms_max", "  most", "ms", .time, times.compile.max() ?? 0),
    ]
  }

  /// One schema of the corpus, and values that satisfy it.
  private struct Entry {
    var id: String
    var schema: JSON
    var samples: [JSON]
  }

  private func corpus() throws -> [Entry] {
    guard let path = settings.corpus else { throw BenchError.usage("mask needs --corpus FILE") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BenchError.failed("cannot read \(path)")
    }
    guard let entries = try JSON(parsing: Array(data)).array else {
      throw BenchError.failed("\(path) is not a JSON array")
    }
    return try entries.enumerated().map { index, entry in
      guard let schema = entry["schema"], let samples = entry["samples"]?.array else {
        throw BenchError.failed("entry \(index) of \(path) has no schema and samples")
      }
      return Entry(id: entry["id"]?.string ?? "\(index)", schema: schema, samples: samples)
    }
  }

  private func measure(
    _ entry: Entry, _ tokenizer: Tokenizer, _ tables: VocabularyTables, _ times: inout Times
  ) throws {
    let formats: [JSONFormat] = settings.whitespace == .any ? [.spaced, .pretty] : [.compact]
    let texts = entry.samples.flatMap { sample in formats.map { sample.bytes($0) } }
    var options = MachineOptions.generation
    options.whitespace = settings.whitespace
    var compile = Double.infinity
    for text in texts {
      let ids = tokenizer.encode(utf8: text)
      var cold = [Double](repeating: .infinity, count: ids.count + 1)
      var warm = cold
      var forced: Int?
      var isAccepted = true
      for _ in 0..<settings.repetitions {
        var constraint: Constraint?
        compile = min(
          compile,
          try seconds { constraint = try Constraint(.schema(entry.schema), options: options) })
        guard let constraint else { return }
        isAccepted = try walk(constraint, ids, tables, &cold) && isAccepted
        _ = try walk(constraint, ids, tables, &warm)
        if forced == nil { forced = try countForced(constraint, ids, tables) }
      }
      if isAccepted {
        times.masks += cold
        times.warm += warm
        times.forced += forced ?? 0
      } else {
        times.rejected += 1
        FileHandle.standardError.write(Data("tern-bench: \(entry.id): not accepted\n".utf8))
      }
    }
    times.compile.append(compile * 1e3)
  }

  /// Walks the tokens and the end; false where one is not in its mask.
  private func walk(
    _ constraint: Constraint, _ ids: [Int32], _ tables: VocabularyTables,
    _ best: inout [Double]
  ) throws -> Bool {
    let matcher = try Matcher(constraint, tables)
    let mask = TokenMask(tables)
    let clock = ContinuousClock()
    for index in 0...ids.count {
      let start = clock.now
      matcher.mask(mask)
      best[index] = min(best[index], (clock.now - start).seconds * 1e6)
      let allowed = index < ids.count ? [ids[index]] : tables.endings
      guard allowed.contains(where: mask.contains) else { return false }
      if index < ids.count, !matcher.accept(ids[index]) { return false }
    }
    return true
  }

  /// Before how many of the tokens and the end there is no choice.
  private func countForced(
    _ constraint: Constraint, _ ids: [Int32], _ tables: VocabularyTables
  ) throws -> Int {
    let matcher = try Matcher(constraint, tables)
    let mask = TokenMask(tables)
    var count = 0
    for index in 0...ids.count {
      matcher.mask(mask)
      if unsafe mask.words.reduce(0, { $0 + $1.nonzeroBitCount }) == 1 { count += 1 }
      if index < ids.count, !matcher.accept(ids[index]) { break }
    }
    return count
  }

  private static func figures(_ times: [Double], key: String, label: String) -> [Figure] {
    let sorted = times.sorted()
    func quantile(_ share: Double) -> Double {
      guard !sorted.isEmpty else { return 0 }
      let place = share * Double(sorted.count - 1)
      let low = Int(place)
      let high = min(low + 1, sorted.count - 1)
      return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }
    return [
      Figure(key + "mean", label + ": mean", "µs", .time, times.mean),
      Figure(key + "p50", "  half", "µs", .time, quantile(0.5)),
      Figure(key + "p90", "  90%", "µs", .time, quantile(0.9)),
      Figure(key + "p99", "  99%", "µs", .time, quantile(0.99)),
      Figure(key + "max", "  most", "µs", .time, quantile(1)),
    ]
  }
}
