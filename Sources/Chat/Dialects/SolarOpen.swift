extension Dialect {
  /// Solar Open: an identifier, a name and an object, for each call of a section; what is thought and
  /// told is a message of its own.
  package static let solarOpen = Dialect(
    name: "solar_open",
    detection: Detection(
      template: [["<|tool_call:begin|>", "<|tool_call:args|>"]], tokens: ["<|tool_call:begin|>"]),
    reasoning: [ReasoningMarks(open: "<|think|>", close: "<|end|><|begin|>assistant")],
    call: [
      .mark("<|tool_call:begin|>"), .identifier("[a-z0-9]{10}"), .mark("<|tool_call:name|>"),
      .name, .mark("<|tool_call:args|>"), .arguments(.jsonObject), .mark("<|tool_call:end|>"),
    ], section: Section(open: [.mark("<|tool_calls|>")], close: [.mark("<|calls|>")]),
    frame: .wrapper(Wrapper(open: "<|content|>", close: "<|end|>")),
    tokens: [
      "<|tool_calls|>", "<|tool_call:begin|>", "<|tool_call:name|>", "<|tool_call:args|>",
      "<|tool_call:end|>", "<|calls|>", "<|content|>", "<|begin|>", "<|end|>",
    ],
    sample: """
      <|tool_calls|><|tool_call:begin|>a1b2c3d4e5<|tool_call:name|>f<|tool_call:args|>{"k": "v", "n": 1}<|tool_call:end|><|calls|>
      """)
}
