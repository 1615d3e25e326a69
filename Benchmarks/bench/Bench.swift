import Foundation
import TernDecode
import TernFormat
import TernKernels
import TernModel

/// The command `tern-bench`.
@main
struct Bench {
  static func main() {
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      if words.isEmpty || words.contains("--help") || words.contains("-h") {
        print(Settings.help, terminator: "")
        return
      }
      try run(Settings(words))
    } catch BenchError.usage(let text) {
      fail("\(text); see tern-bench --help", status: 2)
    } catch BenchError.failed(let text) {
      fail(text, status: 1)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ text: String, status: Int32) {
    FileHandle.standardError.write(Data("tern-bench: \(text)\n".utf8))
    exit(status)
  }

  private static func run(_ settings: Settings) throws {
    var path = settings.model ?? ""
    if let synthetic = settings.synthetic { path = try Synthetic(synthetic).write() }
    // The file stays mapped after its name is gone.
    defer { if settings.synthetic != nil { try? FileManager.default.removeItem(atPath: path) } }
    var report = Report(settings: settings)
    let compute = Compute(threads: settings.threads)
    report.instructionSet = "\(compute.isa)"
    report.blas = compute.blasName
    report.bandwidth = Bandwidth.measure(compute)

    let clock = ContinuousClock()
    let began = clock.now
    let file = try GGUFFile(path: path)
    var options = ModelOptions()
    options.context = settings.depth + max(settings.prompt, settings.generate + 1) + 1
    let model = try Model(file, compute: compute, options: options)
    try model.forward(
      [BatchRow(token: 1, cache: model.makeCache(), position: 0, wantsLogits: true)]
    ) { _, _ in }
    report.loadSeconds = (clock.now - began).seconds
    report.residentAfterLoad = ProcessMemory.resident
    report.fileBytes = file.fileSize
    report.weightBytes = model.weightBytesPerToken
    report.name = settings.synthetic ?? URL(fileURLWithPath: path).lastPathComponent

    let throughput = Throughput(model: model, settings: settings)
    for _ in 0..<settings.repetitions {
      if settings.prompt > 0 { report.prompt.append(try throughput.prompt()) }
      if settings.generate > 0 { report.generation.append(try throughput.generation()) }
    }
    report.peak = ProcessMemory.peak
    print(settings.json ? report.json.text() : report.table, terminator: settings.json ? "\n" : "")
  }
}
