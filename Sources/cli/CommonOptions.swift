import Foundation
import TernDecode
import TernFormat
import TernKernels
import TernModel
import TernTokens

#if Cafe
  import TernCafe
#endif

extension CommandOption {
  static let model = value(
    "--model", "PATH",
    "the GGUF file, or the first part of a split one (default: that of TERN_MODEL, else Café)"
  ).short("-m")
  static let prompt = value("--prompt", "TEXT", "the prompt, in the place of PROMPT").short("-p")
  static let json = flag("--json", "print one JSON document")
  static let jsonLines = flag("--jsonl", "one JSON text per input line, one answer per line")
  static let threads = value("--threads", "N", "threads to compute with (default: all processors)")
    .short("-t")
  static let context = value(
    "--context", "N", "positions the context holds (default: the model's or 4096, the smaller)")
  static let logProbabilities = value(
    "--logprobs", "N", "tell each token's log-probability, and the N likeliest in its place")
  static func cache(default type: String) -> CommandOption {
    value("--cache", "TYPE", "how keys and values are kept: f32, f16 or q8_0 (default: \(type))")
  }
}

extension Arguments {
  /// How a verb that answers once sets up its engine; `keptSequences` counts for more answers.
  func engineOptions(keptSequences: Int = 0) throws(CommandFailure) -> EngineOptions {
    var options = EngineOptions()
    options.threads = try threads()
    options.context = try context()
    options.cacheType = try cacheType(default: .f16)
    options.keptSequences = keptSequences
    return options
  }

  /// The model that is named on the command line or in the environment, or the embedded one.
  func modelPath() throws(CommandFailure) -> String {
    if let path = namedModel { return path }
    #if Cafe
      do { return try CafeModel.fileURL().path } catch { throw CommandFailure(error) }
    #else
      throw .usage("--model PATH is missing, and no model was built in")
    #endif
  }

  /// The model that `--model` names, else `TERN_MODEL`; an empty variable names none.
  private var namedModel: String? {
    if let path = string("--model") { return path }
    let variable = ProcessInfo.processInfo.environment["TERN_MODEL"]
    return variable?.isEmpty == false ? variable : nil
  }

  /// What people call the model: its name, or that of its file.
  func modelName() throws(CommandFailure) -> String {
    guard let path = namedModel else { return "Café" }
    let file = URL(filePath: path).lastPathComponent
    let name = (try? GGUFFile(path: path))?.string("general.name") ?? ""
    return name.isEmpty ? file : "\(name) (\(file))"
  }

  /// The prompt, as an operand or as `--prompt`; '-' is standard input.
  func prompt() throws(CommandFailure) -> String {
    let text: String
    if let given = string("--prompt") {
      guard operands.isEmpty else { throw .usage("give PROMPT or --prompt, not both") }
      text = given
    } else {
      text = try operands("PROMPT")[0]
    }
    return text == "-" ? try Input.text() : text
  }

  /// Whether the command line has a prompt.
  var hasPrompt: Bool { !operands.isEmpty || has("--prompt") }

  func threads() throws(CommandFailure) -> Int {
    try int("--threads", in: 1...1024) ?? Machine.processors
  }

  func context() throws(CommandFailure) -> Int? {
    try int("--context", in: 1...Int.max)
  }

  /// How many of the likeliest tokens are told for each place; `nil` where nothing is to be told.
  func logProbabilities() throws(CommandFailure) -> Int? {
    try int("--logprobs", in: 0...Int(Int32.max))
  }

  func cacheType(default type: CacheType) throws(CommandFailure) -> CacheType {
    switch string("--cache") {
    case nil: type
    case "f32": .f32
    case "f16": .f16
    case "q8_0": .q8_0
    case .some(let text): throw .usage("--cache takes f32, f16 or q8_0, not '\(text)'")
    }
  }

  /// The model's file and its vocabulary.
  func tokenizer() throws(CommandFailure) -> Tokenizer {
    let path = try modelPath()
    do { return try Tokenizer(GGUFFile(path: path)) } catch { throw CommandFailure(error) }
  }
}
