import TernDecode
import TernGrammar
import TernKernels
import TernQuant

/// What is measured and how it is shown, from the command line.
struct Settings {
  enum Output { case table, json, csv }

  var suite = Suite.speed
  var model: String?
  var synthetic: String?
  var seed = Synthetic.seed
  /// Where a synthetic model is kept.
  var file = ""
  var prompt = 512
  var generate = 128
  var depth = 0
  /// Texts of a pass, and tokens of each.
  var texts = 16
  var tokens = 128
  /// Sequences that generate at the same time.
  var sequences = [1, 2, 4, 8, 16]
  var depths = [0, 512, 1024, 2048, 4096]
  var threads = Machine.processors
  var cache = CacheType.f16
  var repetitions = 5
  /// Bytes that are read to measure the bandwidth.
  var buffer = 512 << 20
  var text: String?
  var corpus: String?
  var vocabulary: String?
  var template: String?
  var whitespace = MachineOptions.Whitespace.compact
  var types = KernelsSuite.types
  var output = Output.table
  var compare: String?
  var svg: String?

  static let help = """
    tern-bench measures how fast a model runs on this machine, and how far that is from what the
    machine could do.

    usage: tern-bench report [-m FILE] [options]
           tern-bench compare A.json B.json [options]
           tern-bench [SUITE] -m FILE [options]
           tern-bench [SUITE] --synthetic SHAPE:TYPE [options]
           tern-bench make --synthetic SHAPE:TYPE -o FILE [--vocab FILE]
           tern-bench kernels [options]
           tern-bench chat --template FILE [options]

    report measures everything in five minutes and writes a page (tern-bench report --help);
    compare sets two reports beside each other (tern-bench compare --help).

    suites:
    \(Suite.allCases.map { line($0.rawValue, $0.summary) }.joined(separator: "\n"))

    options:
      -m, --model MODEL        the GGUF file, or a model of 'tern models' by its name
      --synthetic SHAPE:TYPE   random weights in a real model's shape instead of a file; types:
                               Q4_K_M, Q8_0, Q4_0, F16 and all others that can be written
      --seed N                 another choice of random weights (default: \(Synthetic.seed))
      -p, --prompt N           tokens of the prompt; 0 skips it (default: 512; many: 128)
      -n, --generate N         tokens to generate; 0 skips it (default: 128; depth: 32,
                               many: 64)
      -d, --depth N            speed: tokens already in the context before each (default: 0)
      --depths N,N,…           depth: the depths (default: 0,512,1024,2048,4096)
      -t, --threads N          threads (default: all processors)
      --cache TYPE             keys and values as f32, f16 or q8_0 (default: f16)
      -r, --repeat N           repetitions (default: 5)
      --buffer MIB             memory that is read to measure the bandwidth; many times the
                               caches (default: 512)
      --text FILE              tokenize: the text (default: a megabyte of generated mixed text)
      --sequences N,N,…        many: how many generate at the same time (default: 1,2,4,8,16)
      --vocab FILE             structured, drafts, session, many, make: the file whose vocabulary a synthetic
                               model gets
      -o, --output FILE        make: where the model is kept
      --texts N                embed: texts that are read together (default: 16)
      --tokens N               embed: tokens of each text (default: 128)
      --corpus FILE            mask: JSON array of {id, schema, samples}
      --template FILE          chat: the template
      --whitespace STYLE       mask: compact or any (default: compact)
      --types TYPE,TYPE,…      kernels: the types of weights (default: all that have kernels)
      --json, --csv            one JSON document, or comma-separated lines, instead of a table
      --svg FILE               depth: draw the tokens per second by depth
      --compare FILE           compare with a saved --json run: counts exactly (exit status 1 where
                               one differs), times by their ratio
      --version                the version, alone or with --json

    shapes:
    \(Shape.all.map { line($0.name, $0.model, width: 17) }.joined(separator: "\n"))
      tiny-SHAPE       the same kinds of layers, few and narrow: measured in no time

    The read bandwidth of the memory and the peak of int8 arithmetic are measured in the same run:
    generating a token reads all weights and the cached keys and values once, a prompt is
    arithmetic. Benchmarks/README.md says what each figure means.

    """

  private static func line(_ name: String, _ text: String, width: Int = 11) -> String {
    "  " + name + String(repeating: " ", count: width - name.count) + text
  }

