extension ToolDialect {
  /// How the dialect's answers are put together.
  var callShape: CallShape {
    var shape = ownShape
    if let elements = self.shape.elements {
      let marks = [elements.open, elements.close] + elements.end + self.shape.closers
      shape.valueEnds = marks.flatMap { DialectShape.barred($0) }
    }
    if shape.thought == nil, markers.contains("<think>") {
      // Reasoning models are made of all families.
      shape.thought = .think
      shape.specials += ["<think>", "</think>"]
    }
    return shape
  }

  private var ownShape: CallShape {
    switch self {
    case .hermesJSON: .hermesJSON
    case .llama3JSON: .llama3JSON
    case .llama3JSONPythonTag: .llama3JSONPythonTag
    case .llamaPythonic: .llamaPythonic
    case .llama4PythonStart: .llama4PythonStart
    case .mistralV3JSON: .mistralV3JSON
    case .mistralV11Args: .mistralV11(hasID: false)
    case .mistralV11CallID: .mistralV11(hasID: true)
    case .functionGemma: .functionGemma
    case .gemma4: .gemma4
    case .gemma3ToolCode: .gemma3ToolCode
    case .phi4MiniFunctools: .phi4MiniFunctools
    case .phi4MiniToolCall: .phi4MiniToolCall
    case .granite3: .granite3
    case .deepSeekV3: .deepSeekV3
    case .deepSeekV31: .deepSeekV31
    case .deepSeekV32DSML: .deepSeekV32DSML
    case .smolLM2: .smolLM2
    case .lfm2: .lfm2
    case .harmony: .harmony
    case .commandR7B: .commandR7B
    case .xLAM: .xLAM
    case .miniCPM3: .miniCPM3
    case .nemotronToolCall: .nemotronToolCall
    case .qwen3CoderXML: .qwen3CoderXML
    case .functionaryV31: .functionaryV31
    case .functionaryV32: .functionaryV32
    case .firefunctionV2: .firefunctionV2
    case .internLM2: .internLM2
    case .jamba: .jamba
    case .glm45: .glm45
    case .kimiK2: .kimiK2
    case .miniMaxM2: .miniMaxM2
    case .miniCPM5XML: .miniCPM5XML
    }
  }

  /// The texts of calls and reasoning that vocabularies may have tokens for, at most 13.
  ///
  /// ``VocabularyTables`` are given them so that these tokens can be constrained.
  package var specialTexts: [String] { callShape.specials }

  /// Whether arguments are written as one JSON object, and not one by one.
  package var writesJSON: Bool { if case .json = ownShape.arguments { true } else { false } }
}
