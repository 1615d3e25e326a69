import Tern
import TernJSON

extension ModelSurvey {
  /// All of it for programs.
  var document: JSON {
    [
      "models": .array(models.map { $0.document(bandwidth) }),
      "problems": .array(
        problems.map { ["path": .string($0.path), "reason": .string($0.reason)] }),
      "read_bytes_per_s": bandwidth.flatMap { JSON($0.rounded()) } ?? .null,
    ]
  }
}

extension ModelFacts {
  /// The model for programs.
  func document(_ bandwidth: Double?) -> JSON {
    [
      "name": .string(model.name), "path": .string(model.path),
      "aliases": JSON(model.aliases), "other_paths": JSON(model.otherPaths),
      "place": .string(model.place.rawValue), "parts": JSON(partCount),
      "title": title.map { .string($0) } ?? .null,
      "architecture": summary.architecture.map { .string($0) } ?? .null,
      "parameters": JSON(summary.parameterCount), "bytes": JSON(summary.fileSize),
      "quantization": .string(summary.quantization),
      "types": .array(
        summary.types.map { ["type": .string($0.type.name), "bytes": JSON($0.byteCount)] }),
      "context": Self.json(context), "dialect": dialect.map { .string($0) } ?? .null,
      "runs": .bool(use.problem == nil),
      "reason": use.problem.map { .string($0) } ?? .null,
      "generates": .bool(use == .generates),
      "memory_bytes": JSON(memoryBytes), "cache_bytes": Self.json(cacheBytes),
      "bytes_per_token": Self.json(bytesPerToken),
      "tokens_per_s": rate(bandwidth).flatMap { JSON($0) } ?? .null,
    ]
  }

  private static func json(_ number: Int?) -> JSON { number.map { JSON($0) } ?? .null }
}
