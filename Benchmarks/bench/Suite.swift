/// What is measured: the words after `tern-bench`.
enum Suite: String, CaseIterable {
  case speed, depth, load, memory, tokenize, kernels, mask, structured, drafts, chat
  case session, many, embed, make

  var summary: String {
    switch self {
    case .speed: "tokens per second of generation and of prompts; without a suite, this one"
    case .depth: "the same with ever more tokens in the context"
    case .load: "time to the first token, and what it is made of"
    case .memory: "resident memory after loading and while generating"
    case .tokenize: "megabytes of text per second to tokens and back"
    case .kernels: "products of one matrix and of few and many rows, for each type of weights"
    case .mask: "microseconds to say which tokens a JSON Schema allows next"
    case .structured: "tokens per second of constrained and of free generation"
    case .drafts: "tokens per second with drafts and without, for several kinds of work"
    case .chat: "microseconds to write a conversation as a prompt, and reading answers"
    case .session: "the next turn of long conversations, and several sessions at once"
    case .many: "tokens per second of several sequences at once"
    case .embed: "texts per second to vectors"
    case .make: "keep a --synthetic model as a file; measures nothing"
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
    case .kernels: ["-t", "--types", "--buffer"]
    case .mask: ["--corpus", "--whitespace"]
    case .structured: ["-n", "-t", "--cache", "--vocab"]
    case .drafts: ["-t", "--cache", "--vocab"]
    case .chat: ["--template"]
    case .session: ["-n", "-t", "--cache", "--vocab"]
    case .many: ["-p", "-n", "--sequences", "-t", "--cache", "--vocab"]
    case .embed: ["--texts", "--tokens", "-t", "--buffer"]
    case .make: ["-o", "--vocab"]
    }
  }

  /// The options of all suites that this one has too.
  var commonOptions: Set<String> {
    switch self {
    case .make: ["--synthetic", "--seed"]
    case .kernels, .chat: ["-r", "--json", "--csv", "--compare"]
    default: ["-r", "--json", "--csv", "--compare", "-m", "--synthetic", "--seed"]
    }
  }

  /// Whether a model is measured.
  var hasModel: Bool { self != .kernels && self != .chat }

  /// Whether a synthetic model needs a vocabulary to be measured.
  var needsVocabulary: Bool { self == .structured || self == .drafts || self == .session }

  /// What tells the points of a suite from each other, where it has several.
  var pointKey: String? {
    switch self {
    case .depth: "depth"
    case .kernels: "type"
    case .structured: "constraint"
    case .drafts: "work"
    case .session: "history"
    case .many: "sequences"
    case .speed, .load, .memory, .tokenize, .mask, .chat, .embed, .make: nil
    }
  }
}
