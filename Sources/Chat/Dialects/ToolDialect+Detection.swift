extension ToolDialect {
  /// The dialect of a model, by what its template writes; `nil` where nothing is known of it.
  ///
  /// A template that shows a format decides. The vocabulary and the architecture count only where
  /// there is no template, or where the family's own template leaves the format out.
  ///
  /// - Parameter hasToken: whether the vocabulary has a text as one token.
  package static func detect(
    template: String?, architecture: String?, hasToken: (String) -> Bool
  ) -> ToolDialect? {
    if let template, let shown = shown(by: template) { return shown }
    if architecture?.hasPrefix("gemma3") == true { return .gemma3ToolCode }
    guard template?.contains("tools") != false else { return nil }
    return known(by: hasToken, architecture)
  }

  /// The dialect whose marks a template has, the most telling first.
  private static func shown(by template: String) -> ToolDialect? {
    func has(_ texts: String...) -> Bool { texts.allSatisfy(template.contains) }
    if has("<|channel|>", "<|message|>") { return .harmony }
    if has("｜DSML｜") { return .deepSeekV32DSML }
    if has("<｜tool▁call▁begin｜>") { return has("```json") ? .deepSeekV3 : .deepSeekV31 }
    if has("<|tool_calls_section_begin|>") { return .kimiK2 }
    if has("<minimax:tool_call>") { return .miniMaxM2 }
    if has("<arg_key>", "<tool_call>") { return .glm45 }
    if has("[TOOL_CALLS]") {
      guard has("[ARGS]") else { return .mistralV3JSON }
      return has("[CALL_ID]") ? .mistralV11CallID : .mistralV11Args
    }
    if has("<start_function_call>") { return .functionGemma }
    if has("<|tool_call>call:") || has("<|tool_call>", "<tool_call|>") { return .gemma4 }
    if has("<|START_ACTION|>") { return .commandR7B }
    if has("<TOOLCALL>") { return .nemotronToolCall }
    if has("<|action_start|>") { return .internLM2 }
    return shownByTags(has) ?? shownByWords(has)
  }

  /// Tags that several families share.
  private static func shownByTags(_ has: (String...) -> Bool) -> ToolDialect? {
    if has("<|tool_call_start|>") { return has("```python") ? .miniCPM3 : .lfm2 }
    if has("<function name=") { return .miniCPM5XML }
    if has("<function=") { return has("<parameter=") ? .qwen3CoderXML : .functionaryV31 }
    if has("functools[") { return has("<|assistant|>") ? .phi4MiniFunctools : .firefunctionV2 }
    if has("<|tool_call|>") { return has("<|/tool_call|>") ? .phi4MiniToolCall : .granite3 }
    if has("<tool_calls>") { return .jamba }
    if has("<tool_call>"), !has("<invoke name=") {
      return has("<tool_call>[") ? .smolLM2 : .hermesJSON
    }
    return nil
  }

  /// Formats without marks, by how the template describes them.
  private static func shownByWords(_ has: (String...) -> Bool) -> ToolDialect? {
    if has(">>>all") { return .functionaryV32 }
    if has("```tool_code") { return .gemma3ToolCode }
    if has("[func_name1(") || has("<function_calls>") { return .llamaPythonic }
    if has("\"parameters\": dictionary of argument name") { return .llama3JSON }
    if has("<|python_tag|>") { return .llama3JSONPythonTag }
    if has("<|python_start|>") { return .llama4PythonStart }
    if has("{\"name\": \"func_name1\", \"arguments\":") { return .xLAM }
    if has("List of tools: ") { return .lfm2 }
    return nil
  }

  /// What the vocabulary alone tells.
  private static func known(
    by hasToken: (String) -> Bool, _ architecture: String?
  ) -> ToolDialect? {
    let marks: [(String, ToolDialect)] = [
      ("<|call|>", .harmony), ("｜DSML｜", .deepSeekV32DSML), ("<｜tool▁calls▁begin｜>", .deepSeekV3),
      ("<|tool_calls_section_begin|>", .kimiK2), ("<minimax:tool_call>", .miniMaxM2),
      ("<arg_key>", .glm45), ("<start_function_call>", .functionGemma), ("<|tool_call>", .gemma4),
      ("<|START_ACTION|>", .commandR7B), ("<|action_start|>", .internLM2),
      ("<|python_start|>", .llama4PythonStart), ("<|python_tag|>", .llama3JSON),
    ]
    if let mark = marks.first(where: { hasToken($0.0) }) { return mark.1 }
    if hasToken("<|tool_call_start|>") {
      return architecture?.hasPrefix("minicpm") == true ? .miniCPM3 : .lfm2
    }
    if hasToken("[TOOL_CALLS]") {
      guard hasToken("[ARGS]") else { return .mistralV3JSON }
      return hasToken("[CALL_ID]") ? .mistralV11CallID : .mistralV11Args
    }
    if hasToken("<|tool_call|>") {
      return architecture?.hasPrefix("granite") == true ? .granite3 : .phi4MiniToolCall
    }
    return hasToken("<tool_call>") ? .hermesJSON : nil
  }
}
