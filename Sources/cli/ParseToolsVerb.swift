import TernChat
import TernJSON

extension Verb {
  static let parseTools = Verb(
    name: "parse-tools",
    summary: "Reads a model's text: content, reasoning and calls of tools.",
    discussion: """
      Reads the text that a model generated from standard input and prints {content, reasoning,
      calls, rejected} as JSON. A text that ends reasoning without having begun it counts as reasoning
      up to there. --format names the dialect (the format of calls), or a file of JSON that describes
      one. --tools names the tools: their schemas give the types of arguments if the dialect does not.

        tern parse-tools --format hermes_json --tools tools.json < answer.txt

      In dialects without markers, a call counts only at the beginning of the text. --lenient accepts
      it anywhere; a call that the text only quotes may then be read as one.

      --jsonl reads lines of {format, tools, chunks} and answers each with the same, reading the
      chunks one after another; format is a name, or a dialect as in a file.
      """,
    ParseToolsArguments()
  ) { arguments in
    if arguments.readsJSONLines {
      for line in try Input.lines("-") { try Output.write(answer(line, arguments.isLenient)) }
      return
    }
    guard let choice = arguments.dialect else { throw arguments.$dialect.missing }
    let dialect = try choice.dialect()
    let tools = try arguments.tools.listed().map(\.definition)
    try Output.write(
      ToolAnswer([Input.text()], dialect, tools: tools, isLenient: arguments.isLenient).document)
  }

  private static func answer(_ line: [UInt8], _ isLenient: Bool) -> JSON {
    do {
      let request = try Input.json(line: line)
      let format = request["format"] ?? ""
      let known = format.string.flatMap(Dialect.init(named:))
      guard let dialect = try format.object == nil ? known : Dialect(format) else {
        return ["error": .string("there is no dialect '\(format.string ?? format.text())'")]
      }
      let tools = try request["tools"].map { try ToolDefinition.read($0) } ?? []
      let chunks = request["chunks"]?.array?.compactMap(\.string) ?? []
      return ToolAnswer(chunks, dialect, tools: tools, isLenient: isLenient).document
    } catch {
      return ["error": .string(CommandFailure(error).message)]
    }
  }
}

/// The options of `tern parse-tools`.
struct ParseToolsArguments: VerbOptions {
  @Option(.json) private var printsJSON
  @Option(.jsonLines) var readsJSONLines
  let tools = ToolArguments()
  @Option(
    .value(
      "--format", "NAME|FILE", .dialect,
      "the dialect: hermes_json, llama3_json, mistral_v3_json, …"))
  var dialect
  @Option(.flag("--lenient", "calls without markers count in the midst of text too"))
  var isLenient
}

extension ToolAnswer {
  /// What a model's text says that comes in chunks.
  init(
    _ chunks: [String], _ dialect: Dialect, tools: [ToolDefinition], isLenient: Bool = false
  ) {
    let isThinking = dialect.beginsInReasoning(answer: chunks.joined())
    var parser = ToolCallParser(
      dialect, tools: tools, beginsInReasoning: isThinking, isLenient: isLenient)
    self.init()
    for chunk in chunks { parser.push(chunk).forEach { add($0) } }
    parser.finish().forEach { add($0) }
  }

  /// The answer as the command line prints it.
  var document: JSON {
    [
      "content": .string(content),
      "reasoning": .string(reasoning),
      "calls": .array(calls.map(\.document)),
      "rejected": .array(
        rejected.map { ["text": .string($0.text), "reason": .string($0.reason)] }),
    ]
  }
}

extension ToolCall {
  var document: JSON {
    var value: JSONObject = ["name": .string(name), "arguments": .object(arguments)]
    if let id { value["id"] = .string(id) }
    return .object(value)
  }
}

extension JSON {
  /// An object with the members of another one too; other values stay what they are.
  func merging(_ other: JSON) -> JSON {
    guard case .object(var members) = self, case .object(let more) = other else { return self }
    for (name, value) in more { members[name] = value }
    return .object(members)
  }
}
