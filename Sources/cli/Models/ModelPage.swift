import Tern
import TernDecode
import TernFormat
import TernModel

/// All that is known of one model, for people.
struct ModelPage {
  private let facts: ModelFacts
  private let bandwidth: Double?

  init(_ facts: ModelFacts, _ bandwidth: Double?) {
    (self.facts, self.bandwidth) = (facts, bandwidth)
  }

  var text: String {
    let lines = lines
    let width = lines.reduce(0) { max($0, $1.0.count) } + 2
    return lines.map { name, value in
      name + String(repeating: " ", count: width - name.count) + value.shown + "\n"
    }.joined()
  }

  private var lines: [(String, String)] {
    let (model, summary) = (facts.model, facts.summary)
    var lines = [("name", model.name)]
    if let title = facts.title { lines.append(("title", title)) }
    lines += model.aliases.map { ("also", $0) }
    lines.append(("file", model.path + (facts.partCount > 1 ? " (\(facts.partCount) parts)" : "")))
    lines += model.otherPaths.map { ("the same", $0) }
    lines.append(("found in", model.place.rawValue))
    lines.append(("architecture", summary.architecture ?? "the file names none"))
    if let family = FamilyRecord.all.first(where: { $0.name == summary.architecture }) {
      lines.append(("models of it", family.models))
    }
    lines.append(
      ("parameters", "\(Quantity.count(summary.parameterCount)) (\(summary.parameterCount))"))
    lines.append(("bytes", "\(Quantity.bytes(summary.fileSize)) (\(summary.fileSize))"))
    lines.append(("type", "\(facts.summary.quantization): \(types)"))
    if let context = facts.context { lines.append(("context", "\(context) tokens")) }
    lines.append(("calls of tools", facts.dialect ?? "none that is known"))
    return lines + memory + [("runs here", verdict)]
  }

  /// The types with their shares of the bytes.
  private var types: String {
    let all = facts.summary.tensorByteCount
    return facts.summary.types.map { share in
      let percent = 100 * Double(share.byteCount) / Double(max(1, all))
      return "\(share.type.name) \(percent >= 1 ? "\(Int(percent.rounded()))" : "<1") %"
    }.joined(separator: ", ")
  }

  private var memory: [(String, String)] {
    var parts = ["weights \(Quantity.bytes(facts.summary.tensorByteCount))"]
    if let cache = facts.cacheBytes, let context = facts.context {
      parts.append(
        "keys, values and states of \(min(context, 4096)) tokens \(Quantity.bytes(cache))")
    }
    return [
      ("memory", parts.joined(separator: ", ") + "; the machine has \(machineMemory)")
    ]
  }

  private var machineMemory: String { Quantity.bytes(Machine.memory) }

  private var verdict: String {
    switch facts.use {
    case .nothing(let reason): return "no: \(reason)"
    case .embeds: return "yes, for vectors or rankings"
    case .generates:
      guard let rate = facts.rate(bandwidth), let bandwidth, let bytes = facts.bytesPerToken
      else { return "yes" }
      return "yes, about \(Quantity.about(rate)) tokens a second at most: memory gives "
        + "\(Quantity.bytes(Int(bandwidth))) a second, a token reads \(Quantity.bytes(bytes))"
    }
  }
}
