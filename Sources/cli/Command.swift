import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command `tern`: finds the verb, runs it and turns failures into exit statuses.
package struct Command {
  static let verbs: [Verb] = [
    .chat, .complete, .tokenize, .detokenize, .logits, .inspect, .quantize, .dequantize,
    .respond, .mask, .schemaCheck, .render, .parseTools,
  ]

  package static func main() async {
    // A reader that goes away is a failed write, not a signal.
    signal(SIGPIPE, SIG_IGN)
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      let failure = CommandFailure(error)
      Output.note("tern: " + failure.message)
      exit(failure.status)
    }
  }

  static func run(_ words: [String]) async throws {
    guard let name = words.first else { throw CommandFailure.usage("no verb; try 'tern help'") }
    if ["help", "--help", "-h"].contains(name) {
      try Output.write(words.count > 1 ? verb(words[1]).help : overview)
      return
    }
    if name == "--version" {
      try Output.write("tern \(version)\n")
      return
    }
    let verb = try Self.verb(name)
    let rest = Array(words.dropFirst())
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      try Output.write(verb.help)
      return
    }
    do {
      try await verb.run(Arguments(rest, options: verb.options))
    } catch CommandFailure.usage(let text) {
      throw CommandFailure.usage("\(name): \(text); see 'tern help \(name)'")
    }
  }

  static let version = "0.1.0"

  private static func verb(_ name: String) throws(CommandFailure) -> Verb {
    guard let verb = verbs.first(where: { $0.name == name }) else {
      let known = verbs.map(\.name).joined(separator: ", ")
      throw .usage("unknown verb '\(name)'; known: \(known)")
    }
    return verb
  }

  private static var overview: String {
    let width = verbs.reduce(0) { max($0, $1.name.count) }
    let list = verbs.map { verb in
      "  \(verb.name)" + String(repeating: " ", count: width + 2 - verb.name.count) + verb.summary
    }
    return """
      tern runs language models from GGUF files on this machine's processor.

      usage: tern VERB [arguments]

      verbs:
      \(list.joined(separator: "\n"))

      'tern help VERB' explains a verb. Every verb takes --json for one JSON document on
      standard output; diagnostics go to standard error. Exit status: 0 done, 1 failed, 2 the
      command line was not understood.

      """
  }
}
