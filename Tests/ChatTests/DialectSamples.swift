import TernChat
import TernJSON

/// One answer of each dialect, with what surrounds a call in it, and odd ones.
enum DialectSamples {
  struct Sample: CustomStringConvertible {
    var dialect: Dialect
    var text: String
    /// Content, reasoning, and calls as `name{…}`.
    var content = ""
    var reasoning = ""
    var calls: [String] = []

    var description: String { "\(dialect): \(text)" }

    init(
      _ dialect: Dialect, _ text: String, content: String = "", reasoning: String = "",
      calls: String...
    ) {
      (self.dialect, self.text, self.content) = (dialect, text, content)
      (self.reasoning, self.calls) = (reasoning, calls)
    }
  }

  static let tools = [
    ToolDefinition(
      name: "search",
      parameters: [
        "type": "object",
        "properties": [
          "query": ["type": "string"], "limit": ["type": "integer"],
          "fuzzy": ["type": ["boolean", "null"]], "tags": ["$ref": "#/$defs/tags"],
          "range": ["anyOf": [["type": "object"], ["type": "null"]]],
        ],
        "required": ["query"],
        "$defs": ["tags": ["type": "array", "items": ["type": "string"]]],
      ]),
    ToolDefinition(name: "ping", parameters: ["type": "object", "properties": [:]]),
  ]

  static let all: [Sample] = wellFormed + broken

