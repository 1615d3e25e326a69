import Foundation
import TernJSON

/// Reads a report from a file that anybody may have written.
struct ReportReader {
  private let path: String
  private let json: JSON
  /// Where `json` is in the document.
  private let pointer: String

  /// Bytes that a report may have.
  private static let mostBytes = 64 << 20

  /// The report in the file at `path`.
  static func read(_ path: String) throws(ReportFileError) -> BenchReport {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let size = attributes?[.size] as? Int, size <= mostBytes,
      let data = FileManager.default.contents(atPath: path)
    else { throw .unreadable(path: path) }
    return try read(Array(data), path: path)
  }

  /// The report in these bytes; `path` is for errors.
  static func read(_ bytes: [UInt8], path: String) throws(ReportFileError) -> BenchReport {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch {
      throw .notJSON(path: path, reason: "\(error)")
    }
    guard json["format"]?.string == BenchReport.format else { throw .notReport(path: path) }
    let reader = ReportReader(path: path, json: json, pointer: "")
    let version = try reader.int("format_version")
    guard version == BenchReport.formatVersion else {
      throw .version(path: path, found: version, known: BenchReport.formatVersion)
    }
    return try reader.report()
  }

  private func report() throws(ReportFileError) -> BenchReport {
    let settings = try member("settings")
    var report = BenchReport()
    report.command = try text("command")
    report.created = try text("created")
    report.version = try text("version")
    report.commit = try optional("commit", \.string)
    report.machine = try member("machine").machine()
    report.model = try member("model").model()
    if json["encoder"]?.isNull == false { report.encoder = try member("encoder").model() }
    report.threads = try settings.int("threads")
    report.cache = try settings.text("cache")
    report.minutes = try settings.number("minutes")
    report.sizes = try settings.member("sizes").sizes()
    report.seconds = try number("seconds")
    report.isInterrupted = try value("interrupted", \.bool)
    for part in try list("parts") { report.parts.append(try part.part()) }
    return report
  }

  private func part() throws(ReportFileError) -> BenchReport.Part {
    guard let name = ReportPart(rawValue: try text("part")) else { throw damaged("part") }
    guard let state = BenchReport.Part.State(rawValue: try text("state")) else {
      throw damaged("state")
    }
    var part = BenchReport.Part(
      part: name, state: state, note: try text("note"), seconds: try number("seconds"))
    for point in try list("points") {
      var read = BenchReport.Point(name: try point.text("point"))
      for figure in try point.list("figures") { read.figures.append(try figure.figure()) }
      part.points.append(read)
    }
    return part
  }

  private func figure() throws(ReportFileError) -> Figure {
    guard let kind = Figure.Kind(rawValue: try text("kind")) else { throw damaged("kind") }
    var values: [Double] = []
    for value in try list("values") {
      guard let number = value.json.double, number.isFinite else { throw value.damaged() }
      values.append(number)
    }
    var figure = Figure(
      try text("figure"), try text("label"), try text("unit"), kind, each: values,
      note: try text("note"))
    figure.isHidden = try value("hidden", \.bool)
    return figure
  }

  private func machine() throws(ReportFileError) -> MachineFacts {
    MachineFacts(
      processor: try text("processor"), instructionSet: try text("instruction_set"),
      processors: try int("processors"), cores: try optional("cores", Self.count),
      memoryBytes: try int("memory_bytes"), system: try text("system"),
      blas: try optional("blas", \.string))
  }

  private func model() throws(ReportFileError) -> ModelFacts {
    ModelFacts(
      file: try text("file"), name: try optional("name", \.string),
      architecture: try text("architecture"), parameters: try int("parameters"),
      bytes: try int("bytes"), quantization: try text("quantization"),
      layers: try optional("layers", Self.count), context: try optional("context", Self.count),
      isSynthetic: try value("synthetic", \.bool))
  }

  /// Sizes that can be measured: `--like` takes them from a file.
  private func sizes() throws(ReportFileError) -> ReportSizes {
    let tokens = 0...1_000_000
    return ReportSizes(
      prompt: try int("prompt", 1...1_000_000), generate: try int("generate", 1...1_000_000),
      depths: try counts("depths", tokens), depthPrompt: try int("depth_prompt", tokens),
      depthGenerate: try int("depth_generate", 1...1_000_000),
      sequences: try counts("sequences", 1...256), manyPrompt: try int("many_prompt", tokens),
      manyGenerate: try int("many_generate", tokens), texts: try int("texts", 1...4096),
      textTokens: try counts("text_tokens", 1...1_000_000),
      least: try int("least_repetitions", 1...1_000_000),
      most: try int("most_repetitions", 1...1_000_000), buffer: try int("buffer_mib", 1...1 << 20))
  }
}

/// The members of an object, with the type that they must have.
extension ReportReader {
  private func damaged(_ key: String? = nil) -> ReportFileError {
    .damaged(path: path, pointer: key.map { "\(pointer)/\($0)" } ?? pointer)
  }

  private func value<Value>(
    _ key: String, _ type: (JSON) -> Value?
  ) throws(ReportFileError) -> Value {
    guard let value = json[key].flatMap(type) else { throw damaged(key) }
    return value
  }

  private func optional<Value>(
    _ key: String, _ type: (JSON) -> Value?
  ) throws(ReportFileError) -> Value? {
    guard let value = json[key], !value.isNull else { return nil }
    guard let value = type(value) else { throw damaged(key) }
    return value
  }

  private func text(_ key: String) throws(ReportFileError) -> String { try value(key, \.string) }

  private func int(
    _ key: String, _ range: ClosedRange<Int> = 0...(1 << 60)
  ) throws(ReportFileError) -> Int {
    try value(key) { $0.int.flatMap { range.contains($0) ? $0 : nil } }
  }

  private static func count(_ json: JSON) -> Int? { json.int.flatMap { $0 < 0 ? nil : $0 } }

  private func number(_ key: String) throws(ReportFileError) -> Double {
    try value(key) { $0.double.flatMap { $0.isFinite ? $0 : nil } }
  }

  /// Numbers in rising order, one at least.
  private func counts(
    _ key: String, _ range: ClosedRange<Int>
  ) throws(ReportFileError) -> [Int] {
    var counts: [Int] = []
    for element in try list(key) {
      guard let count = element.json.int, range.contains(count), count > counts.last ?? -1 else {
        throw element.damaged()
      }
      counts.append(count)
    }
    guard !counts.isEmpty else { throw damaged(key) }
    return counts
  }

  private func member(_ key: String) throws(ReportFileError) -> ReportReader {
    guard let member = json[key], member.object != nil else { throw damaged(key) }
    return ReportReader(path: path, json: member, pointer: "\(pointer)/\(key)")
  }

  private func list(_ key: String) throws(ReportFileError) -> [ReportReader] {
    guard let list = json[key]?.array else { throw damaged(key) }
    return list.enumerated().map { place, element in
      ReportReader(path: path, json: element, pointer: "\(pointer)/\(key)/\(place)")
    }
  }
}
