import TernDecode

/// What is measured, from the command line.
struct Settings {
  var model: String?
  var synthetic: String?
  var prompt = 512
  var generate = 128
  var depth = 0
  var threads = Machine.processors
  var repetitions = 5
  var json = false

  static let help = """
    tern-bench measures how many tokens per second a model runs at on this machine.

    usage: tern-bench -m FILE [options]
           tern-bench --synthetic SHAPE:TYPE [options]

      -m, --model FILE         the GGUF file
      --synthetic SHAPE:TYPE   random weights in a real model's shape instead of a file; shapes:
                               1b, 0.5b, 135m; types: Q4_K_M, Q8_0, Q4_0, F16 and all others
                               that can be written
      -p, --prompt N           tokens of the prompt; 0 skips it (default: 512)
      -n, --generate N         tokens to generate; 0 skips it (default: 128)
      -d, --depth N            tokens already in the context before each (default: 0)
      -t, --threads N          threads (default: all processors)
      -r, --repeat N           repetitions (default: 5)
      --json                   one JSON document instead of a table

    The read bandwidth of the memory is measured in the same run, so that generation can be shown
    as a share of the limit: every generated token reads all weights once.

    """

  init(_ words: [String]) throws(BenchError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "-m", "--model": model = try Self.value(word, &rest)
      case "--synthetic": synthetic = try Self.value(word, &rest)
      case "-p", "--prompt": prompt = try Self.count(word, &rest, from: 0)
      case "-n", "--generate": generate = try Self.count(word, &rest, from: 0)
      case "-d", "--depth": depth = try Self.count(word, &rest, from: 0)
      case "-t", "--threads": threads = try Self.count(word, &rest, from: 1, to: 1024)
      case "-r", "--repeat": repetitions = try Self.count(word, &rest, from: 1)
      case "--json": json = true
      default: throw .usage("unknown option \(word)")
      }
    }
    guard (model == nil) != (synthetic == nil) else {
      throw .usage("give one of -m FILE and --synthetic SHAPE:TYPE")
    }
  }

  private static func value(
    _ name: String, _ rest: inout ArraySlice<String>
  ) throws(BenchError) -> String {
    guard let value = rest.popFirst() else { throw .usage("\(name) needs a value") }
    return value
  }

  private static func count(
    _ name: String, _ rest: inout ArraySlice<String>, from least: Int, to most: Int = 1_000_000
  ) throws(BenchError) -> Int {
    let text = try value(name, &rest)
    guard let count = Int(text), (least...most).contains(count) else {
      throw .usage("\(name) takes a whole number from \(least) to \(most), not '\(text)'")
    }
    return count
  }
}

/// Why nothing was measured.
enum BenchError: Error {
  case usage(String)
  case failed(String)
}
