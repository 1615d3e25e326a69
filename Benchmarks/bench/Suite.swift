/// What is measured: the words after `tern-bench`.
enum Suite: String, CaseIterable {
  case speed, depth, load, memory, tokenize

  var summary: String {
    switch self {
    case .speed: "tokens per second of generation and of prompts; without a suite, this one"
    case .depth: "the same with ever more tokens in the context"
    case .load: "time to the first token, and what it is made of"
    case .memory: "resident memory after loading and while generating"
    case .tokenize: "megabytes of text per second to tokens and back"
    }
  }

  /// The options that mean something to a suite, besides those of all suites.
  var options: Set<String> {
    switch self {
    case .speed: ["-p", "-n", "-d", "-t", "--cache", "--buffer"]
    case .depth: ["-p", "-n", "--depths", "-t", "--cache", "--buffer", "--svg"]
    case .load: ["-t", "--cache"]
    case .memory: ["-p", "-n", "-t", "--cache"]
    case .tokenize: ["--text"]
    }
  }
}
