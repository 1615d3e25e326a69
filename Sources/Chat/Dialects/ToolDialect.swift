/// How a family of models writes tool calls.
///
/// The raw values are the names by which a user may choose a dialect (``init(named:)``).
package enum ToolDialect: String, CaseIterable, Sendable {
  /// Qwen 2.5 and 3, QwQ, Hermes, SmolLM 3, Granite 4: an object in `<tool_call>`.
  case hermesJSON = "hermes_json"
  /// Llama 3.1 to 3.3: a bare object with `parameters`.
  case llama3JSON = "llama3_json"
  /// The same behind `<|python_tag|>`.
  case llama3JSONPythonTag = "llama3_json_python_tag"
  /// Llama 3.2 and 4, ToolACE, OLMo 3: a bare list of Python calls.
  case llamaPythonic = "llama_pythonic"
  /// Llama 4: a list of Python calls in `<|python_start|>`.
  case llama4PythonStart = "llama4_python_start"
  /// Mistral v3 and v7: an array behind `[TOOL_CALLS]`.
  case mistralV3JSON = "mistral_v3_json"
  /// Mistral v13: name, `[ARGS]`, object.
  case mistralV11Args = "mistral_v11_args"
  /// Mistral v11: name, `[CALL_ID]`, identifier, `[ARGS]`, object.
  case mistralV11CallID = "mistral_v11_call_id"
  /// FunctionGemma: `call:name{key:<escape>text<escape>}`.
  case functionGemma = "functiongemma"
  /// Gemma 4: `call:name{key:<|"|>text<|"|>}`.
  case gemma4 = "gemma4"
  /// Gemma 3: Python calls in a `tool_code` fence.
  case gemma3ToolCode = "gemma3_tool_code"
  /// Phi-4-mini: `functools` and an array.
  case phi4MiniFunctools = "phi4_mini_functools"
  /// Phi-4-mini: an array in `<|tool_call|>`.
  case phi4MiniToolCall = "phi4_mini_tool_call"
  /// Granite 3: an array behind `<|tool_call|>`.
  case granite3 = "granite3"
  /// DeepSeek V3 and R1: type, name and a fenced object.
  case deepSeekV3 = "deepseek_v3"
  /// DeepSeek V3.1: name and object.
  case deepSeekV31 = "deepseek_v31"
  /// DeepSeek V3.2: elements of DSML.
  case deepSeekV32DSML = "deepseek_v32_dsml"
  /// SmolLM 2: an array in `<tool_call>`.
  case smolLM2 = "smollm2"
  /// LFM 2: a list of Python calls in `<|tool_call_start|>`.
  case lfm2
  /// gpt-oss: messages to a recipient.
  case harmony
  /// Command R7B and A: an array in `<|START_ACTION|>`.
  case commandR7B = "command_r7b"
  /// xLAM: a bare array.
  case xLAM = "xlam"
  /// MiniCPM 3: fenced Python calls in `<|tool_call_start|>`.
  case miniCPM3 = "minicpm3"
  /// Nemotron Nano 2: an array in `<TOOLCALL>`.
  case nemotronToolCall = "nemotron_toolcall"
  /// Qwen3-Coder, Qwen 3.5, Nemotron 3 Nano: elements `<function=…>` and `<parameter=…>`.
  case qwen3CoderXML = "qwen3_coder_xml"
  /// Functionary 3.1: an object in `<function=…>`.
  case functionaryV31 = "functionary_v31"
  /// Functionary 3.2: `>>>`, a recipient on its line, and an object.
  case functionaryV32 = "functionary_v32"
  /// Firefunction 2: `functools` and an array.
  case firefunctionV2 = "firefunction_v2"
  /// InternLM 2: an object behind `<|action_start|><|plugin|>`.
  case internLM2 = "internlm2"
  /// Jamba: an array in `<tool_calls>`.
  case jamba
  /// GLM 4.5 to 4.7: name, `<arg_key>` and `<arg_value>` in `<tool_call>`.
  case glm45
  /// Kimi K2: name with a number, and an object, in a section.
  case kimiK2 = "kimi_k2"
  /// MiniMax M2: `<invoke>` and `<parameter>` elements.
  case miniMaxM2 = "minimax_m2"
  /// MiniCPM 5: `<function>` and `<param>` elements.
  case miniCPM5XML = "minicpm5_xml"
}
