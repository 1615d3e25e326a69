extension CallShape {
  // MARK: Python

  static var llamaPythonic: CallShape {
    CallShape(
      specials: ["<|python_start|>", "<|python_end|>"],
      opening: ["["], separator: [", "], closing: ["]"], between: ["("],
      arguments: .python, after: [")"], isBare: true)
  }

  static var llama4PythonStart: CallShape {
    var shape = llamaPythonic
    shape.opening = ["<|python_start|>["]
    shape.closing = ["]<|python_end|>"]
    shape.isBare = false
    return shape
  }

  static var lfm2: CallShape {
    var shape = llamaPythonic
    shape.specials = ["<|tool_call_start|>", "<|tool_call_end|>"]
    shape.opening = ["<|tool_call_start|>["]
    shape.closing = ["]<|tool_call_end|>"]
    shape.isBare = false
    shape.hasTextAfter = true
    return shape
  }

  static var gemma3ToolCode: CallShape {
    CallShape(
      opening: ["```tool_code\n"], separator: ["\n"], closing: ["\n```"],
      between: ["("], arguments: .python, after: [")"])
  }

  static var miniCPM3: CallShape {
    var shape = gemma3ToolCode
    shape.specials = [
      "<|tool_call_start|>", "<|tool_call_end|>", "<|thought_start|>", "<|thought_end|>",
    ]
    shape.opening = ["<|tool_call_start|>\n```python\n"]
    shape.closing = ["\n```\n<|tool_call_end|>"]
    shape.thought = Thought(open: "<|thought_start|>", close: "<|thought_end|>")
    return shape
  }

  // MARK: braces

  static var functionGemma: CallShape {
    CallShape(
      specials: ["<start_function_call>", "<end_function_call>", "<escape>"],
      before: ["<start_function_call>call:"], between: ["{"],
      arguments: .braces(quote: "<escape>"), after: ["}<end_function_call>"])
  }

  static var gemma4: CallShape {
    CallShape(
      specials: ["<|tool_call>", "<tool_call|>", "<|\"|>", "<|channel>", "<channel|>"],
      before: ["<|tool_call>call:"], between: ["{"],
      arguments: .braces(quote: "<|\"|>"), after: ["}<tool_call|>"],
      thought: Thought(open: "<|channel>", lead: "thought\n", close: "<channel|>"))
  }

  // MARK: elements

  static var qwen3CoderXML: CallShape {
    CallShape(
      specials: ["<tool_call>", "</tool_call>"],
      separator: ["\n"],
      before: ["<tool_call>\n<function="], between: [">\n"],
      arguments: .elements(
        ElementStyle(
          before: "<parameter=", afterName: ">\n", after: "\n</parameter>\n")),
      after: ["</function>\n</tool_call>"])
  }

  static var glm45: CallShape {
    CallShape(
      specials: [
        "<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>",
      ],
      separator: ["\n"], before: ["<tool_call>"], between: ["\n"],
      arguments: .elements(
        ElementStyle(
          before: "<arg_key>", afterName: "</arg_key>\n<arg_value>", after: "</arg_value>\n")),
      after: ["</tool_call>"])
  }

  static var miniMaxM2: CallShape {
    CallShape(
      specials: ["<minimax:tool_call>", "</minimax:tool_call>"],
      opening: ["<minimax:tool_call>\n"],
      closing: ["</minimax:tool_call>"], before: ["<invoke name=\""], between: ["\">\n"],
      arguments: .elements(
        ElementStyle(
          before: "<parameter name=\"", afterName: "\">", after: "</parameter>\n")),
      after: ["</invoke>\n"])
  }

  static var deepSeekV32DSML: CallShape {
    CallShape(
      specials: ["｜DSML｜"],
      opening: ["<｜DSML｜function_calls>\n"],
      closing: ["</｜DSML｜function_calls>"], before: ["<｜DSML｜invoke name=\""],
      between: ["\">\n"],
      arguments: .elements(
        ElementStyle(
          before: "<｜DSML｜parameter name=\"", afterName: "\" string=\"", beforeText: "true\">",
          beforeJSON: "false\">", after: "</｜DSML｜parameter>\n")),
      after: ["</｜DSML｜invoke>\n"])
  }

  static var miniCPM5XML: CallShape {
    CallShape(
      before: ["<function name=\""], between: ["\">"],
      arguments: .elements(
        ElementStyle(
          before: "<param name=\"", afterName: "\">", hasSections: true, after: "</param>")),
      after: ["</function>"])
  }
}
