import Foundation
import TernFormat
import TernTokens

/// Megabytes of text per second that one thread turns into tokens, and back.
struct TokenizeSuite {
  let settings: Settings
  let subject: Subject

  func run(_ result: inout SuiteResult) throws {
    let file = try GGUFFile(path: subject.path)
    var tokenizer: Tokenizer?
    let load = try seconds {
      tokenizer = try Tokenizer(file)
      tokenizer?.prepare()
    }
    guard let tokenizer else { return }
    let text: [UInt8]
    if let path = settings.text {
      guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else {
        throw BenchError.failed("cannot read \(path), or it is empty")
      }
      text = Array(data)
    } else {
      text = SampleText.mixed(1 << 20)
    }
    result.figures = [
      Figure("vocabulary_s", "vocabulary", "s", .time, load, note: "\(tokenizer.count) tokens")
    ]
    result.figures += try figures(tokenizer, text, key: "", label: "text")
    let line = SampleText.line(1 << 20)
    result.figures += try figures(tokenizer, line, key: "line_", label: "one line, no spaces")
  }

  private func figures(
    _ tokenizer: Tokenizer, _ text: [UInt8], key: String, label: String
  ) throws -> [Figure] {
    var ids: [Int32] = []
    var bytes: [UInt8] = []
    var encode: [Double] = []
    var decode: [Double] = []
    for _ in 0..<settings.repetitions {
      let megabytes = Double(text.count) / 1e6
      encode.append(megabytes / seconds { ids = tokenizer.encode(utf8: text) })
      decode.append(megabytes / (try seconds { bytes = try tokenizer.decodeBytes(ids) }))
    }
    return [
      Figure(key + "encode_mb_per_s", "\(label): encode", "MB/s", .rate, each: encode),
      Figure(key + "decode_mb_per_s", "\(label): decode", "MB/s", .rate, each: decode),
      Figure(count: key + "bytes", "  bytes", "bytes", text.count),
      Figure(count: key + "tokens", "  tokens", "", ids.count),
      Figure(count: key + "decoded_bytes", "", "bytes", bytes.count, isHidden: true),
    ]
  }
}
