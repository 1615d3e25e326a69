import TernChat
import TernJSON

/// Calls of `search` with a text for `query`, as the templates of each family write them.
enum MarkedCalls {
  /// nil where the dialect cannot write the text.
  static func text(_ dialect: ToolDialect, _ query: String) -> String? {
    let json = JSON.string(query).text()
    let arguments = #"{"query": \#(json)}"#
    let object = #"{"name": "search", "arguments": \#(arguments)}"#
    let parameters = #"{"name": "search", "parameters": \#(arguments)}"#
    let python = "search(query=\(json))"
    switch dialect {
    case .hermesJSON: return "<tool_call>\n\(object)\n</tool_call>"
    case .llama3JSON, .llama3JSONPythonTag: return "<|python_tag|>\(parameters)"
    case .llamaPythonic, .llama4PythonStart: return "<|python_start|>[\(python)]<|python_end|>"
    case .mistralV3JSON: return "[TOOL_CALLS][\(object)]"
    case .mistralV11Args: return "[TOOL_CALLS]search[ARGS]\(arguments)"
    case .mistralV11CallID: return "[TOOL_CALLS]search[CALL_ID]abcdefghi[ARGS]\(arguments)"
    case .functionGemma:
      return "<start_function_call>call:search{query:<escape>\(query)<escape>}<end_function_call>"
    case .gemma4: return #"<|tool_call>call:search{query:<|"|>\#(query)<|"|>}<tool_call|>"#
    case .gemma3ToolCode: return "```tool_code\n\(python)\n```"
    case .phi4MiniFunctools: return "functools[\(object)]"
    case .firefunctionV2: return " functools[\(object)]"
    case .phi4MiniToolCall: return "<|tool_call|>[\(object)]<|/tool_call|>"
    case .granite3: return "<|tool_call|>[\(object)]"
    case .deepSeekV3:
      return """
        <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search
        ```json
        \(arguments)
        ```<｜tool▁call▁end｜><｜tool▁calls▁end｜>
        """
    case .deepSeekV31:
      return "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>search<｜tool▁sep｜>\(arguments)"
        + "<｜tool▁call▁end｜><｜tool▁calls▁end｜>"
    case .deepSeekV32DSML, .qwen3CoderXML, .glm45, .miniMaxM2, .miniCPM5XML:
      return elements(dialect, query)
    case .smolLM2, .xLAM: return "<tool_call>[\(object)]</tool_call>"
    case .lfm2: return "<|tool_call_start|>[\(python)]<|tool_call_end|>"
    case .harmony:
      return "<|channel|>commentary to=functions.search <|constrain|>json<|message|>\(arguments)"
        + "<|call|>"
    case .commandR7B:
      return #"<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "search", "#
        + #""parameters": \#(arguments)}]<|END_ACTION|>"#
    case .miniCPM3: return "<|tool_call_start|>\n```python\n\(python)\n```\n<|tool_call_end|>"
    case .nemotronToolCall: return "<TOOLCALL>[\(object)]</TOOLCALL>"
    case .functionaryV31: return "<function=search>\(arguments)</function>"
    case .functionaryV32: return ">>>search\n\(arguments)"
    case .internLM2: return "<|action_start|><|plugin|>\n\(parameters)<|action_end|>\n"
    case .jamba: return "<tool_calls>[\(object)]</tool_calls>"
    case .kimiK2:
      return "<|tool_calls_section_begin|><|tool_call_begin|>functions.search:0"
        + "<|tool_call_argument_begin|>\(arguments)<|tool_call_end|><|tool_calls_section_end|>"
    }
  }

  private static func elements(_ dialect: ToolDialect, _ query: String) -> String? {
    switch dialect {
    case .qwen3CoderXML:
      return """
        <tool_call>
        <function=search>
        <parameter=query>
        \(query)
        </parameter>
        <parameter=limit>
        3
        </parameter>
        </function>
        </tool_call>
        """
    case .glm45:
      return """
        <tool_call>search
        <arg_key>query</arg_key>
        <arg_value>\(query)</arg_value>
        <arg_key>limit</arg_key>
        <arg_value>3</arg_value>
        </tool_call>
        """
    case .miniMaxM2:
      return """
        <minimax:tool_call>
        <invoke name="search">
        <parameter name="query">\(query)</parameter>
        <parameter name="limit">3</parameter>
        </invoke>
        </minimax:tool_call>
        """
    case .deepSeekV32DSML:
      return """
        <｜DSML｜function_calls>
        <｜DSML｜invoke name="search">
        <｜DSML｜parameter name="query" string="true">\(query)</｜DSML｜parameter>
        <｜DSML｜parameter name="limit" string="false">3</｜DSML｜parameter>
        </｜DSML｜invoke>
        </｜DSML｜function_calls>
        """
    case .miniCPM5XML:
      let isPlain = !query.contains { "<&\n".contains($0) }
      let value = isPlain ? query : "<![CDATA[\(query)]]>"
      return #"<function name="search"><param name="query">\#(value)</param>"#
        + #"<param name="limit">3</param></function>"#
    default: return nil
    }
  }
}
