import Foundation
import TernChat
import TernJSON
import TernTemplate

/// Microseconds to write a conversation as a prompt, and megabytes of text per second in which calls
/// of tools are found.
struct ChatSuite {
  let settings: Settings
  private static let turns = 40

  func run(_ result: inout SuiteResult) throws {
    guard let path = settings.template else { throw BenchError.usage("chat needs --template FILE") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BenchError.failed("cannot read \(path)")
    }
    let source = String(decoding: data, as: UTF8.self)
    result.name = path
    result.instructionSet = "one thread"
    var template: ChatTemplate?
    let compile = try seconds {
      template = try ChatTemplate(source: source, hasToken: { source.contains($0) })
    }
    guard let template else { return }
    let request = Self.request
    var count = 0
    var times: [Double] = []
    for _ in 0..<max(2, 20 * settings.repetitions) {
      times.append(try seconds { count = try template.render(request).text.utf8.count } * 1e6)
    }
    result.figures = [
      Figure("template_s", "compiling and trying out", "s", .time, compile),
      Figure("first_us", "\(Self.turns) turns: first time", "µs", .time, times[0]),
      Figure("render_us", "  afterwards", "µs", .time, each: Array(times.dropFirst())),
      Figure(count: "bytes", "  text", "bytes", count),
      Figure("parse_mb_per_s", "answers read", "MB/s", .rate, each: parsing(template.dialect)),
    ]
  }

  /// Two turns of text to each call of a tool and its result.
  private static var request: ChatRequest {
    let tool = ToolDefinition(
      name: "get_weather", description: "Tells the weather of a city.",
      parameters: [
        "type": "object", "required": ["city"],
        "properties": ["city": ["type": "string", "description": "The city's name"]],
      ])
    var messages: [ChatMessage] = [ChatMessage(.system, "You are a helpful assistant.")]
    for turn in 0..<(turns / 4) {
      let call = ToolCall(
        id: "call\(10_000 + turn)", name: "get_weather",
        arguments: ["city": .string("City number \(turn)")])
      messages += [
        ChatMessage(.user, "What is the weather like in city number \(turn), please?"),
        ChatMessage(.assistant, [], toolCalls: [call]),
        .result([.text("{\"temperature\": \(turn), \"sky\": \"clear\"}")], of: call),
        ChatMessage(.assistant, "It is \(turn) degrees, and the sky is clear all day long."),
      ]
    }
    messages.append(ChatMessage(.user, "Thank you. And tomorrow?"))
    return ChatRequest(messages, tools: [tool], now: TemplateClock(year: 2025, month: 7, day: 10))
  }

  private func parsing(_ dialect: Dialect) -> [Double] {
    let text = String(
      repeating: "Some words < of an \"answer\" in [brackets] {and} more.\n", count: 2000)
    return (0..<settings.repetitions).map { _ in
      var parser = ToolCallParser(dialect, tools: [])
      var bytes = 0
      let time = seconds {
        var rest = text[...]
        while !rest.isEmpty {
          for event in parser.push(String(rest.prefix(5))) {
            if case .content(let text) = event { bytes += text.utf8.count }
          }
          rest = rest.dropFirst(5)
        }
        _ = parser.finish()
      }
      return Double(text.utf8.count) / 1e6 / time
    }
  }
}
