import Foundation
import TernJSON
import TernVersion

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command `tern`: finds the verb, runs it and turns failures into exit statuses.
package struct Command {
  static let verbs: [Verb] = [
    .chat, .serve, .batch, .complete, .tokenize, .detokenize, .logits, .inspect, .quantize,
    .dequantize,
    .respond, .mask, .schemaCheck, .render, .parseTools, .embed, .rerank, .score,
    .architectures, .models, .config, .completions, .man,
  ]

  /// What may stand in the place of a verb.
  static let firstWords = ["help", "--help", "--version"]

  /// What is done before anything else, while the process has one thread and no open files but the
  /// standard ones.
  package static func prepare() {
    StandardDescriptors.openMissing()
    // A reader that goes away is a failed write, not a signal.
    signal(SIGPIPE, SIG_IGN)
  }

  package static func main() async {
    do {
      try await run(words())
    } catch {
      let failure = CommandFailure(error)
      if !failure.message.isEmpty { Output.note("tern: " + failure.message) }
      exit(failure.status)
    }
  }

  /// What stands on the command line after the program's name.
  ///
  /// Swift's own list of it has other characters in the place of what is not UTF-8.
  private static func words() throws(CommandFailure) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
      do { words.append(try Input.text(bytes, named: "argument \(index)")) } catch {
        throw .usage(error.message)
      }
    }
    return words
  }

  static func run(_ words: [String]) async throws {
    guard let name = words.first else { throw CommandFailure.usage("no verb; try 'tern help'") }
    if ["help", "--help", "-h"].contains(name) {
      try Output.write(words.count > 1 ? verb(words[1]).help : overview)
      return
    }
    if name == "--version" { return try showVersion(Array(words.dropFirst())) }
    let verb = try Self.verb(name)
    let rest = Array(words.dropFirst())
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      try Output.write(verb.help)
      return
    }
    do {
      try await verb.parse(rest, defaults: .current(for: verb))()
    } catch let error as OptionError {
      throw CommandFailure.usage("\(name): \(error); see 'tern help \(name)'")
    } catch CommandFailure.usage(let text) {
      throw CommandFailure.usage("\(name): \(text); see 'tern help \(name)'")
    }
  }

  private static func showVersion(_ words: [String]) throws(CommandFailure) {
    switch words {
    case []: try Output.write("tern \(Version.text)\n")
    case ["--json"]:
      try Output.write([
        "program": "tern", "version": .string(Version.number),
        "commit": Version.commit.map { .string($0) } ?? .null,
        "configuration": .string(Version.configuration),
      ])
    default: throw .usage("--version takes --json and nothing else")
    }
  }

  static func verb(_ name: String) throws(CommandFailure) -> Verb {
    guard let verb = verbs.first(where: { $0.name == name }) else {
      let known = verbs.map(\.name).joined(separator: ", ")
      throw .usage("unknown verb '\(name)'; known: \(known)")
    }
    return verb
  }

  /// What the program is, in one line.
  static let summary = "runs language models from GGUF files on this machine's processor"

  /// What holds for every verb.
  static let manners = """
    'tern help VERB' explains a verb. Every verb takes --json for one JSON document on
    standard output; diagnostics go to standard error. Exit status: 0 done, 1 failed, 2 the
    command line was not understood. TERN_MODEL in the environment names the model of a command
    without --model; both take a file, or a name of 'tern models'. Text is UTF-8; other input is an
    error. A terminal gets no control characters of models, tools and files; pipes and files get
    every byte.
    """

  private static var overview: String {
    let width = verbs.reduce(0) { max($0, $1.name.count) }
    let list = verbs.map { verb in
      "  \(verb.name)" + String(repeating: " ", count: width + 2 - verb.name.count) + verb.summary
    }
    return """
      tern \(summary).

      usage: tern VERB [arguments]

      verbs:
      \(list.joined(separator: "\n"))

      \(manners)

      """
  }
}
