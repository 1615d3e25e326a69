import Foundation
import TernDecode
import TernKernels
import TernModel

/// What `tern-bench report` measures and where it writes, from the command line.
struct ReportSettings {
  var model: String?
  var synthetic: String?
  var encoder: String?
  var syntheticEncoder: String?
  var page = ""
  var threads = Machine.processors
  var cache = CacheType.f16
  var minutes = 5.0
  var isQuick = false
  var like: String?
  var parts = ReportPart.allCases
  var isJSON = false

  /// The encoder that is measured where none is given.
  static let standardEncoder = "bge-base:Q8_0"

  static let help = """
    usage: tern-bench report [-m FILE | --synthetic SHAPE:TYPE] [options]

    Measures everything that a user of a model notices, in about five minutes, and writes a page and
    a JSON file beside it. Without a model it measures Café, which comes along.

      -m, --model FILE         the GGUF file of a model that generates text
      --synthetic SHAPE:TYPE   random weights in a real model's shape instead
      --encoder FILE           the GGUF file of an embedding model
      --synthetic-encoder SHAPE:TYPE
                               random weights in an encoder's shape (without an encoder:
                               \(standardEncoder))
      -o, --output FILE        the page, FILE.html; the JSON file is FILE.json
                               (default: tern-report-DATE.html here)
      --minutes N              the time that it may take (default: 5)
      --quick                  one minute, with smaller sizes
      --like FILE              the sizes of this report, so that both can be compared
      --parts PART,PART,…      some of speed, depth, load, memory, many, masks, embeddings
      -t, --threads N          threads (default: all processors)
      --cache TYPE             keys and values as f32, f16 or q8_0 (default: f16)
      --json                   print the JSON document too, instead of a summary

    Ctrl-C writes what was measured so far; a second one ends at once. Exit status: 0, or 130 after
    Ctrl-C, 1 where something cannot be measured or written, 2 for bad options.

    """

  init(_ words: [String]) throws(BenchError) {
    var words = OptionWords(words)
    while let word = words.next() { try read(word, &words) }
    guard model == nil || synthetic == nil else {
      throw .usage("give one of -m FILE and --synthetic SHAPE:TYPE")
    }
    guard encoder == nil || syntheticEncoder == nil else {
      throw .usage("give one of --encoder FILE and --synthetic-encoder SHAPE:TYPE")
    }
    if page.isEmpty { page = "tern-report-\(Self.fileDate(Date())).html" }
    guard !page.hasSuffix(".json") else {
      throw .usage("-o takes the name of the page, not of the JSON file")
    }
  }

  private mutating func read(_ word: String, _ words: inout OptionWords) throws(BenchError) {
    switch word {
    case "-m", "--model": model = try words.value(word)
    case "--synthetic": synthetic = try words.value(word)
    case "--encoder": encoder = try words.value(word)
    case "--synthetic-encoder": syntheticEncoder = try words.value(word)
    case "-o", "--output": page = try words.value(word)
    case "--minutes": minutes = Double(try words.count(word, from: 1, to: 24 * 60))
    case "--quick": (minutes, isQuick) = (1, true)
    case "--like": like = try words.value(word)
    case "--parts": parts = try Self.parts(words.value(word))
    case "-t", "--threads": threads = try words.count(word, from: 1, to: 1024)
    case "--cache": cache = try words.cache(word)
    case "--json": isJSON = true
    default: throw .usage("unknown option \(word)")
    }
  }

  private static func parts(_ text: String) throws(BenchError) -> [ReportPart] {
    var chosen: Set<ReportPart> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let part = ReportPart(rawValue: String(word)) else {
        let known = ReportPart.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("--parts takes some of \(known), not '\(word)'")
      }
      chosen.insert(part)
    }
    return ReportPart.allCases.filter(chosen.contains)
  }

  /// The JSON file beside the page.
  var jsonPath: String {
    let stem = page.hasSuffix(".html") ? String(page.dropLast(5)) : page
    return stem + ".json"
  }

  /// The sizes before they are made to fit.
  var sizes: ReportSizes {
    var sizes = ReportSizes()
    if isQuick {
      (sizes.prompt, sizes.generate) = (256, 64)
      (sizes.depths, sizes.depthPrompt) = ([0, 512, 1024], 128)
      (sizes.sequences, sizes.manyGenerate) = ([1, 4, 8], 32)
      (sizes.texts, sizes.textTokens) = (4, [16, 128])
      (sizes.least, sizes.most, sizes.buffer) = (3, 10, 128)
    }
    return sizes
  }

  /// A date for the name of a file, in the time of the machine's place.
  private static func fileDate(_ date: Date) -> String {
    let parts = Calendar(identifier: .gregorian).dateComponents(
      [.year, .month, .day, .hour, .minute], from: date)
    func two(_ value: Int?) -> String { String(format: "%02d", value ?? 0) }
    return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
      + "-\(two(parts.hour))\(two(parts.minute))"
  }
}
