import Foundation
import TernFormat
import TernJSON
import TernModel

/// Tokens per second of prompts and of generation with ever more tokens in the context.
struct DepthSuite {
  let settings: Settings
  let subject: Subject

  func run(_ result: inout SuiteResult) throws {
    let file = try GGUFFile(path: subject.path)
    let deepest = settings.depths.last ?? 0
    let context = deepest + max(settings.prompt, settings.generate + 1) + 1
    let model = try subject.load(file, settings, context: context)
    let work = Work(file, model, cache: settings.cache)
    let runner = Runner(model: model)
    var limits = Limits(subject.compute, settings)
    // Filled once: every measurement goes on from a fork of it.
    let cache = model.makeCache()
    try runner.fill(cache.fork(), 1, logits: true)
    model.finishPacking()
    for (place, depth) in settings.depths.enumerated() {
      let rounds = result.rounds(
        settings.repetitions, stretch: place, of: settings.depths.count)
      try runner.fill(cache, depth - cache.length)
      if let point = try point(depth, cache, runner, work, &limits, rounds) {
        result.points.append(point)
      }
    }
    result.figures =
      limits.figures + [
        Figure(
          count: "weight_bytes_per_token", "weights read for a token", "bytes", work.weightBytes)
      ] + work.stateFigures
    if let path = settings.svg {
      let svg = DepthChart(result).svg
      do { try Data(svg.utf8).write(to: URL(fileURLWithPath: path)) } catch {
        throw BenchError.failed("cannot write \(path)")
      }
    }
  }

  private func point(
    _ depth: Int, _ cache: KVCache, _ runner: Runner, _ work: Work, _ limits: inout Limits,
    _ rounds: Rounds
  ) throws -> SuiteResult.Point? {
    var prompt: [Double] = []
    var generation: [Double] = []
    let first = limits.bandwidth.count
    for _ in rounds {
      if settings.prompt > 0 {
        prompt.append(try runner.prompt(cache.fork(), settings.prompt))
      }
      if settings.generate > 0 {
        generation.append(try runner.generation(cache.fork(), settings.generate))
      }
      limits.measure()
    }
    guard limits.bandwidth.count > first else { return nil }
    var figures: [Figure] = []
    if settings.generate > 0 {
      let cacheBytes = work.cacheBytes(depth: depth + 1, generating: settings.generate)
      let bytes = work.weightBytes + work.stateBytes + cacheBytes
      let bandwidth = Array(limits.bandwidth[first...])
      let share = Limits.shares(generation, bytes, of: bandwidth).median
      figures += [
        Figure("tg", "generation (\(settings.generate))", "tokens/s", .rate, each: generation),
        Figure("bandwidth_share", "of memory", "share", .fact, share),
        Figure(
          "tg_limit", "", "tokens/s", .fact, bandwidth.median / Double(bytes), isHidden: true),
        Figure(count: "cache_bytes_per_token", "keys and values", "bytes", cacheBytes),
      ]
    }
    if settings.prompt > 0 {
      figures.append(
        Figure("pp", "prompt (\(settings.prompt))", "tokens/s", .rate, each: prompt))
      let int8 = limits.int8.dropFirst(first)
      guard let operations = work.operations(depth: depth, prompt: settings.prompt) else {
        return SuiteResult.Point(name: JSON(depth), figures: figures)
      }
      if !int8.isEmpty {
        let shares = Limits.shares(prompt, operations, of: Array(int8))
        figures.append(
          Figure(
            "pp_share", "of int8", "share", .fact, shares.median / Double(settings.prompt)))
      }
      figures.append(
        Figure(count: "pp_operations", "", "operations", operations, isHidden: true))
    }
    return SuiteResult.Point(name: JSON(depth), figures: figures)
  }
}
