import Foundation
import Tern
import TernChat
import TernDecode
import TernFormat
import TernGrammar
import TernJSON
import TernKernels
import TernModel
import TernQuant
import TernTemplate
import TernTestSupport
import TernTokens
import Testing

@testable import TernCommand

@Suite("Errors in words")
struct ErrorTextTests {
  @Test("every error of every module is a plain sentence on one line")
  func sentences() {
    for error in ErrorSamples.all {
      let text = CommandFailure(error).message
      #expect(Self.isPlain(text, error), "\(Swift.type(of: error)): \(text)")
    }
  }

  /// Whether a message has neither names of Swift nor the words of Foundation.
  private static func isPlain(_ text: String, _ error: any Error) -> Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    let isSwift =
      text.contains(/\w+\((\w+: |nil|"|Tern)/) || text.contains("Optional(")
      || text.contains("Error Domain") || text.contains("TernFormat.")
      || words.contains("\(Swift.type(of: error))")
    let isFoundation =
      text.contains("could not be completed") || text.contains("couldn’t be")
      || text.contains("CocoaError")
    let isUnknown = text.contains("not known") && text.contains("for a reason")
    return !text.isEmpty && !text.contains("\n") && !isSwift && !isFoundation && !isUnknown
  }

  @Test("no type of errors is left out of the samples")
  func complete() throws {
    let sampled = Set(ErrorSamples.all.map { "\(Swift.type(of: $0))" })
    // These never leave their modules.
    let inner: Set = [
      "DecimalError", "PatternError", "RegularTextError", "Undecided", "HTTPFailure", "ServerError",
      "BatchFault", "FolderError", "ManifestError", "UnreadModel",
      "MissingFunction",
    ]
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let type = /(?:enum|struct|class) (\w+)[^{\n]*:[^{\n]*\b(?:Error|LocalizedError)\b[^{\n]*{/
    var found: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.split(separator: "\n") where !line.contains("//") {
        if let match = line.firstMatch(of: type) { found.insert(String(match.1)) }
      }
    }
    #expect(found.count > 30)
    #expect(found.subtracting(sampled).subtracting(inner) == [])
  }

  @Test("what Foundation and the system refuse is told in the system's words")
  func foundation() {
    let missing = #expect(throws: (any Error).self) {
      try Data(contentsOf: URL(filePath: "/nonexistent/x"))
    }
    let unwritable = #expect(throws: (any Error).self) {
      try Data([1]).write(to: URL(filePath: "/nonexistent/x"), options: .atomic)
    }
    for error in [missing, unwritable].compactMap(\.self) {
      #expect(CommandFailure(error).message == "No such file or directory")
    }
    #expect(CommandFailure(POSIXError(.EACCES)).message == "Permission denied")
    #expect(CommandFailure(CocoaError(.fileWriteOutOfSpace)).message == "No space left on device")
    struct Strange: Error {}
    #expect(!CommandFailure(Strange()).message.contains("Strange"))
    let long = CommandFailure.failed(String(repeating: "a\n", count: 100_000)).message
    #expect(long.count < 5000 && !long.contains("\n"))
  }

  @Test("a list of tools that cannot be used is told in words, with the tool")
  func tools() throws {
    let fixture = try ChatFixture()
    let lists: [(String, String)] = [
      (#"[{"parameters":{}}]"#, "tool 0 has no name"), (#"{}"#, "array"), (#"[1]"#, "tool 0"),
      (#"[{"name":"a","parameters":3}]"#, "parameters of the tool a"),
      (#"[{"name":"a"},{"name":"a"}]"#, "two tools have the name a"),
    ]
    for (text, reason) in lists {
      let list = try fixture.write("list", text)
      let run = try CommandRun("respond", "-m", fixture.model, "x", "--tools", list)
      #expect(run.failed(with: 1) && run.errors.contains(reason), "\(run.errors)")
    }
    let odd = try fixture.write("odd", #"[{"name":"a","parameters":{"type":"odd"}}]"#)
    for choice in ["required", "a"] {
      let run = try CommandRun(
        "respond", "-m", fixture.model, "x", "--tools", odd, "--tool-choice", choice)
      #expect(
        run.failed(with: 1) && run.errors.contains("tool a cannot be called"), "\(run.errors)")
      #expect(run.errors.contains("type"), "\(run.errors)")
    }
  }

  @Test("a conversation that ends with an answer has nothing to answer, with tools as without")
  func endings() throws {
    let fixture = try ChatFixture()
    let tools = try fixture.tool("echo 1")
    let asked = #"{"role":"user","content":"a"}"#
    for ending in [#"{"role":"assistant","content":"b"}"#, #"{"role":"system","content":"c"}"#] {
      let file = try fixture.write("m", "[\(asked),\(ending)]")
      let plain = ["respond", "-m", fixture.model, "--messages", file]
      let (one, other) = (
        try CommandRun(arguments: plain), try CommandRun(arguments: plain + ["--tools", tools])
      )
      #expect(one.failed(with: 2) && one.errors == other.errors, "\(one.errors) \(other.errors)")
    }
  }
}
