import TernFormat
import TernModel

/// Tokens per second of prompts and of generation.
struct SpeedSuite {
  let settings: Settings
  let subject: Subject

  func run(_ result: inout SuiteResult) throws {
    var model: Model?
    var fileBytes = 0
    var work: Work?
    let loadSeconds = try seconds {
      let file = try GGUFFile(path: subject.path)
      let context = settings.depth + max(settings.prompt, settings.generate + 1) + 1
      let loaded = try subject.load(file, settings, context: context)
      try Runner(model: loaded).fill(loaded.makeCache(), 1, logits: true)
      fileBytes = file.fileSize
      work = Work(file, loaded, cache: settings.cache)
      model = loaded
    }
    guard let model, let work else { return }
    model.finishPacking()
    let resident = ProcessMemory.resident
    let runner = Runner(model: model)
    var prompt: [Double] = []
    var generation: [Double] = []
    var limits: Limits?
    var peak = 0
    try warm(runner)
    for _ in result.rounds(settings.repetitions) {
      if settings.prompt > 0 { prompt.append(try runner.prompt(filled(runner), settings.prompt)) }
      if settings.generate > 0 {
        generation.append(try runner.generation(filled(runner), settings.generate))
      }
      // Before the memory for measuring the bandwidth is taken.
      if limits == nil { peak = ProcessMemory.peak }
      var now = limits ?? Limits(subject.compute, settings)
      now.measure()
      limits = now
    }
    guard let limits else { return }
    result.figures = limits.figures
    // Both lists are there in any case: programs read them.
    result.figures += promptFigures(prompt, work, limits)
    result.figures += generationFigures(generation, work, limits)
    if let counts = try runner.allocations(filled(runner), min(settings.generate, 32)) {
      result.figures += Self.figures(allocations: counts)
    }
    var sampling = try SamplingTime(model)
    result.figures += try sampling.figures(settings.repetitions)
    result.figures += [
      Figure("load_s", "load to first token", "s", .time, loadSeconds),
      Figure("file_bytes", "file", "bytes", .fact, Double(fileBytes)),
      Figure("resident_after_load_bytes", "resident after load", "bytes", .size, Double(resident)),
      Figure("peak_resident_bytes", "resident at most", "bytes", .size, Double(peak)),
    ]
  }

  /// One prompt and a token that are not counted: the memory they work in is new to the system.
  private func warm(_ runner: Runner) throws {
    if settings.prompt > 0 { _ = try runner.prompt(runner.model.makeCache(), settings.prompt) }
    if settings.generate > 0 { _ = try runner.generation(runner.model.makeCache(), 1) }
  }

  private func filled(_ runner: Runner) throws -> KVCache {
    let cache = runner.model.makeCache()
    try runner.fill(cache, settings.depth)
    return cache
  }

  private func promptFigures(_ rates: [Double], _ work: Work, _ limits: Limits) -> [Figure] {
    let list = Figure("pp", "prompt (\(settings.prompt))", "tokens/s", .rate, each: rates)
    guard !rates.isEmpty else { return [list.hidden] }
    let spread = [
      Figure("pp_mean", "", "tokens/s", .fact, rates.mean, isHidden: true),
      Figure("pp_deviation", "", "tokens/s", .fact, rates.deviation, isHidden: true),
    ]
    guard let operations = work.operations(depth: settings.depth, prompt: settings.prompt) else {
      return [list] + spread
    }
    let share = Limits.shares(rates, operations, of: limits.int8).median / Double(settings.prompt)
    let first = limits.int8.isEmpty ? list : list.noted("\(percent(share)) of the int8 peak")
    let limit = limits.int8.median * Double(settings.prompt) / Double(max(1, operations))
    return [first] + spread + [
      Figure("pp_limit", "", "tokens/s", .fact, limit, isHidden: true),
      Figure("pp_share", "", "share", .fact, share, isHidden: true),
      Figure(count: "pp_operations", "operations of the prompt", "operations", operations),
    ]
  }

  private func generationFigures(_ rates: [Double], _ work: Work, _ limits: Limits) -> [Figure] {
    let list = Figure("tg", "generation (\(settings.generate))", "tokens/s", .rate, each: rates)
    guard !rates.isEmpty else { return [list.hidden] }
    let cache = work.cacheBytes(depth: settings.depth + 1, generating: settings.generate)
    let bytes = work.weightBytes + work.stateBytes + cache
    let share = Limits.shares(rates, bytes, of: limits.bandwidth).median
    return [
      list.noted("\(percent(share)) of the memory's rate"),
      Figure("tg_mean", "", "tokens/s", .fact, rates.mean, isHidden: true),
      Figure("tg_deviation", "", "tokens/s", .fact, rates.deviation, isHidden: true),
      Figure("bandwidth_share", "", "share", .fact, share, isHidden: true),
      Figure(
        "tg_limit", "", "tokens/s", .fact, limits.bandwidth.median / Double(max(1, bytes)),
        isHidden: true),
      Figure(
        "read_gb_per_s", "read while generating", "GB/s", .fact,
        rates.median * Double(bytes) / 1e9),
      Figure(count: "bytes_per_token", "bytes read for a token", "bytes", bytes),
      Figure(count: "weight_bytes_per_token", "  weights", "bytes", work.weightBytes)
        .noted(Self.excess(work)),
      Figure(count: "tensor_bytes_per_token", "  as in the file", "bytes", work.tensorBytes),
      Figure(count: "cache_bytes_per_token", "  keys and values", "bytes", cache),
    ] + work.stateFigures
  }

  /// What packing adds to the bytes of the file.
  private static func excess(_ work: Work) -> String {
    guard work.tensorBytes > 0, work.weightBytes > work.tensorBytes else { return "" }
    let share = Double(work.weightBytes) / Double(work.tensorBytes) - 1
    return "\(fixed(share * 100, 1))% more: scales as whole bytes, rows filled up to 16"
  }

  static func figures(allocations: (median: Int, most: Int)) -> [Figure] {
    [
      Figure(
        count: "allocations_per_token", "allocations for a token", "", allocations.median),
      Figure(
        "allocations_per_token_most", "", "", .fact, Double(allocations.most), isHidden: true),
    ]
  }
}

extension Work {
  /// The bytes of states, where there are any.
  var stateFigures: [Figure] {
    guard stateBytes > 0 else { return [] }
    return [
      Figure(count: "state_bytes_per_token", "  states of recurrences", "bytes", stateBytes)
    ]
  }
}

extension Figure {
  /// The figure without a line in the table.
  var hidden: Figure {
    var copy = self
    copy.isHidden = true
    return copy
  }

  func noted(_ note: String) -> Figure {
    var copy = self
    copy.note = note
    return copy
  }
}