  static let wellFormed: [Sample] = [
    Sample(
      .hermesJSON,
      "<think>\nWell.\n</think>\n\nOne moment.\n<tool_call>\n{\"name\": \"search\", \"arguments\": {\"query\": \"a </tool_call> b\"}}\n</tool_call>\n<tool_call>\n{\"name\": \"ping\", \"arguments\": {}}\n</tool_call>",
      content: "One moment.\n", reasoning: "Well.",
      calls: "search{\"query\":\"a </tool_call> b\"}", "ping{}"),
    Sample(
      .llama3JSON,
      "{\"name\": \"search\", \"parameters\": {\"query\": \"x\", \"limit\": 2}}; {\"name\": \"ping\", \"parameters\": {}}",
      calls: "search{\"query\":\"x\",\"limit\":2}", "ping{}"),
    Sample(
      .llama3JSONPythonTag,
      "<|python_tag|>{\"name\": \"search\", \"parameters\": {\"query\": \"x\"}}<|eom_id|>",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .llamaPythonic, "[search(query='it\\'s', tags=['a', 'b'], fuzzy=None), ping()]",
      calls: "search{\"query\":\"it's\",\"tags\":[\"a\",\"b\"],\"fuzzy\":null}", "ping{}"),
    Sample(
      .llama4PythonStart, "Well.<|python_start|>[search(query=\"x\", fuzzy=True)]<|python_end|>",
      content: "Well.", calls: "search{\"query\":\"x\",\"fuzzy\":true}"),
    Sample(
      .mistralV3JSON,
      "[TOOL_CALLS] [{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}, \"id\": \"abcdefghi\"}]",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .mistralV11Args,
      "[THINK]Well.[/THINK]Yes.[TOOL_CALLS]search[ARGS]{\"query\": \"x\"}[TOOL_CALLS]ping[ARGS]{}",
      content: "Yes.", reasoning: "Well.", calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .mistralV11CallID, "[TOOL_CALLS]search[CALL_ID]abcdefghi[ARGS]{\"query\": \"x\"}",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .functionGemma,
      "<start_function_call>call:search{query:<escape>a \"<\" b<escape>,limit:3}<end_function_call>",
      calls: "search{\"query\":\"a \\\"<\\\" b\",\"limit\":3}"),
    Sample(
      .gemma4,
      "<|channel>thought\nWell.\n<channel|>Yes.<|tool_call>call:search{query:<|\"|>\\d<|\"|>,tags:[<|\"|>a<|\"|>]}<tool_call|>",
      content: "Yes.", reasoning: "Well.", calls: "search{\"query\":\"\\\\d\",\"tags\":[\"a\"]}"),
    Sample(
      .gemma3ToolCode, "Yes.\n```tool_code\nsearch(query=\"x\")\nprint(ping())\n```\nDone.",
      content: "Yes.\nDone.", calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .phi4MiniFunctools, "functools[{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}]",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .phi4MiniToolCall, "<|tool_call|>[{\"name\": \"ping\", \"arguments\": {}}]<|/tool_call|>",
      calls: "ping{}"),
    Sample(
      .granite3,
      "Here is my thought process: Well. Here is my response: Yes.<|tool_call|>[{\"name\": \"ping\", \"arguments\": {}}]",
      content: "Yes.", reasoning: "Well.", calls: "ping{}"),
    Sample(
      .deepSeekV3,
      "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search\n```json\n{\"query\": \"x\"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>ping\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
      calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .deepSeekV31,
      "Well.</think>Yes.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>search<｜tool▁sep｜>{\"query\": \"x\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
      content: "Well.Yes.", calls: "search{\"query\":\"x\"}"),
    Sample(
      .deepSeekV32DSML,
      "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"search\">\n<｜DSML｜parameter name=\"query\" string=\"true\">1</｜DSML｜parameter>\n<｜DSML｜parameter name=\"limit\" string=\"false\">1</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
      calls: "search{\"query\":\"1\",\"limit\":1}"),
    Sample(
      .smolLM2,
      "<tool_call>[{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}, {\"name\": \"ping\", \"arguments\": {}}]</tool_call>",
      calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .lfm2, "<|tool_call_start|>[search(query=\"x\"), ping()]<|tool_call_end|>Done.",
      content: "Done.", calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .harmony,
      "<|channel|>analysis<|message|>Well.<|end|><|start|>assistant<|channel|>commentary<|message|>Yes.<|end|><|start|>assistant<|channel|>commentary to=functions.search <|constrain|>json<|message|>{\"query\": \"x\"}<|call|>",
      content: "Yes.", reasoning: "Well.", calls: "search{\"query\":\"x\"}"),
    Sample(
      .commandR7B,
      "<|START_THINKING|>Well.<|END_THINKING|><|START_ACTION|>[\n    {\"tool_call_id\": \"0\", \"tool_name\": \"search\", \"parameters\": {\"query\": \"x\"}}\n]<|END_ACTION|>",
      reasoning: "Well.", calls: "search{\"query\":\"x\"}"),
    Sample(
      .xLAM,
      "```json\n[{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}, {\"name\": \"ping\", \"arguments\": {}}]\n```",
      calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .miniCPM3,
      "<|thought_start|>\nWell.\n<|thought_end|>\n<|tool_call_start|>\n```python\nsearch(query=\"x\")\nping()\n```\n<|tool_call_end|>",
      reasoning: "Well.", calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .nemotronToolCall, "<TOOLCALL>[{\"name\": \"ping\", \"arguments\": {}}]</TOOLCALL>",
      calls: "ping{}"),
    Sample(
      .qwen3CoderXML,
      "<tool_call>\n<function=search>\n<parameter=query>\n12\n</parameter>\n<parameter=limit>\n12\n</parameter>\n<parameter=tags>\n[\"a\"]\n</parameter>\n<parameter=range>\nnull\n</parameter>\n</function>\n</tool_call>",
      calls: "search{\"query\":\"12\",\"limit\":12,\"tags\":[\"a\"],\"range\":null}"),
    Sample(
      .functionaryV31,
      "Yes.<function=search>{\"query\": \"x\"}</function><function=ping>{}</function>",
      content: "Yes.", calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .functionaryV32, "all\nYes.\n>>>search\n{\"query\": \"x\"}>>>python\nprint(1)",
      content: "Yes.\n", calls: "search{\"query\":\"x\"}", "python{\"code\":\"print(1)\"}"),
    Sample(
      .firefunctionV2, "Yes. functools[{\"name\": \"ping\", \"arguments\": {}}]",
      content: "Yes.", calls: "ping{}"),
    Sample(
      .hy3,
      "<think:opensource>Well.</think:opensource>Yes.<tool_calls:opensource>\n<tool_call:opensource>search<tool_sep:opensource>\n<arg_key:opensource>query</arg_key:opensource>\n<arg_value:opensource>12</arg_value:opensource>\n<arg_key:opensource>limit</arg_key:opensource>\n<arg_value:opensource>12</arg_value:opensource>\n</tool_call:opensource>\n<tool_call:opensource>ping<tool_sep:opensource>\n</tool_call:opensource>\n</tool_calls:opensource>",
      content: "Yes.", reasoning: "Well.", calls: "search{\"query\":\"12\",\"limit\":12}", "ping{}"),
    Sample(
      .solarOpen,
      "<|think|>Well.<|end|><|begin|>assistant<|tool_calls|><|tool_call:begin|>a1b2c3d4e5<|tool_call:name|>search<|tool_call:args|>{\"query\": \"x\"}<|tool_call:end|><|tool_call:begin|>a1b2c3d4e6<|tool_call:name|>ping<|tool_call:args|>{}<|tool_call:end|><|calls|>",
      reasoning: "Well.", calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .solarOpen, "<|think|>Well.<|end|><|begin|>assistant<|content|>Yes.<|end|>", content: "Yes.",
      reasoning: "Well."),
    Sample(
      .internLM2,
      "<|action_start|><|plugin|>\n{\"name\": \"search\", \"parameters\": {\"query\": \"x\"}}<|action_end|>\n",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .jamba, "<tool_calls>[{\"name\": \"ping\", \"arguments\": {}}]</tool_calls>", calls: "ping{}"),
    Sample(
      .glm45,
      "<tool_call>search\n<arg_key>query</arg_key>\n<arg_value> x\n</arg_value>\n<arg_key>limit</arg_key>\n<arg_value>2</arg_value>\n</tool_call>",
      calls: "search{\"query\":\" x\\n\",\"limit\":2}"),
    Sample(
      .kimiK2,
      "Yes.<|tool_calls_section_begin|><|tool_call_begin|>functions.search:0<|tool_call_argument_begin|>{\"query\": \"x\"}<|tool_call_end|><|tool_calls_section_end|>",
      content: "Yes.", calls: "search{\"query\":\"x\"}"),
    Sample(
      .miniMaxM2,
      "<minimax:tool_call>\n<invoke name=\"search\">\n<parameter name=\"query\">a\nb</parameter>\n<parameter name=\"fuzzy\">false</parameter>\n</invoke>\n<invoke name=\"ping\">\n</invoke>\n</minimax:tool_call>",
      calls: "search{\"query\":\"a\\nb\",\"fuzzy\":false}", "ping{}"),
    Sample(
      .miniCPM5XML,
      "<function name=\"search\"><param name=\"query\"><![CDATA[a </param> b]]></param><param name=\"limit\">5</param></function>",
      calls: "search{\"query\":\"a </param> b\",\"limit\":5}"),
    Sample(
      .deepSeekV4DSML,
      "Yes.\n\n<｜DSML｜tool_calls>\n<｜DSML｜invoke name=\"search\">\n<｜DSML｜parameter name=\"query\" string=\"true\">1</｜DSML｜parameter>\n<｜DSML｜parameter name=\"limit\" string=\"false\">1</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name=\"ping\">\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>",
      content: "Yes.\n\n",
      calls: "search{\"query\":\"1\",\"limit\":1}", "ping{}"),
    Sample(
      .deepSeekV41DSML,
      "<｜DSML｜ calls>\n<｜DSML｜ invoke name=\"search\">\n<｜DSML｜ parameter name=\"query\" string=\"true\">a \"b\"\nc</｜DSML｜ parameter>\n</｜DSML｜ invoke>\n</｜DSML｜ calls>",
      calls: "search{\"query\":\"a \\\"b\\\"\\nc\"}"),
    Sample(
      .gigaChat35,
      "<think>Well.</think>\n\nYes.\n\n<｜GCML｜tool_calls>\n<｜GCML｜invoke name=\"search\">\n<｜GCML｜parameter name=\"query\" string=\"true\">x</｜GCML｜parameter>\n<｜GCML｜parameter name=\"tags\" string=\"false\">[\"a\"]</｜GCML｜parameter>\n</｜GCML｜invoke>\n</｜GCML｜tool_calls><|message_sep|>\n\n",
      content: "Yes.\n\n",
      reasoning: "Well.",
      calls: "search{\"query\":\"x\",\"tags\":[\"a\"]}"),
    Sample(
      .gigaChat31,
      "Yes.<|function_call|>{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}<|message_sep|>\n\n",
      content: "Yes.",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .gigaChat3,
      "Yes.<|message_sep|>\n\nfunction call<|role_sep|>\n{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}<|message_sep|>\n\n",
      content: "Yes.",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .apertus,
      "<|inner_prefix|>Well.<|inner_suffix|>Yes.<|tools_prefix|>[{\"search\": {\"query\": \"x\"}}, {\"ping\": {}}]<|tools_suffix|>",
      content: "Yes.",
      reasoning: "Well.",
      calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .kimiK3,
      "<|open|>think<|sep|>Well.<|close|>think<|sep|><|open|>response<|sep|>Yes.<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool=\"search\" index=\"1\"<|sep|><|open|>argument key=\"query\" type=\"string\"<|sep|>1<|close|>argument<|sep|><|open|>argument key=\"range\" type=\"null\"<|sep|>null<|close|>argument<|sep|><|close|>call<|sep|><|open|>call tool=\"ping\" index=\"2\"<|sep|><|close|>call<|sep|><|close|>tools<|sep|><|close|>message<|sep|>",
      content: "Yes.",
      reasoning: "Well.",
      calls: "search{\"query\":\"1\",\"range\":null}", "ping{}"),
    Sample(
      .miniMaxM3,
      "<mm:think>Well.</mm:think>Yes.]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"search\">]<]minimax[>[<query>a <b>]<]minimax[>[</query>]<]minimax[>[<limit>2]<]minimax[>[</limit>]<]minimax[>[<tags>]<]minimax[>[<item>1]<]minimax[>[</item>]<]minimax[>[<item>c]<]minimax[>[</item>]<]minimax[>[</tags>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name=\"ping\">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>",
      content: "Yes.",
      reasoning: "Well.",
      calls: "search{\"query\":\"a <b>\",\"limit\":2,\"tags\":[\"1\",\"c\"]}", "ping{}"),
  ]

