import TernFormat
import TernTokens

/// How a query and a document become the one text that a reranker reads.
package struct RankingPrompt: Sendable {
  private let tokenizer: Tokenizer
  /// A text with `{query}` and `{document}`; `nil`: both between the vocabulary's separators.
  private let template: String?
  private let beginning: [Int32]
  private let between: [Int32]
  private let ending: [Int32]

  /// What the file says, or what its kind of model was trained with.
  package init(_ file: GGUFFile, _ tokenizer: Tokenizer) {
    self.tokenizer = tokenizer
    let architecture = file.string("general.architecture") ?? ""
    template =
      file.string("tokenizer.chat_template.rerank")
      ?? (["qwen3", "qwen3vl"].contains(architecture) ? Self.yesOrNo : nil)
    func id(_ name: String) -> Int32? {
      let key = "tokenizer.ggml.\(name)_token_id"
      return file.int(key).flatMap(Int32.init(exactly:)).flatMap { id in
        tokenizer.attributes(of: id) == nil ? nil : id
      }
    }
    let separator = tokenizer.separator ?? tokenizer.eos
    let end = tokenizer.closing ?? tokenizer.eos ?? separator
    beginning = [id("cls") ?? tokenizer.bos].compactMap { $0 }
    ending = [end].compactMap { $0 }
    // RoBERTa's descendants have two separators between the texts, BERT's one.
    let isDoubled =
      tokenizer.kind != "bert"
      && (file.bool("tokenizer.ggml.add_sep_token") ?? (tokenizer.kind == "t5"))
    between = [end, isDoubled ? separator : nil].compactMap { $0 }
  }

  /// The tokens of one query and of as much of a document as fits `limit` tokens with it.
  package func tokens(query: String, document: String, limit: Int) -> [Int32] {
    let whole = tokens(query: query, document: document)
    guard whole.count > limit else { return whole }
    // Tokens grow with the text, or nearly so.
    var (fitting, tooLong) = (0, document.count)
    while fitting + 1 < tooLong {
      let middle = (fitting + tooLong) / 2
      let tokens = tokens(query: query, document: String(document.prefix(middle)))
      if tokens.count <= limit { fitting = middle } else { tooLong = middle }
    }
    return tokens(query: query, document: String(document.prefix(fitting)))
  }

  /// The tokens of one query and one document.
  package func tokens(query: String, document: String) -> [Int32] {
    guard let template else {
      return beginning + tokenizer.encode(query) + between + tokenizer.encode(document) + ending
    }
    var text: [UInt8] = []
    var data: [Range<Int>] = []
    func append(data value: String) {
      let start = text.count
      text += value.utf8
      data.append(start..<text.count)
    }
    var rest = template[...]
    while let place = Self.next(in: rest) {
      text += rest[..<place.range.lowerBound].utf8
      append(data: place.isQuery ? query : document)
      rest = rest[place.range.upperBound...]
    }
    text += rest.utf8
    let prefix = tokenizer.addBOS ? [tokenizer.bos].compactMap { $0 } : []
    return prefix + tokenizer.encode(prompt: text, data: data)
  }

  private static func next(
    in text: Substring
  ) -> (range: Range<Substring.Index>, isQuery: Bool)? {
    let query = text.firstRange(of: "{query}").map { (range: $0, isQuery: true) }
    let document = text.firstRange(of: "{document}").map { (range: $0, isQuery: false) }
    guard let query, let document else { return query ?? document }
    return query.range.lowerBound < document.range.lowerBound ? query : document
  }

  /// The prompt of Qwen3's rerankers, which answer yes or no.
  private static let yesOrNo = """
    <|im_start|>system
    Judge whether the Document meets the requirements based on the Query and the Instruct \
    provided. Note that the answer can only be "yes" or "no".<|im_end|>
    <|im_start|>user
    <Instruct>: Given a web search query, retrieve relevant passages that answer the query
    <Query>: {query}
    <Document>: {document}<|im_end|>
    <|im_start|>assistant
    <think>

    </think>


    """
}
