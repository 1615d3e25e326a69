/// What an enumeration with associated values gains: objects whose `type` names the case.
struct PayloadEnumExpansion: GenerableExpansion {
  let subject: GenerableSubject
  let cases: [EnumCase]
  /// Whether the enumeration itself says `indirect`.
  let isIndirect: Bool

  var schema: [String] {
    let elements = cases.map { enumCase in
      let properties = enumCase.payloads.map {
        schemaProperty(key: $0.key, description: nil, type: $0.type, guides: nil)
      }
      return properties.isEmpty
        ? "TernSession.GenerationSchema._Case(\(enumCase.choice))"
        : "TernSession.GenerationSchema._Case(\(enumCase.choice), properties: "
          + "[\(properties.joined(separator: ", "))])"
    }
    return subject.schema(
      ["TernSession.GenerationSchema._union("]
        + indented(subject.schemaArguments.map { $0 + "," } + ["cases: ["])
        + indented(list(elements), by: 2) + indented(["]"]) + [")"])
  }

  /// The same cases, with associated values that may be missing yet.
  var partial: [String]? {
    let conformances =
      "nonisolated TernSession.ConvertibleFromGeneratedContent"
      + (subject.isEquatable ? ", Swift.Equatable" : "")
    let declarations = cases.map { enumCase in
      let payloads = enumCase.payloads.map { payload in
        (payload.label.map { "\($0): " } ?? "") + payload.type.partial
      }
      return (enumCase.isIndirect ? "indirect " : "") + "case \(enumCase.name)"
        + (payloads.isEmpty ? "" : "(\(payloads.joined(separator: ", ")))")
    }
    return [
      (isIndirect ? "indirect " : "")
        + "nonisolated \(subject.access)enum PartiallyGenerated: \(conformances) {"
    ] + indented(declarations) + [""] + indented(initializer) + ["}"]
  }

  var initializer: [String] {
    let branches = cases.flatMap { enumCase in
      let arguments = enumCase.payloads.map { payload in
        (payload.label.map { "\($0): " } ?? "")
          + "try content.value(forProperty: \(literal(payload.key)))"
      }
      let call = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
      return ["case \(enumCase.choice):", "  self = .\(enumCase.name)\(call)"]
    }
    return subject.initializer(
      [
        "let type = try content.value(Swift.String.self, forProperty: \"type\")",
        "switch type {",
      ] + branches + unexpected("type", in: "type") + ["}"])
  }

  var content: [String] {
    let branches = cases.flatMap { enumCase -> [PropertyCollector.Line] in
      let names = enumCase.payloads.indices.map { "payload\($0)" }
      let pattern =
        names.isEmpty ? "" : "(\(names.map { "let \($0)" }.joined(separator: ", ")))"
      let values = zip(enumCase.payloads, names).map { payload, name in
        PropertyCollector.Line.property(key: literal(payload.key), value: name, level: 1)
      }
      return [
        .code("case .\(enumCase.name)\(pattern):"),
        .property(key: "\"type\"", value: enumCase.choice, level: 1),
      ] + values
    }
    return contentProperty(
      subject,
      PropertyCollector(explicitNil: subject.arguments.explicitNil).body(
        [.code("switch self {")] + branches + [.code("}")]))
  }
}
