import TernDecode
import TernFormat
import TernJSON
import TernKernels
import TernModel

/// What `tern inspect` says of the memory that a sequence takes.
enum SequenceCost {
  /// Nothing is kept: the model reads whole texts.
  case nothing
  case cost(CacheCost)
  /// The metadata says nothing of use.
  case unknown(String)

  /// Of a file whose architecture is known.
  init(_ file: GGUFFile) {
    do throws(ModelError) {
      // As much as an engine lets caches take.
      let cost = try CacheCost(Config(file), cacheBytes: Machine.memory / 2)
      self = cost.map { .cost($0) } ?? .nothing
    } catch {
      self = .unknown(CommandFailure(error).message)
    }
  }

  // MARK: JSON

  var document: JSON {
    switch self {
    case .nothing: .null
    case .unknown(let reason): ["error": .string(reason)]
    case .cost(let cost):
      [
        "context": JSON(cost.context),
        "rows": .array(cost.rows.map(Self.document)),
        "states": cost.stateCount == 0
          ? .null : ["layers": JSON(cost.stateCount), "bytes": JSON(cost.stateBytes)],
        "checkpoints": Self.checkpoints(cost) ?? .null,
      ]
    }
  }

  private static func document(_ rows: CacheCost.Rows) -> JSON {
    var bytes = JSONObject()
    for type in CacheType.allCases {
      bytes["\(type)"] = rows.byteCount(type).map { JSON($0) } ?? .null
    }
    return [
      "content": .string(name(rows.content)), "layers": JSON(rows.layers),
      "window": rows.window.map { JSON($0) } ?? .null, "token_bytes": .object(bytes),
    ]
  }

  private static func checkpoints(_ cost: CacheCost) -> JSON? {
    guard let rule = cost.checkpoints else { return nil }
    return [
      "interval": JSON(rule.interval), "repeated_tokens": JSON(rule.repeatedPositions),
      "bytes": JSON(cost.checkpointBytes), "reason": .string(reason(rule, cost)),
    ]
  }

  // MARK: Text

  var lines: [String] {
    switch self {
    case .nothing: ["nothing is kept: a text is read as a whole"]
    case .unknown(let reason): ["not known: \(reason)"]
    case .cost(let cost): cost.rows.map(Self.line) + Self.stateLines(cost)
    }
  }

  private static func line(_ rows: CacheCost.Rows) -> String {
    let counts = CacheType.allCases.compactMap { type in
      rows.byteCount(type).map { "\($0) as \(type)" }
    }
    let kept = rows.window.map { ", of the last \($0) tokens only" } ?? ""
    return "\(name(rows.content)) in \(layers(rows.layers))\(kept): bytes per token "
      + counts.joined(separator: ", ")
  }

  private static func stateLines(_ cost: CacheCost) -> [String] {
    guard cost.stateCount > 0 else { return [] }
    var lines = [
      "recurrent states of \(layers(cost.stateCount)): \(cost.stateBytes) bytes, whatever the length"
    ]
    if let rule = cost.checkpoints {
      lines.append("checkpoints: every \(rule.interval) tokens, \(reason(rule, cost))")
      lines.append(
        "  \(cost.checkpointBytes) bytes for all of a context of \(cost.context) tokens")
      lines.append("  read again after going back: at most \(rule.repeatedPositions) tokens")
    }
    return lines
  }

  private static func layers(_ count: Int) -> String { count == 1 ? "1 layer" : "\(count) layers" }

  private static func name(_ content: CacheLayout.Content) -> String {
    switch content {
    case .keysAndValues: "keys and values"
    case .latentRows: "latent rows"
    case .indexerKeys: "keys of an indexer"
    }
  }

  private static func reason(_ rule: CheckpointRule, _ cost: CacheCost) -> String {
    let nearer = "because nearer ones of a context of \(cost.context) tokens would take more than"
    return switch rule.reason {
    case .nearest: "as near as they ever are"
    case .bytes(let limit): "\(nearer) \(limit) bytes"
    case .shareOfMemory(let share):
      "\(nearer) \(share) bytes, an eighth of the memory for caches"
    }
  }
}
