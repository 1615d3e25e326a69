import TernJSON

extension BenchReport {
  static let format = "tern-bench report"
  static let formatVersion = 1

  /// The document, as Benchmarks/README.md describes it.
  var json: JSON {
    [
      "format": .string(Self.format), "format_version": JSON(Self.formatVersion),
      "command": .string(command), "created": .string(created),
      "version": .string(version), "commit": .text(commit),
      "machine": machine.json, "model": model.json, "encoder": encoder?.json ?? .null,
      "settings": [
        "threads": JSON(threads), "cache": .string(cache), "minutes": Figure.number(minutes),
        "sizes": sizes.json,
      ],
      "seconds": Figure.number(seconds), "interrupted": .bool(isInterrupted),
      "parts": .array(parts.map(\.json)),
    ]
  }
}

extension BenchReport.Part {
  fileprivate var json: JSON {
    [
      "part": .string(part.rawValue), "state": .string(state.rawValue), "note": .string(note),
      "seconds": Figure.number(seconds),
      "points": .array(
        points.map { point in
          ["point": .string(point.name), "figures": .array(point.figures.map(\.document))]
        }),
    ]
  }
}

extension Figure {
  /// The figure in a report.
  fileprivate var document: JSON {
    [
      "figure": .string(key), "label": .string(label), "unit": .string(unit),
      "kind": .string(kind.rawValue), "values": .array(values.map(Self.number)),
      "note": .string(note), "hidden": .bool(isHidden),
    ]
  }
}

extension MachineFacts {
  fileprivate var json: JSON {
    [
      "processor": .string(processor), "instruction_set": .string(instructionSet),
      "processors": JSON(processors), "cores": .count(cores),
      "memory_bytes": JSON(memoryBytes), "system": .string(system), "blas": .text(blas),
    ]
  }
}

extension ModelFacts {
  fileprivate var json: JSON {
    [
      "file": .string(file), "name": .text(name), "architecture": .string(architecture),
      "parameters": JSON(parameters), "bytes": JSON(bytes), "quantization": .string(quantization),
      "layers": .count(layers), "context": .count(context), "synthetic": .bool(isSynthetic),
    ]
  }
}

extension ReportSizes {
  fileprivate var json: JSON {
    [
      "prompt": JSON(prompt), "generate": JSON(generate), "depths": JSON(depths),
      "depth_prompt": JSON(depthPrompt), "depth_generate": JSON(depthGenerate),
      "sequences": JSON(sequences), "many_prompt": JSON(manyPrompt),
      "many_generate": JSON(manyGenerate), "texts": JSON(texts), "text_tokens": JSON(textTokens),
      "least_repetitions": JSON(least), "most_repetitions": JSON(most), "buffer_mib": JSON(buffer),
    ]
  }
}

extension JSON {
  fileprivate static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
  fileprivate static func count(_ value: Int?) -> JSON { value.map { JSON($0) } ?? .null }
}
