extension CallShape {
  /// Calls that are objects with a name and arguments.
  private static func object(
    _ before: String, arguments key: String = "arguments", _ after: String = "}"
  ) -> CallShape {
    CallShape(
      before: [.fixed(before + #"{"name": ""#)], between: [.fixed(#"", ""# + key + #"": "#)],
      after: [.fixed(after)], quotesName: true)
  }

  /// An array of objects between two texts.
  private static func array(_ opening: String, _ closing: String) -> CallShape {
    var shape = object("")
    shape.opening = [.fixed(opening + "[")]
    shape.separator = [", "]
    shape.closing = [.fixed("]" + closing)]
    shape.specials = [opening, closing].filter { !$0.isEmpty }
    return shape
  }

  static var hermesJSON: CallShape {
    var shape = object("<tool_call>\n", "}\n</tool_call>")
    shape.specials = ["<tool_call>", "</tool_call>"]
    shape.separator = ["\n"]
    return shape
  }

  static var llama3JSON: CallShape {
    var shape = object("", arguments: "parameters")
    shape.specials = ["<|python_tag|>"]
    shape.separator = ["; "]
    shape.isBare = true
    return shape
  }

  static var llama3JSONPythonTag: CallShape {
    var shape = llama3JSON
    shape.opening = ["<|python_tag|>"]
    shape.isBare = false
    return shape
  }

  static var xLAM: CallShape {
    var shape = array("", "")
    shape.isBare = true
    return shape
  }

  static var mistralV3JSON: CallShape {
    var shape = array("[TOOL_CALLS]", "")
    shape.after = [.maybe([#", "id": ""#, .pattern("[a-zA-Z0-9]{9}"), #"""#]), "}"]
    return shape
  }

  static func mistralV11(hasID: Bool) -> CallShape {
    CallShape(
      specials: ["[TOOL_CALLS]", "[CALL_ID]", "[ARGS]", "[THINK]", "[/THINK]"],
      before: ["[TOOL_CALLS]"],
      between: hasID ? ["[CALL_ID]", .pattern("[a-zA-Z0-9]{9}"), "[ARGS]"] : ["[ARGS]"],
      thought: Thought(open: "[THINK]", close: "[/THINK]"))
  }

  static var phi4MiniFunctools: CallShape {
    var shape = array("functools", "")
    shape.specials = []
    return shape
  }

  static var firefunctionV2: CallShape {
    var shape = phi4MiniFunctools
    shape.opening = [" functools["]
    return shape
  }

  static var phi4MiniToolCall: CallShape { array("<|tool_call|>", "<|/tool_call|>") }
  static var smolLM2: CallShape { array("<tool_call>", "</tool_call>") }
  static var jamba: CallShape { array("<tool_calls>", "</tool_calls>") }

  static var nemotronToolCall: CallShape {
    array("<TOOLCALL>", "</TOOLCALL>")
  }

  static var granite3: CallShape {
    var shape = array("<|tool_call|>", "")
    shape.specials += ["<response>", "</response>"]
    shape.answer = Thought(open: "<response>", close: "</response>")
    shape.answerHoldsCalls = true
    return shape
  }

  static var deepSeekV3: CallShape {
    var shape = deepSeekV31
    shape.before = ["<｜tool▁call▁begin｜>function<｜tool▁sep｜>"]
    shape.between = ["\n```json\n"]
    shape.after = ["\n```<｜tool▁call▁end｜>"]
    shape.separator = ["\n"]
    return shape
  }

  static var deepSeekV31: CallShape {
    CallShape(
      specials: [
        "<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>",
        "<｜tool▁calls▁end｜>",
      ],
      opening: ["<｜tool▁calls▁begin｜>"], closing: ["<｜tool▁calls▁end｜>"],
      before: ["<｜tool▁call▁begin｜>"], between: ["<｜tool▁sep｜>"],
      after: ["<｜tool▁call▁end｜>"])
  }

  static var commandR7B: CallShape {
    CallShape(
      specials: [
        "<|START_ACTION|>", "<|END_ACTION|>", "<|START_THINKING|>", "<|END_THINKING|>",
        "<|START_RESPONSE|>", "<|END_RESPONSE|>",
      ],
      opening: ["<|START_ACTION|>[\n    "], separator: [",\n    "],
      closing: ["\n]<|END_ACTION|>"],
      before: [#"{"tool_call_id": ""#, .pattern("0|[1-9][0-9]{0,2}"), #"", "tool_name": ""#],
      between: [#"", "parameters": "#], after: ["}"], quotesName: true,
      thought: Thought(open: "<|START_THINKING|>", close: "<|END_THINKING|>"),
      answer: Thought(open: "<|START_RESPONSE|>", close: "<|END_RESPONSE|>"))
  }

  static var functionaryV31: CallShape {
    CallShape(
      specials: ["<|python_tag|>"],
      before: ["<function="], between: [">"], after: ["</function>"])
  }

  static var functionaryV32: CallShape {
    CallShape(separator: [">>>"], between: ["\n"])
  }

  static var internLM2: CallShape {
    var shape = object("<|action_start|><|plugin|>\n", arguments: "parameters", "}<|action_end|>\n")
    shape.specials = ["<|action_start|>", "<|plugin|>", "<|action_end|>"]
    shape.isParallel = false
    return shape
  }

  static var kimiK2: CallShape {
    CallShape(
      specials: [
        "<|tool_calls_section_begin|>", "<|tool_call_begin|>", "<|tool_call_argument_begin|>",
        "<|tool_call_end|>", "<|tool_calls_section_end|>",
      ],
      opening: ["<|tool_calls_section_begin|>"], closing: ["<|tool_calls_section_end|>"],
      before: ["<|tool_call_begin|>functions."],
      between: [":", .pattern("0|[1-9][0-9]{0,2}"), "<|tool_call_argument_begin|>"],
      after: ["<|tool_call_end|>"])
  }

  /// Messages are put together elsewhere.
  static var harmony: CallShape {
    CallShape(
      specials: [
        "<|channel|>", "<|message|>", "<|constrain|>", "<|start|>", "<|end|>", "<|call|>",
        "<|return|>",
      ],
      messageEnds: [
        "<|channel|>", "<|message|>", "<|constrain|>", "<|start|>", "<|end|>", "<|call|>",
        "<|return|>",
      ],
      separator: ["<|call|><|start|>assistant"], closing: [.maybe(["<|call|>"])],
      before: ["<|channel|>commentary to=functions."],
      between: [" <|constrain|>json<|message|>"])
  }
}
