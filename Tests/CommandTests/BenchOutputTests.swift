import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("tern-bench output and options")
struct BenchOutputTests {
  private let model = Fixtures.tinyLlama

  @Test("the table names the rates with their unit and the share of the limit")
  func table() throws {
    let run = try BenchRun.run(
      "-m", model, "-p", "4", "-n", "4", "-r", "2", "-t", "1", "--buffer", "4")
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("tiny-llama.gguf, 1 thread, ") == true)
    let line = try #require(lines.first { $0.contains("generation (4)") })
    #expect(line.contains("tokens/s") && line.contains("% of the memory's rate"))
  }

  @Test("--csv has a header and as many fields in every line, whatever the file is called")
  func csv() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a, \"b\".gguf")
    try FileManager.default.copyItem(atPath: model, toPath: path)
    let run = try BenchRun.run(
      "depth", "-m", path, "-p", "4", "-n", "2", "-r", "2", "-t", "1", "--depths", "0,8", "--csv",
      "--buffer", "4")
    #expect(run.status == 0)
    let rows = run.text.split(separator: "\n").map { Self.fields($0) }
    let header = try #require(rows.first)
    #expect(header.prefix(4) == ["suite", "model", "point", "figure"])
    #expect(rows.count > 8)
    for row in rows.dropFirst() {
      #expect(row.count == header.count, "\(row)")
      #expect(row[0] == "depth" && row[1] == "a, \"b\".gguf")
    }
    #expect(rows.filter { $0[3] == "tg" }.map { $0[2] } == ["0", "8"])
  }

  /// The fields of one line as RFC 4180 has them.
  private static func fields(_ line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      // A doubled quote closes and opens: the quote itself is in between.
      case "\"":
        if !isQuoted, fields[fields.count - 1].last != nil { fields[fields.count - 1] += "\"" }
        isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }

  @Test("--help lists the suites and is no error")
  func help() throws {
    let run = try BenchRun.run("--help")
    #expect(run.status == 0 && run.errors.isEmpty)
    for suite in ["speed", "depth", "load", "memory", "tokenize", "kernels"] {
      #expect(run.text.contains("\n  \(suite) "))
    }
  }

  @Test(
    "bad options are one line and exit status 2",
    arguments: [
      ["-p", "8"], ["-m"], ["-m", "a", "--synthetic", "tiny:Q8_0"], ["walk", "-m", "a"],
      ["-m", "a", "-p", "-1"], ["-m", "a", "-n", "x"], ["-m", "a", "-t", "0"],
      ["-m", "a", "-r", "0"], ["-m", "a", "-p", "0", "-n", "0"], ["-m", "a", "--fast"],
      ["-m", "a", "--json", "--csv"], ["-m", "a", "--svg", "b"], ["load", "-m", "a", "-n", "4"],
      ["depth", "-m", "a", "--depths", "0,,4"], ["depth", "-m", "a", "--depths", "a"],
      ["-m", "a", "--buffer", "0"], ["depth", "-m", "a", "-d", "4"], ["-m", "a", "--cache", "f8"],
      ["-m", "a", "--compare"],
      ["--synthetic", "1b"], ["--synthetic", "9b:Q4_0"], ["--synthetic", "tiny:Q9"],
      ["--synthetic", ":"], ["-m", "a", "speed"],
      ["kernels", "-m", "a"], ["kernels", "--types", "Q4_K,Q9"], ["kernels", "--types", "TQ1_0"],
      ["kernels", "-p", "4"], ["-m", "a", "--types", "Q4_K"],
    ])
  func badOptions(arguments: [String]) throws {
    let run = try CommandRun(arguments: arguments, program: "tern-bench")
    #expect(run.failed(with: 2), "\(run.status) \(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("what cannot be measured is one line and exit status 1")
  func failures() throws {
    let folder = try TemporaryFolder()
    let missing = folder.file("missing")
    for arguments in [
      ["-m", missing], ["load", "-m", missing], ["memory", "-m", missing],
      ["tokenize", "-m", model, "--text", missing],
      // The tiny model's context is 128 tokens.
      ["-m", model, "-p", "0", "-n", "4", "-d", "200"],
      ["depth", "-m", model, "-p", "4", "-n", "4", "--depths", "0,200"],
    ] {
      let run = try CommandRun(arguments: arguments, program: "tern-bench")
      #expect(run.failed(with: 1), "\(arguments): \(run.status) \(run.errors)")
    }
  }
}
