import Foundation
import Tern
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("Defaults of the user's")
struct ConfigurationTests {
  /// A configuration of a file with this text.
  private func configuration(_ text: String) throws -> Configuration {
    let machine = try FakeMachine()
    try machine.write(".config/tern/config.json", text)
    return try Configuration(machine.environment, verbs: Command.verbs)
  }

  @Test("the command line wins, then the environment, then a verb's section, then the rest")
  func order() throws {
    let configuration = try configuration(
      #"{"model": "file", "threads": 3, "models-dir": ["/a", "/b"], "serve": {"threads": 5}}"#)
    let variables = ["TERN_MODEL": "variable", "TERN_MODELS": "/c:/d"]
    func taken(
      _ words: [String], of verb: String, _ variables: [String: String] = [:]
    ) throws -> EngineArguments {
      let options = EngineArguments(cache: .f16)
      try VerbParts(options).take(
        words, of: verb, defaults: OptionDefaults(SystemEnvironment(variables), configuration))
      return options
    }
    #expect(try taken([], of: "chat").threads == 3)
    #expect(try taken([], of: "serve").threads == 5)
    #expect(try taken(["-t", "7"], of: "serve").threads == 7)
    let model = try taken([], of: "chat").model
    #expect(model.option.source == .configuration && !model.option.isGiven)
    let variable = try taken([], of: "chat", variables).model
    #expect(variable.option.source == .environment("TERN_MODEL"))
    #expect(try taken(["-m", "x"], of: "chat", variables).model.option.isGiven)
    #expect(try taken([], of: "chat", ["TERN_MODEL": ""]).model.option.source == .configuration)
  }

  @Test("a temperature of the command line wins over a default that is greedy")
  func greedy() throws {
    func options(_ words: [String], _ text: String) throws -> LocalGenerationOptions {
      let options = SamplingArguments()
      try VerbParts(options).take(
        words, of: "chat", defaults: OptionDefaults(.current, configuration(text)))
      return try options.options()
    }
    #expect(try options([], #"{"greedy": true}"#).temperature == 0)
    #expect(try options(["--temperature", "0.5"], #"{"greedy": true}"#).temperature == 0.5)
    #expect(try options([], #"{"greedy": false, "temperature": 0.25}"#).temperature == 0.25)
    #expect(try options(["--greedy"], #"{"temperature": 0.25}"#).temperature == 0)
    #expect(try options([], #"{"draft": 3, "stop": ["a", "b"]}"#).stopStrings == ["a", "b"])
  }

  @Test("keys and values that cannot be are errors that name file and key")
  func wrong() throws {
    let cases: [(String, String)] = [
      (#"{"thread": 4}"#, "'thread'; the nearest is 'threads'"),
      (#"{"serve": {"prot": 1}}"#, "'serve.prot'; the nearest is 'port'"),
      (#"{"json": true}"#, "'json'"), (#"{"chat": {"port": 1}}"#, "'chat.port'"),
      (#"{"threads": "4"}"#, "'threads' must be a number"),
      (#"{"threads": 0}"#, "'threads' takes a whole number from 1 to 1024, not '0'"),
      (#"{"model": 4}"#, "'model' must be a text"), (#"{"greedy": "yes"}"#, "true or false"),
      (#"{"model": ["a", "b"]}"#, "'model' must be a text"), (#"{"serve": 4}"#, "an object"),
      (#"{"stop": [4]}"#, "a text, or a list"), (#"{"cache": "f64"}"#, "'cache' takes f32"),
      (#"{"context": null}"#, "'context'"), ("[]", "an object"), ("{", "not JSON"),
    ]
    for (text, reason) in cases {
      let error = #expect(throws: ConfigurationError.self) { try configuration(text) }
      let message = error.map { "\($0)" } ?? ""
      #expect(message.contains(reason) && message.contains("config.json"), "\(text): \(message)")
    }
  }

  @Test("every option that may have a default is accepted, as itself and for each verb")
  func accepted() throws {
    let options = Command.verbs.flatMap { verb in
      verb.settings.map { (verb.name, $0.declaration) }
    }
    #expect(options.count > 100)
    for (verb, option) in options {
      let value =
        option.placeholder == nil
        ? "true"
        : option.choices.first.map { "\"\($0)\"" } ?? (option.kind == .text ? nil : "1")
      guard let value, option.name != "--logit-bias" else { continue }
      let pair = #""\#(option.settingName)": \#(value)"#
      let text = #"{\#(pair), "\#(verb)": {\#(pair)}}"#
      #expect(throws: Never.self, "\(verb) \(option.name)") { try configuration(text) }
    }
    // A key would otherwise be both.
    let names = Set(Command.verbs.map(\.name))
    #expect(options.allSatisfy { !names.contains($0.1.settingName) })
  }

  @Test("a file that nobody names need not be there, and an empty variable means none")
  func places() throws {
    let machine = try FakeMachine()
    #expect(try !Configuration(machine.environment, verbs: Command.verbs).isRead)
    #expect(
      Configuration.place(machine.environment)?.path == machine.path(".config/tern/config.json"))
    machine.variables["XDG_CONFIG_HOME"] = machine.path("xdg")
    #expect(Configuration.place(machine.environment)?.path == machine.path("xdg/tern/config.json"))
    machine.variables["TERN_CONFIG"] = "~/own.json"
    #expect(Configuration.place(machine.environment)?.path == machine.path("own.json"))
    #expect(throws: ConfigurationError.self) {
      try Configuration(machine.environment, verbs: Command.verbs)
    }
    machine.variables["TERN_CONFIG"] = ""
    #expect(Configuration.place(machine.environment) == nil)
  }

  @Test("tern config shows what is set, and from where")
  func command() throws {
    let machine = try FakeMachine()
    try machine.copyModel("store/tiny.gguf")
    let path = try machine.write(
      "own.json",
      #"{"model": "tiny", "models-dir": "~/store", "api-key": "secret", "serve": {"port": 9}}"#)
    machine.variables["TERN_CONFIG"] = path
    let variables = machine.processVariables
    let page = try CommandRun("config", environment: variables)
    #expect(page.status == 0 && page.text.hasPrefix(path), "\(page.text) \(page.errors)")
    #expect(page.text.contains("serve.port") && !page.text.contains("secret"), "\(page.text)")
    let json = try JSON(parsing: CommandRun("config", "--json", environment: variables).output)
    let settings = json["settings"]?.array ?? []
    func setting(_ key: String, _ verb: JSON = .null) -> JSON? {
      settings.first { $0["key"] == .string(key) && $0["verb"] == verb }
    }
    #expect(setting("model")?["value"] == "tiny" && setting("model")?["from"] == "the file")
    #expect(setting("port", "serve")?["value"] == 9 && setting("port")?["value"] == .null)
    #expect(setting("api-key")?["value"] == "hidden")
    let named = try CommandRun(
      "config", "--json", environment: variables.merging(["TERN_MODEL": "x"]) { $1 })
    let model = try JSON(parsing: named.output)["settings"]?.array?.first { $0["key"] == "model" }
    #expect(model?["value"] == "x" && model?["from"] == "TERN_MODEL")
    #expect(try CommandRun("config", "--path", environment: variables).text == path + "\n")
    #expect(try CommandRun("config", "--path", environment: ["TERN_CONFIG": ""]).failed(with: 1))
    // The defaults hold for verbs.
    let chat = try CommandRun("inspect", environment: variables)
    #expect(chat.text == (try CommandRun("inspect", machine.path("store/tiny.gguf")).text))
  }

  @Test("a wrong file stops the verbs that take defaults, and no others")
  func stops() throws {
    let machine = try FakeMachine()
    machine.variables["TERN_CONFIG"] = try machine.write("own.json", #"{"temprature": 1}"#)
    let variables = machine.processVariables
    for words in [["complete", "a"], ["config"], ["serve"]] {
      let run = try CommandRun(arguments: words, environment: variables)
      #expect(run.failed(with: 1) && run.errors.contains("'temperature'"), "\(run.errors)")
    }
    for words in [["--version"], ["help", "chat"], ["architectures"], ["config", "--path"]] {
      #expect(try CommandRun(arguments: words, environment: variables).status == 0, "\(words)")
    }
  }

  @Test("a default for the context is cut to what a model has")
  func context() throws {
    let machine = try FakeMachine()
    machine.variables["TERN_CONFIG"] = try machine.write("own.json", #"{"context": 1000000}"#)
    let variables = machine.processVariables
    let words = ["-m", Fixtures.tinyLlama]
    for verb in [["complete", "-n", "1", "a"], ["embed", "--pooling", "mean", "a"]] {
      let run = try CommandRun(arguments: verb + words, environment: variables)
      #expect(run.status == 0, "\(run.errors)")
      let given = try CommandRun(
        arguments: verb + words + ["--context", "1000000"], environment: variables)
      #expect(given.failed(with: 1), "\(given.errors)")
    }
  }
}