  /// The settings of a suite where nothing else is said.
  init(_ suite: Suite = .speed) {
    self.suite = suite
    if suite == .depth { (generate, repetitions) = (32, 3) }
    if suite == .many { (prompt, generate, repetitions) = (128, 64, 3) }
    if suite == .kernels { (buffer, repetitions) = (256 << 20, 3) }
  }

  init(_ words: [String]) throws(BenchError) {
    self.init()
    var words = OptionWords(words)
    if let word = words.first, !word.hasPrefix("-") {
      guard let suite = Suite(rawValue: word) else {
        let known = Suite.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("unknown suite '\(word)'; known: \(known)")
      }
      _ = words.next()
      self = Settings(suite)
    }
    while let word = words.next() { try read(word, &words) }
    guard suite.hasModel == false || (model == nil) != (synthetic == nil) else {
      throw .usage("give one of -m FILE and --synthetic SHAPE:TYPE")
    }
    guard suite != .make || !file.isEmpty else { throw .usage("make needs -o FILE") }
    guard vocabulary == nil ? !suite.needsVocabulary || synthetic == nil : synthetic != nil else {
      throw .usage("--vocab FILE gives a --synthetic model its vocabulary")
    }
    guard !suite.options.contains("-p") || prompt + generate > 0 else {
      throw .usage("with -p 0 and -n 0 there is nothing to measure")
    }
  }

  private mutating func read(
    _ word: String, _ words: inout OptionWords
  ) throws(BenchError) {
    let short = [
      "--model": "-m", "--prompt": "-p", "--generate": "-n", "--depth": "-d", "--threads": "-t",
      "--repeat": "-r", "--output": "-o",
    ]
    let option = short[word] ?? word
    if !suite.commonOptions.contains(option), !suite.options.contains(option) {
      let isKnown = Suite.allCases.contains {
        $0.options.contains(option) || $0.commonOptions.contains(option)
      }
      throw .usage(
        isKnown
          ? "the suite \(suite.rawValue) has no option \(word)" : "unknown option \(word)")
    }
    switch option {
    case "-m": model = try words.value(word)
    case "--synthetic": synthetic = try words.value(word)
    case "--seed": seed = UInt64(try words.count(word, from: 0))
    case "-o": file = try words.value(word)
    case "--texts": texts = try words.count(word, from: 1, to: 4096)
    case "--tokens": tokens = try words.count(word, from: 1)
    case "-p": prompt = try words.count(word, from: 0)
    case "-n": generate = try words.count(word, from: 0)
    case "-d": depth = try words.count(word, from: 0)
    case "--depths": depths = try words.list(word, 0...1_000_000)
    case "--sequences": sequences = try words.list(word, 1...256)
    case "-t": threads = try words.count(word, from: 1, to: 1024)
    case "--cache": cache = try words.cache(word)
    case "-r": repetitions = try words.count(word, from: 1)
    case "--buffer": buffer = try words.count(word, from: 1, to: 1 << 20) << 20
    case "--text": text = try words.value(word)
    case "--vocab": vocabulary = try words.value(word)
    case "--corpus": corpus = try words.value(word)
    case "--template": template = try words.value(word)
    case "--whitespace": whitespace = try Self.whitespace(word, &words)
    case "--types": types = try Self.types(word, &words)
    case "--compare": compare = try words.value(word)
    case "--svg": svg = try words.value(word)
    default: try choose(option == "--json" ? .json : .csv)
    }
  }

  private mutating func choose(_ output: Output) throws(BenchError) {
    guard self.output == .table || self.output == output else {
      throw .usage("give one of --json and --csv")
    }
    self.output = output
  }

  private static func types(
    _ name: String, _ words: inout OptionWords
  ) throws(BenchError) -> [TensorType] {
    var list: [TensorType] = []
    let names = try words.value(name).split(separator: ",", omittingEmptySubsequences: false)
    for word in names {
      guard let type = TensorType(name: String(word)), KernelsSuite.types.contains(type) else {
        let known = KernelsSuite.types.map(\.name).joined(separator: ", ")
        throw .usage("\(name) takes some of \(known), not '\(word)'")
      }
      if !list.contains(type) { list.append(type) }
    }
    return list
  }

  private static func whitespace(
    _ name: String, _ words: inout OptionWords
  ) throws(BenchError) -> MachineOptions.Whitespace {
    switch try words.value(name) {
    case "compact": return .compact
    case "any": return .any
    case let text: throw .usage("\(name) takes compact or any, not '\(text)'")
    }
  }
}

/// Why nothing was measured.
enum BenchError: Error {
  case usage(String)
  case failed(String)
}
