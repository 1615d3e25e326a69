import TernDecode
import TernJSON
import TernModel

extension Verb {
  static let rerank = Verb(
    name: "rerank", operands: "QUERY",
    summary: "Sorts documents by how well they answer a query.",
    discussion: """
      Each line of the file of --documents ('-' for standard input) is a document; with --jsonl each
      is a JSON string, or an object with a member "text". A reranker reads each of them together
      with QUERY and gives it a score.

        tern rerank --model reranker.gguf "how do cats purr" --documents passages.txt --top 3

      Prints the score, the number of the line (from 0) and the document, the best first. Scores are
      the model's own: some are probabilities, others any numbers, of which only the order counts.
      --json prints {"results": [{index, score, document}, ...]}.
      """,
    options: [
      .model, .threads, .context, .cache(default: "f32"), .json, .jsonLines,
      .value("--documents", "FILE", "the documents, one on each line"),
      .value("--top", "N", "only the best N"),
    ]
  ) { arguments in
    let query = try arguments.operands("QUERY")[0]
    guard let path = arguments.string("--documents") else {
      throw CommandFailure.usage("--documents FILE is missing")
    }
    let top = try arguments.int("--top", in: 1...Int.max) ?? .max
    let documents = try documents(path, isJSON: arguments.has("--jsonl"))
    var options = try arguments.engineOptions()
    options.cacheType = try arguments.cacheType(default: .f32)
    let engine = try await openEngine(arguments.modelPath(), options)
    let results = try await engine.ranking(of: documents, for: query).prefix(top)
    guard arguments.has("--json") else {
      for result in results {
        try Output.write("\(result.score)\t\(result.index)\t\(documents[result.index])\n")
      }
      return
    }
    try Output.write([
      "results": .array(
        results.map { result in
          [
            "index": JSON(result.index), "score": JSON(Double(result.score)) ?? .null,
            "document": .string(documents[result.index]),
          ]
        })
    ])
  }

  private static func documents(_ path: String, isJSON: Bool) throws -> [String] {
    var documents: [String] = []
    for (index, line) in try Input.lines(path).enumerated() {
      let name = "line \(index + 1) of \(Input.name(path))"
      guard isJSON else {
        let ending = line.last == UInt8(ascii: "\r") ? 1 : 0
        documents.append(try Input.text(Array(line.dropLast(ending)), named: name))
        continue
      }
      let value = try JSON(parsing: Array(try Input.text(line, named: name).utf8))
      guard let text = value.string ?? value["text"]?.string else {
        throw CommandFailure.failed("\(name) is neither a JSON string nor an object with a text")
      }
      documents.append(text)
    }
    return documents
  }
}
