import Foundation
import TernDecode
import TernFormat
import TernKernels
import TernModel
import TernTokens

extension CommandOption {
  static let model = value("--model", "PATH", "the GGUF file (the first part of a split one)")
  static let json = flag("--json", "print one JSON document")
  static let jsonLines = flag("--jsonl", "one JSON text per input line, one answer per line")
  static let threads = value("--threads", "N", "threads to compute with (default: all processors)")
  static let context = value(
    "--context", "N", "positions the context holds (default: the model's or 4096, the smaller)")
  static func cache(default type: String) -> CommandOption {
    value("--cache", "TYPE", "how keys and values are kept: f32, f16 or q8_0 (default: \(type))")
  }
}

extension Arguments {
  func modelPath() throws(CommandFailure) -> String {
    guard let path = string("--model") else { throw .usage("--model PATH is missing") }
    return path
  }

  func threads() throws(CommandFailure) -> Int {
    try int("--threads", in: 1...1024) ?? Machine.processors
  }

  func context() throws(CommandFailure) -> Int? {
    try int("--context", in: 1...Int.max)
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
