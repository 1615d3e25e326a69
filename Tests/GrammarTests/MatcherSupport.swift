import TernFormat
import TernJSON
import TernTestSupport
import TernTokens

@testable import TernGrammar

/// Vocabularies and constraints for tests of masks.
enum MatcherSupport {
  /// A byte-level vocabulary: all bytes, and tokens that cut JSON in awkward places.
  static func smallTables() throws -> VocabularyTables {
    let merges = [
      "a b", "ab c", "a a", "Ġ a", "Ġ t", "t r", "tr u", "tru e", "\" ,", "\", \"", "\" :",
      "\": \"",
      "\\ \"", "\\ n", "\\ u", "1 2", "12 3", "0 0", "{ \"", "\" }", "\"} ,", "] ,", ", \"", "} ,",
      "] }", "} }", "[ {", "[{ \"", "n a", "na m", "nam e", "Ã ¤", "Ã ¤a", "a \"", "a\" ,", "ab \"",
      "c o", "co d", "cod e", "Ġ Ġ", "Ċ Ġ", "ĊĠ Ġ", "ĠĠ \"", ": Ġ", ", Ġ", "A b", "Ab c", ". c",
      "1 ,", "0 ]", "e \"", "e\" :", "x y", "- 1", "é é", "ð Ł", "ðŁ ĺ", "ðŁĺ Ģ", "a .",
    ]
    return try tables(merges)
  }

  /// All numbers of three digits and the same number of random words: subtrees of a trie that are
  /// taken as a whole.
  static func denseTables() throws -> VocabularyTables {
    var random = SeededGenerator(seed: 11)
    let digits = (0...9).map(String.init)
    var merges = digits.flatMap { a in digits.map { "\(a) \($0)" } }
    merges += digits.flatMap { a in digits.flatMap { b in digits.map { "\(a)\(b) \($0)" } } }
    var known = Set(merges.map { $0.filter { $0 != " " } })
    let letters = ["a", "b", "c", "x", "A", "B", "Z", "_", ".", "@", "-", "Ġ", "\"", "Ã", "¤"]
    var words = letters
    while words.count < 1_200 {
      let left = words[Int.random(in: words.indices, using: &random)]
      let right = letters[Int.random(in: letters.indices, using: &random)]
      guard left.count < 7, known.insert(left + right).inserted else { continue }
      merges.append("\(left) \(right)")
      words.append(left + right)
    }
    return try tables(merges)
  }

  private static func tables(_ merges: [String]) throws -> VocabularyTables {
    VocabularyTables(try tokenizer(merges: merges, specials: ["<|other|>"]))
  }

  /// A byte-level vocabulary: all bytes, what `merges` make, a token that ends, and others.
  static func tokenizer(
    merges: [String] = ["a b", "ab c", "n a", "1 2", "{ \"", "< c"], specials: [String]
  ) throws -> Tokenizer {
    var source = VocabularySource.bytes(merges: merges, controls: ["<|end|>"] + specials)
    source.ids = ["eos_token_id": 256 + merges.count]
    return try Tokenizer(source)
  }

  /// The tables of a published vocabulary.
  static func tables(_ name: String) throws -> VocabularyTables? {
    guard let url = SharedSuites.url("suites/tokenizers/ggml-vocab-\(name).gguf") else {
      return nil
    }
    return VocabularyTables(try Tokenizer(GGUFFile(path: url.path)))
  }

  static func constraint(
    _ schema: String, whitespace: MachineOptions.Whitespace = .compact
  ) throws -> Constraint {
    var options = MachineOptions.generation
    options.whitespace = whitespace
    return try Constraint(.schema(JSON(parsing: schema)), options: options)
  }

  /// Schemas whose texts hold runs of characters and digits in any order.
  static let runs = [
    ##"{"type":"string","pattern":"^[A-Z][a-z]{1,6}( [A-Z][a-z]*)*$"}"##,
    ##"{"type":"string","pattern":"^[a-z_][a-z0-9_]*$"}"##,
    ##"{"type":"string","pattern":"^#[A-Za-z0-9_]{1,5}$"}"##,
    ##"{"type":"string","pattern":"^[A-Z][^.!?]{2,9}[.!?]$"}"##,
    ##"{"type":"string","pattern":"^[0-9]{2,5}-[0-9]*$"}"##,
    ##"{"type":"string","pattern":"^([a-c]|[A-Z]{3})*$"}"##,
    ##"{"type":"string","format":"email"}"##, ##"{"type":"string","format":"hostname"}"##,
    ##"{"type":"string","format":"uuid"}"##, ##"{"type":"integer"}"##, ##"{"type":"number"}"##,
    ##"{"type":"integer","minimum":-120,"maximum":34567}"##,
    ##"{"type":"integer","minimum":1000}"##, ##"{"type":"integer","multipleOf":7}"##,
    ##"{"type":"number","minimum":0.125,"exclusiveMaximum":12.5}"##,
    ##"{"type":"number","not":{"enum":[12,125,0.5]}}"##,
    ##"{"type":"array","items":{"anyOf":[{"type":"integer","maximum":99},{"const":1234}]}}"##,
    ##"{"type":"integer","not":{"multipleOf":5}}"##,
  ]

  /// Schemas that lead through every way of making masks.
  static let schemas = [
    #"{"type":"string"}"#,
    #"{"type":"string","minLength":2,"maxLength":5}"#,
    #"{"type":"string","maxLength":40}"#,
    #"{"type":"string","pattern":"^[a-c]{2,4}$"}"#,
    #"{"type":"string","pattern":"^[a-z][a-z0-9_]*$"}"#,
    #"{"type":"string","pattern":"^[A-Z][^.!?]{1,6}[.!?]$"}"#,
    #"{"type":"string","pattern":"^([A-Z][a-z]{1,3} ){1,2}[A-Z][a-z]{1,4}$"}"#,
    #"{"type":"string","pattern":"ab+c"}"#,
    #"{"type":"string","pattern":"^[^a]*$"}"#,
    #"{"enum":["abc","ab","a\"b","\u00e4a","true",12,null]}"#,
    #"{"type":"integer","minimum":-12,"maximum":1230}"#,
    #"{"type":"number"}"#,
    #"{"type":["string","null","integer"]}"#,
    #"{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3}"#,
    #"{"type":"array","items":{"type":"boolean"}}"#,
    #"{"type":"array","items":{"enum":["a","ab","abc"]},"uniqueItems":true}"#,
    #"{"type":"object","properties":{"name":{"type":"string"},"code":{"type":"integer"}},"required":["name"],"additionalProperties":false}"#,
    #"{"type":"object","properties":{"name":{"type":"string"}},"additionalProperties":{"type":"integer"}}"#,
    #"{"type":"object","additionalProperties":{"type":"boolean"}}"#,
    #"{"type":"object","patternProperties":{"^a":{"type":"integer"}},"additionalProperties":{"type":"string"}}"#,
    #"{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"type":"object","properties":{"a":{"type":"integer"},"ab":{"type":"null"}},"required":["a","ab"]}]}"#,
    #"{"type":"object"}"#,
    "true",
  ]
}