  static let broken: [Sample] = [
    Sample(
      .hermesJSON, "{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}\n</tool_call>",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .hermesJSON, "<tool_call>{\"name\": \"search\", \"arguments\": {\"query\": \"x", content: ""),
    Sample(
      .hermesJSON,
      "<tool_call>{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}</tool_call>",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .hermesJSON, "<tool_call>\n```json\n{\"name\": \"ping\"}\n```\n</tool_call>", calls: "ping{}"),
    Sample(
      .hermesJSON,
      "<tool_call>{\"name\": \"search\", \"arguments\": {\"query\": \"a\nb\"}}</tool_call>",
      calls: "search{\"query\":\"a\\nb\"}"),
    Sample(
      .hermesJSON, "<think>Not <tool_call>{\"name\": \"ping\"}</tool_call> yet.</think>No.",
      content: "No.", reasoning: "Not <tool_call>{\"name\": \"ping\"}</tool_call> yet."),
    Sample(
      .hermesJSON, "{\"name\": \"Ann\", \"arguments\": {\"a\": 1}}",
      content: "{\"name\": \"Ann\", \"arguments\": {\"a\": 1}}"),
    Sample(.hermesJSON, "<tool_call>what?</tool_call>No.", content: "No."),
    Sample(
      .llama3JSON, "{\"name\": \"search\", \"parameters\": \"{\\\"query\\\": \\\"x\\\"}\"}",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .llama3JSON, "{\"list\": [{\"name\": \"ping\", \"parameters\": {}}]}",
      content: "{\"list\": [{\"name\": \"ping\", \"parameters\": {}}]}"),
    Sample(
      .llama3JSON, "<|python_tag|>brave_search.call(query=\"x\")",
      calls: "brave_search{\"query\":\"x\"}"),
    Sample(.llamaPythonic, "See [1] and [search](x).", content: "See [1] and [search](x)."),
    Sample(
      .llamaPythonic, "[search(\"x\", 3)] Done.", content: "Done.",
      calls: "search{\"query\":\"x\",\"limit\":3}"),
    Sample(
      .mistralV3JSON,
      "[TOOL_CALLS][{\"name\": \"search\", \"arguments\": {\"query\": \"\\ud83d\"}}",
      calls: "search{\"query\":\"\u{FFFD}\"}"),
    Sample(
      .deepSeekV3,
      "<|tool_calls_begin|><|tool_call_begin|>function<|tool_sep|>ping\n```json\n```<|tool_call_end|><|tool_calls_end|>",
      calls: "ping{}"),
    Sample(
      .qwen3CoderXML,
      "<function=search>\n<parameter=query>\na\n<parameter=limit>\n2\n</function>\n</tool_call>",
      calls: "search{\"query\":\"a\",\"limit\":2}"),
    Sample(.qwen3CoderXML, "<tool_call>\n<function=search>\n<parameter=query>\na", content: ""),
    Sample(
      .gemma4, "<|tool_call>call:search{query:plain words}<tool_call|>",
      calls: "search{\"query\":\"plain words\"}"),
    Sample(.harmony, "to=functions.ping<|channel|>commentary<|message|>{}", calls: "ping{}"),
    Sample(
      .glm45, "<tool_call>search<arg_key>query</arg_key><arg_value>x</tool_call>",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .functionaryV32, "all\nType >>> print(1)\n>>>ping\n{}", content: "Type >>> print(1)\n",
      calls: "ping{}"),
    Sample(
      .miniCPM5XML,
      "<function name=\"search\"><param name=\"query\">a &lt; b &amp;lt;</param></function>",
      calls: "search{\"query\":\"a < b &lt;\"}"),
    Sample(.hermesJSON, "Say <tool_c", content: "Say <tool_c"),
    Sample(
      .llama3JSON, "{\"name\": \"ping\", \"parameters\": {}} Done.", content: "Done.",
      calls: "ping{}"),
    Sample(
      .lfm2, "<|tool_call_start|>[{\"name\": \"ping\", \"arguments\": {}}]<|tool_call_end|>Done.",
      content: "Done.", calls: "ping{}"),
    Sample(
      .llama3JSON, "{\"name\": \"nope\", \"parameters\": {\"a\": 1}}", calls: "nope{\"a\":1}"),
    Sample(
      .llama3JSON, "So: {\"name\": \"nope\", \"parameters\": {}}",
      content: "So: {\"name\": \"nope\", \"parameters\": {}}"),
    Sample(.llama3JSON, "{\"name\": \"Ann\"}", content: "{\"name\": \"Ann\"}"),
    Sample(
      .llama3JSON, "{\"name\": \"Ann\", \"age\": 3}", content: "{\"name\": \"Ann\", \"age\": 3}"),
    Sample(
      .apertus,
      "<|tools_prefix|>[{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}]<|tools_suffix|>",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .apertus,
      "<|tools_prefix|>[{\"search\": {\"query\": \"x\"}",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .apertus,
      "{\"search\": {\"query\": \"x\"}}",
      content: "{\"search\": {\"query\": \"x\"}}"),
    Sample(
      .gigaChat3,
      "function call<|role_sep|>{\"name\": \"ping\", \"arguments\": {}}",
      calls: "ping{}"),
    Sample(
      .kimiK3,
      "Yes.<|close|>response<|sep|><|close|>message<|sep|><|end_of_msg|>",
      content: "Yes."),
    Sample(
      .kimiK3,
      "<|open|>tools<|sep|><|open|>call tool=\"search\" index=\"1\"<|sep|><|open|>json type=\"object\"<|sep|>{\"query\": \"x\"}<|close|>json<|sep|><|close|>call<|sep|><|close|>tools<|sep|>",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .miniMaxM3,
      "</mm:think>]<]minimax[>[<invoke name=\"search\">]<]minimax[>[<query>x]<]minimax[>[</query>]<]minimax[>[<invoke name=\"ping\">]<]minimax[>[</invoke>",
      calls: "search{\"query\":\"x\"}", "ping{}"),
    Sample(
      .miniMaxM3,
      "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"search\">]<]minimax[>[<query>x]<]minimax[>[</query>]<]minimax[>[<range>]<]minimax[>[<from>1]<]minimax[>[</from>]<]minimax[>[<range>]<]minimax[>[<to>2]<]minimax[>[</to>]<]minimax[>[</range>]<]minimax[>[</range>]<]minimax[>[<fuzzy>null]<]minimax[>[</fuzzy>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>",
      calls:
        "search{\"query\":\"x\",\"range\":{\"from\":\"1\",\"range\":{\"to\":\"2\"}},\"fuzzy\":null}"
    ),
    Sample(
      .deepSeekV4DSML,
      "<｜DSML｜tool_calls>\n<｜DSML｜invoke name=\"search\">\n{\"query\": \"x\"}\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>",
      calls: "search{\"query\":\"x\"}"),
    Sample(
      .glm45,
      "<tool_call>search<arg_key>query</arg_key><arg_value>x</arg_value><arg_key>limit</arg_key><arg_value>2</arg_value></tool_call><tool_call>ping</tool_call>",
      calls: "search{\"query\":\"x\",\"limit\":2}", "ping{}"),
  ]
}
