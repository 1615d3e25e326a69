import Foundation
import TernFormat
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("tern chat")
struct ChatTests {
  private let fixture: ChatFixture

  init() throws { fixture = try ChatFixture() }

  private func chat(_ lines: String..., instructions: String = "Be brief.") throws -> CommandRun {
    try fixture.chat(
      lines, "--max-tokens", "8", "--greedy", "--json", "--instructions", instructions)
  }

  @Test("every message is answered, and the conversation goes on")
  func answers() throws {
    let run = try chat("the cat", "", "sat on", "/history")
    #expect(run.status == 0, "\(run.errors)")
    let documents = try run.documents()
    try #require(documents.count == 3)
    for document in documents.prefix(2) {
      #expect(document["content"]?.string != nil && document["finish"]?.string != nil)
      #expect((document["tokens"]?.array?.count ?? 99) <= 8 && document["calls"] == [])
    }
    let prompts = documents.compactMap { $0["prompt_tokens"]?.int }
    #expect(prompts.count == 2 && prompts[0] < prompts[1])
    #expect(documents[2].roles == ["instructions", "user", "response", "user", "response"])
  }

  @Test("the first message may stand on the command line")
  func operand() throws {
    let run = try CommandRun(
      arguments: fixture.arguments(["the cat", "--max-tokens", "3", "--json"]))
    #expect(try run.documents().count == 1, "\(run.errors)")
  }

  @Test("what is streamed is the answer and a line end, and /history can be read")
  func streams() throws {
    let options = ["--max-tokens", "12", "--seed", "7", "--instructions", "Be brief."]
    let lines = Array("the cat\n".utf8)
    let streamed = try CommandRun(arguments: fixture.arguments(options), input: lines)
    let whole = try CommandRun(arguments: fixture.arguments(options + ["--json"]), input: lines)
    let content = try #require(try whole.documents().first?["content"]?.string)
    let end = content.last?.isNewline == true ? "" : "\n"
    #expect(streamed.text == content + end)
    let history = try CommandRun(
      arguments: fixture.arguments(options), input: lines + Array("/history\n".utf8))
    #expect(history.text == content + end + "# Be brief.\n> the cat\n" + content + "\n")
  }

  @Test("a saved conversation goes on as it would have")
  func saves() throws {
    let file = fixture.folder.file("a session.tern")
    let first = try chat("the cat", "/save \(file)", "sat on", "/history")
    let second = try chat("/load \(file)", "sat on", "/history", instructions: "Others.")
    #expect(first.errorLines == ["(saved to \(file): 1 turn)"], "\(first.errors)")
    #expect(second.errorLines == ["(loaded from \(file): 1 turn)"], "\(second.errors)")
    #expect(first.status == 0 && second.status == 0)
    let (a, b) = (try first.documents(), try second.documents())
    try #require(a.count == 3 && b.count == 2)
    #expect(a[1]["tokens"] == b[0]["tokens"] && a[1]["prompt_tokens"] == b[0]["prompt_tokens"])
    #expect(Array(a[2].entries.prefix(3)) == Array(b[1].entries.prefix(3)))
    #expect(a[2].roles == b[1].roles && b[1].entries.count == 5)
    // The session's own file may be replaced.
    #expect(try chat("mat", "/save \(file)").status == 0)
  }

  @Test("/undo takes back turn after turn, and the next answer is as if they had not been")
  func undoes() throws {
    let run = try chat("the cat", "/history", "sat on", "/undo", "/history", "sat on")
    let documents = try run.documents()
    try #require(documents.count == 5)
    #expect(documents[1] == documents[3] && documents[2]["tokens"] == documents[4]["tokens"])
    #expect(run.errorLines == ["(taken back: sat on)"])
    let all = try chat("the cat", "/undo", "/undo", "/history")
    #expect(all.errorLines.count == 2 && all.errors.contains("no turn"))
    #expect(try all.documents().last?.roles == ["instructions"])
  }

  @Test("/reset leaves the instructions alone")
  func resets() throws {
    let run = try chat("the cat", "/reset", "/history", "the cat")
    let documents = try run.documents()
    try #require(documents.count == 3)
    #expect(documents[1].roles == ["instructions"])
    #expect(documents[0]["tokens"] == documents[2]["tokens"])
  }

