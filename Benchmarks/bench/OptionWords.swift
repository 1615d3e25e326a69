import TernDecode
import TernKernels
import TernModel

/// The words of a command line that are still to be read.
struct OptionWords {
  private var rest: ArraySlice<String>

  init(_ words: [String]) { rest = words[...] }

  var first: String? { rest.first }

  mutating func next() -> String? { rest.popFirst() }

  /// The value of the option `name`.
  mutating func value(_ name: String) throws(BenchError) -> String {
    guard let value = rest.popFirst() else { throw .usage("\(name) needs a value") }
    return value
  }

  mutating func count(
    _ name: String, from least: Int, to most: Int = 1_000_000
  ) throws(BenchError) -> Int {
    try Self.number(value(name), name, least...most)
  }

  /// Numbers in rising order, each once.
  mutating func list(_ name: String, _ range: ClosedRange<Int>) throws(BenchError) -> [Int] {
    var list: Set<Int> = []
    let words = try value(name).split(separator: ",", omittingEmptySubsequences: false)
    for word in words { list.insert(try Self.number(String(word), name, range)) }
    return list.sorted()
  }

  mutating func cache(_ name: String) throws(BenchError) -> CacheType {
    let text = try value(name)
    guard let type = CacheType.allCases.first(where: { "\($0)" == text.lowercased() }) else {
      throw .usage("\(name) takes f32, f16 or q8_0, not '\(text)'")
    }
    return type
  }

  private static func number(
    _ text: String, _ name: String, _ range: ClosedRange<Int>
  ) throws(BenchError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "\(name) takes whole numbers from \(range.lowerBound) to \(range.upperBound), "
          + "not '\(text)'")
    }
    return number
  }
}
