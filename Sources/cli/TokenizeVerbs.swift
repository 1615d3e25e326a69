import TernJSON
import TernTokens

extension Verb {
  static let tokenize = Verb(
    name: "tokenize",
    summary: "Turns text on standard input into token ids.",
    discussion: """
      Reads a text from standard input and prints a JSON array of ids. A line end at the end of the
      text counts. --bytes accepts text that is not UTF-8.

        printf 'Hello world' | tern tokenize --model vocab.gguf

      With --jsonl each input line is a JSON string and each output line its array of ids, or
      {"error": …}. Works on files that hold only a vocabulary.
      """,
    TokenizeArguments()
  ) { arguments in
    let tokenizer = try arguments.model.tokenizer()
    let special = arguments.parsesSpecial
    var prefix: [Int32] = []
    if arguments.addsBeginning {
      guard let bos = tokenizer.bos else {
        throw CommandFailure.failed("the vocabulary has no beginning-of-text token")
      }
      prefix = [bos]
    }
    func ids(_ bytes: [UInt8]) -> JSON {
      let ids = prefix + tokenizer.encode(utf8: bytes, parseSpecial: special)
      return .array(ids.map { JSON(Int($0)) })
    }
    guard arguments.readsJSONLines else {
      let bytes = arguments.takesBytes ? try Input.anyBytes("-") : try Input.bytes("-")
      return try Output.write(ids(bytes))
    }
    try [arguments.$takesBytes, arguments.$readsJSONLines].checkExclusive()
    try answerLines { line in
      guard case .string(let text) = line else {
        throw CommandFailure.failed("the line is not a JSON string")
      }
      return ids(Array(text.utf8))
    }
  }

  static let detokenize = Verb(
    name: "detokenize",
    summary: "Turns token ids on standard input into text.",
    discussion: """
      Reads a JSON array of ids and prints the text byte for byte.

        echo '[15339, 1917]' | tern detokenize --model vocab.gguf

      With --jsonl each input line is an array and each output line a JSON string, or
      {"error": …}. --json prints the text as one JSON string. JSON strings are UTF-8: the character
      U+FFFD replaces bytes that are not.
      """,
    DetokenizeArguments()
  ) { arguments in
    let tokenizer = try arguments.model.tokenizer()
    let special = arguments.showsSpecial
    if arguments.readsJSONLines {
      try answerLines { .string(try tokenizer.decode(try ids($0), special: special)) }
      return
    }
    let list: JSON
    let bytes = try Input.bytes("-")
    do { list = try JSON(parsing: bytes) } catch {
      throw CommandFailure.failed("standard input is not a JSON array of ids: \(error)")
    }
    if arguments.printsJSON {
      try Output.write(.string(try tokenizer.decode(try ids(list), special: special)))
    } else {
      try Output.write(try tokenizer.decodeBytes(try ids(list), special: special))
    }
  }

  private static func ids(_ value: JSON) throws -> [Int32] {
    guard case .array(let items) = value else {
      throw CommandFailure.failed("not a JSON array of ids")
    }
    return try items.map { item in
      guard let id = item.int.flatMap(Int32.init(exactly:)) else {
        throw CommandFailure.failed("\(item.text()) is not a token id")
      }
      return id
    }
  }

  /// Answers every line of standard input with one line: what `answer` gives, or its error.
  static func answerLines(_ answer: (JSON) throws -> JSON) throws {
    for line in try Input.lines("-") {
      let reply: JSON
      do { reply = try answer(Input.json(line: line)) } catch {
        reply = ["error": .string(CommandFailure(error).message)]
      }
      try Output.write(reply)
    }
  }
}

/// The options of `tern tokenize`.
struct TokenizeArguments: VerbOptions {
  let model = ModelArguments()
  @Option(.json) private var printsJSON
  @Option(.jsonLines) var readsJSONLines
  @Option(.flag("--special", "control tokens written in the text count as such"))
  var parsesSpecial
  @Option(.flag("--bos", "put the beginning-of-text token first")) var addsBeginning
  @Option(.flag("--bytes", "the input may be any bytes, not UTF-8 text alone")) var takesBytes
}

/// The options of `tern detokenize`.
struct DetokenizeArguments: VerbOptions {
  let model = ModelArguments()
  @Option(.json) var printsJSON
  @Option(.jsonLines) var readsJSONLines
  @Option(.flag("--special", "show control tokens as text")) var showsSpecial
}