  @Test("what cannot be done is told in one line, and the conversation is what it was")
  func failures() throws {
    let other = try fixture.write("notes.txt", "not a session")
    let saved = fixture.folder.file("saved")
    #expect(try chat("the cat", "/save \(saved)").status == 0)
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: saved)))
    bytes[bytes.count / 2] ^= 0x55
    try Data(bytes).write(to: URL(fileURLWithPath: fixture.folder.file("damaged")))
    let commands = [
      "/load \(other)", "/load \(fixture.folder.file("none"))", "/load \(fixture.folder.path)",
      "/load \(fixture.folder.file("damaged"))", "/save \(other)", "/save \(fixture.folder.path)",
      "/save /nonexistent/file", "/save", "/load", "/nonsense",
    ]
    let run = try fixture.chat(
      ["the cat", "/history"] + commands + ["/history", "/exit", "never"], "--max-tokens", "8",
      "--json")
    #expect(run.status == 1 && run.errorLines.count == commands.count, "\(run.errors)")
    let documents = try run.documents()
    #expect(documents.count == 3 && documents[1] == documents[2])
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "not a session")
  }

  @Test("where the context is full the oldest turns are forgotten, and nothing else")
  func overflows() throws {
    let lines = (1...9).map { "message \($0) the cat sat on the mat" }
    let run = try fixture.chat(
      lines + ["/history"], "--context", "400", "--max-tokens", "20", "--json", "--instructions",
      "Stay.", "--ignore-eos")
    #expect(run.status == 0 && !run.errors.isEmpty)
    #expect(run.errorLines.allSatisfy { $0.contains("forgotten") }, "\(run.errors)")
    let documents = try run.documents()
    try #require(documents.count == lines.count + 1)
    // A character that takes more tokens than are left is not begun.
    #expect(documents.dropLast().allSatisfy { ($0["tokens"]?.array?.count ?? 0) > 15 })
    let roles = documents[9].roles
    #expect(roles.first == "instructions" && roles.last == "response")
    let prompts = documents[9].entries.filter { $0["role"] == "user" }
    let texts = prompts.map { $0["contents"]?.array?.first?["text"]?.string }
    #expect((1..<9).contains(texts.count) && texts == lines.suffix(texts.count).map { $0 })
  }

  @Test("a message that is too long is told, and nothing is forgotten for it")
  func tooLong() throws {
    let run = try fixture.chat(
      ["the cat", "/history", String(repeating: "xyz ", count: 300), "/history"], "--context",
      "400", "--max-tokens", "5", "--json")
    let documents = try run.documents()
    #expect(documents.count == 3 && documents[1] == documents[2])
    #expect(run.errorLines.count == 1 && run.errors.contains("the context has 400"))
    #expect(run.status == 1)
  }

  @Test("an answer that fills the context is kept as far as it came")
  func fills() throws {
    let run = try fixture.chat(
      ["the cat", "/history"], "--context", "200", "--ignore-eos", "--json", "--greedy")
    let documents = try run.documents()
    #expect(run.status == 0 && documents.count == 2 && run.errorLines.count == 1, "\(run.errors)")
    #expect(documents[0]["finish"] == "context" && documents[1].roles == ["user", "response"])
  }

  @Test("the template is told variables and the time")
  func templateSettings() throws {
    let file = try GGUFFile(path: fixture.model)
    var model = TinyGGUF(metadata: file.metadata)
    model.metadata["tokenizer.chat_template"] = .string(
      "{% for m in messages %}{{ m.content }}{% endfor %}{{ pad }}{{ strftime_now('%B') }}")
    for tensor in file.tensors {
      model.add(tensor.name, tensor.type, tensor.dimensions, bytes: file.bytes(of: tensor))
    }
    let path = fixture.folder.file("template.gguf")
    try model.write(to: path)
    func tokens(_ options: String...) throws -> Int {
      let run = try CommandRun(
        arguments: ["chat", "--model", path, "the cat", "--json", "--max-tokens", "1"] + options)
      return try #require(try run.documents().first?["prompt_tokens"]?.int, "\(run.errors)")
    }
    let plain = try tokens("--now", "2025-05-10")
    #expect(try tokens("--now", "2025-05-10", "--var", "pad=zxzxzxzx") > plain)
    #expect(try tokens("--now", "2025-09-10") > plain)
  }

  @Test("lines are commands or messages")
  func commands() {
    let lines: [(String, ChatCommand)] = [
      ("", .nothing), ("  \t", .nothing), ("hello", .message("hello")), (" /reset ", .reset),
      ("/save a b.tern ", .save("a b.tern")), ("/load\tx", .load("x")), ("/save", .noFile("/save")),
      ("/history", .history), ("/undo", .undo), ("/quit", .exit), ("/exit", .exit), ("/?", .help),
      ("/nonsense", .unknown("/nonsense")), ("/usr/bin is full", .message("/usr/bin is full")),
      ("/help me with this", .message("/help me with this")), ("/", .unknown("/")),
    ]
    for (line, command) in lines { #expect(ChatCommand(line) == command, "\(line)") }
  }

  @Test("what the command line cannot mean is a usage error")
  func usage() throws {
    let runs: [([String], Int32)] = [
      (["a", "b"], 2), (["--tool-choice", "required"], 2), (["--dialect", "none"], 2),
      (["--temperature", "warm"], 2), (["--tools", fixture.folder.file("none")], 1),
      (["--context", "1000000"], 1), (["--schema", "x"], 2),
    ]
    for (options, status) in runs {
      let run = try CommandRun(arguments: fixture.arguments(options))
      #expect(run.failed(with: status), "\(options): \(run.status) \(run.errors)")
    }
    let missing = try CommandRun("chat", "--model", "/nonexistent.gguf")
    #expect(missing.failed(with: 1), "\(missing.errors)")
  }
}
