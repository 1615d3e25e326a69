import Foundation
import TernFormat
import TernGrammar
import TernJSON
import TernTokens

/// Microseconds that a constraint takes to say which tokens may come next, before every token of
/// the samples of a corpus.
///
/// Each repetition compiles every schema anew, with nothing remembered but the tables of the
/// vocabulary; of a position the least of its times counts, and the lists have what each repetition
/// alone gave. The warm figures are of a second walk over the same constraint.
struct MaskSuite {
  let settings: Settings
  let subject: Subject
  /// What is measured where no file is named.
  var corpus: MaskCorpus?

  /// A text that satisfies a schema, as tokens.
  private struct Sample {
    /// The place of the schema in the corpus.
    var entry: Int
    var tokens: [Int32]
    var isAccepted = true
    var forced = 0
  }

  /// What one repetition took.
  private struct Round {
    /// Microseconds of the positions of each sample.
    var masks: [[Double]] = []
    var warm: [[Double]] = []
    /// Milliseconds to compile each schema, the least of its samples' times.
    var compile: [Double]
  }

  func run(_ result: inout SuiteResult) throws {
    guard settings.corpus != nil || corpus != nil else {
      throw BenchError.usage("mask needs --corpus FILE")
    }
    let corpus = try settings.corpus.map(MaskCorpus.init(path:)) ?? self.corpus
    guard let entries = corpus?.entries else { return }
    let tokenizer = try Tokenizer(GGUFFile(path: subject.path))
    tokenizer.prepare()
    var tables: VocabularyTables?
    let load = seconds { tables = VocabularyTables(tokenizer) }
    guard let tables else { return }
    var samples = samples(entries, tokenizer)
    var rounds: [Round] = []
    for _ in result.rounds(settings.repetitions) {
      rounds.append(try measure(&samples, entries, tables, isFirst: rounds.isEmpty))
    }
    guard !rounds.isEmpty else { return }
    let rejected = samples.filter { !$0.isAccepted }
    for sample in rejected {
      let line = "tern-bench: \(entries[sample.entry].id): not accepted\n"
      FileHandle.standardError.write(Data(line.utf8))
    }
    let accepted = samples.indices.filter { samples[$0].isAccepted }
    let note = "\(tokenizer.count) tokens"
    result.figures = [
      Figure("tables_s", "tables of the vocabulary", "s", .time, load, note: note),
      Figure(count: "masks", "masks", "", accepted.reduce(0) { $0 + samples[$1].tokens.count + 1 }),
      Figure(
        count: "forced", "  of them forced", "", accepted.reduce(0) { $0 + samples[$1].forced }),
      Figure(count: "rejected", "samples not accepted", "", rejected.count),
    ]
    result.figures += Self.figures(
      rounds.map { round in accepted.flatMap { round.masks[$0] } }, key: "", label: "mask")
    result.figures += Self.figures(
      rounds.map { round in accepted.flatMap { round.warm[$0] } }, key: "warm_",
      label: "again, warm")
    let compile = Self.least(rounds.map(\.compile))
    result.figures += [
      Figure("compile_ms_mean", "compiling: mean", "ms", .time, compile.mean),
      Figure("compile_ms_max", "  most", "ms", .time, compile.max() ?? 0),
      Figure(
        "compile_ms_each", "compiling a schema", "ms", .time, each: rounds.map(\.compile.mean)
      ).hidden,
    ]
  }

  private func samples(_ entries: [MaskCorpus.Entry], _ tokenizer: Tokenizer) -> [Sample] {
    let formats: [JSONFormat] = settings.whitespace == .any ? [.spaced, .pretty] : [.compact]
    return entries.enumerated().flatMap { place, entry in
      entry.samples.flatMap { sample in
        formats.map { Sample(entry: place, tokens: tokenizer.encode(utf8: sample.bytes($0))) }
      }
    }
  }

  private func measure(
    _ samples: inout [Sample], _ entries: [MaskCorpus.Entry], _ tables: VocabularyTables,
    isFirst: Bool
  ) throws -> Round {
    var options = MachineOptions.generation
    options.whitespace = settings.whitespace
    var round = Round(compile: entries.map { _ in .infinity })
    for index in samples.indices {
      let (entry, ids) = (samples[index].entry, samples[index].tokens)
      var constraint: Constraint?
      let compile = try seconds {
        constraint = try Constraint(.schema(entries[entry].schema), options: options)
      }
      guard let constraint else { continue }
      round.compile[entry] = min(round.compile[entry], compile * 1e3)
      let cold = try walk(constraint, ids, tables)
      if cold == nil { samples[index].isAccepted = false }
      round.masks.append(cold ?? [])
      round.warm.append(try walk(constraint, ids, tables) ?? [])
      if isFirst { samples[index].forced = try countForced(constraint, ids, tables) }
    }
    round.compile = round.compile.filter(\.isFinite)
    return round
  }

  /// Walks the tokens and the end: microseconds of each mask; `nil` where a token is not in its mask.
  private func walk(
    _ constraint: Constraint, _ ids: [Int32], _ tables: VocabularyTables
  ) throws -> [Double]? {
    let matcher = try Matcher(constraint, tables)
    let mask = TokenMask(tables)
    let clock = ContinuousClock()
    var times: [Double] = []
    for index in 0...ids.count {
      let start = clock.now
      matcher.mask(mask)
      times.append((clock.now - start).seconds * 1e6)
      let allowed = index < ids.count ? [ids[index]] : tables.endings
      guard allowed.contains(where: mask.contains) else { return nil }
      if index < ids.count, !matcher.accept(ids[index]) { return nil }
    }
    return times
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

  /// The least of the times that the rounds have at each place.
  private static func least(_ rounds: [[Double]]) -> [Double] {
    guard let first = rounds.first else { return [] }
    return rounds.dropFirst().reduce(first) { zip($0, $1).map { min($0, $1) } }
  }

  /// What is told of the times of all positions: over the least of the rounds, and of each round.
  private static func figures(_ rounds: [[Double]], key: String, label: String) -> [Figure] {
    let least = least(rounds)
    let kinds: [(key: String, label: String, value: ([Double]) -> Double)] = [
      ("mean", label + ": mean", { $0.mean }), ("p50", "  half", { $0.quantile(0.5) }),
      ("p90", "  90%", { $0.quantile(0.9) }), ("p99", "  99%", { $0.quantile(0.99) }),
      ("max", "  most", { $0.quantile(1) }),
    ]
    return kinds.map { Figure(key + $0.key, $0.label, "µs", .time, $0.value(least)) }
      + kinds.map { kind in
        Figure(
          key + kind.key + "_each", kind.label, "µs", .time, each: rounds.map { kind.value($0) }
        ).hidden
      }
  }
}
