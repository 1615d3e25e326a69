extension Dialect {
  /// Hunyuan 3: as GLM 4.5, in a section, with a mark behind the name and a suffix in all tags.
  package static let hy3 = Dialect(
    name: "hy3",
    detection: Detection(
      template: [["<tool_sep{}>", ":opensource"]], tokens: ["<tool_sep:opensource>"]),
    reasoning: [ReasoningMarks(open: "<think:opensource>", close: "</think:opensource>")],
    call: [
      .mark("<tool_call:opensource>"), .name, .mark("<tool_sep:opensource>"), "\n",
      .arguments(
        .elements(
          ElementSyntax(
            open: "<arg_key:opensource>", nameEnd: "</arg_key:opensource>", gap: "\n",
            valueOpen: "<arg_value:opensource>", close: "</arg_value:opensource>"))),
      .mark("</tool_call:opensource>"), "\n",
    ],
    section: Section(
      open: [.mark("<tool_calls:opensource>"), "\n"], close: [.mark("</tool_calls:opensource>")]),
    sample: """
      <tool_calls:opensource>
      <tool_call:opensource>f<tool_sep:opensource>
      <arg_key:opensource>k</arg_key:opensource>
      <arg_value:opensource>v</arg_value:opensource>
      <arg_key:opensource>n</arg_key:opensource>
      <arg_value:opensource>1</arg_value:opensource>
      </tool_call:opensource>
      </tool_calls:opensource>
      """)
}
