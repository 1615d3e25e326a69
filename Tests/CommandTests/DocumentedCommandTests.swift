import Foundation
import TernTestSupport
import Testing

@testable import TernCommand

/// Commands that the documents show exist, with their options.
@Suite struct DocumentedCommandTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let pages: [String] = {
    let folders = [".ci", "Benchmarks", "Sources", "Tests", "models"]
    let files = folders.flatMap { folder in
      let paths = try? FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path)
      return (paths ?? []).map { "\(folder)/\($0)" }
    }
    let top = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return (files + top).filter { $0.hasSuffix(".md") }.sorted()
  }()

  /// A call of a program, as a listing or a sentence has it.
  struct Call: CustomTestStringConvertible, Sendable {
    let page: String
    let program: String
    let words: [String]
    var testDescription: String { ([page + ":", program] + words).joined(separator: " ") }
    /// The names of the options that are given.
    var options: [String] {
      words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0 != "-" }
        .map { String($0.prefix { $0 != "=" }) }
    }
  }

  /// The calls of `tern` and `tern-bench` in all pages.
  private static let calls: [Call] = pages.flatMap { page -> [Call] in
    guard let text = try? String(contentsOf: root.appending(path: page), encoding: .utf8) else {
      return []
    }
    // A line that ends with a backslash goes on in the next.
    return commands(text.replacing("\\\n", with: " ")).flatMap { command in
      command.split(separator: #/ [|;]+ | && | > /#).compactMap { part in
        call(words(String(part)), on: page)
      }
    }
  }

  /// The lines of listings that are no program in Swift, and what stands in code in the text.
  private static func commands(_ text: String) -> [String] {
    var (commands, language): ([String], String?) = ([], nil)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") {
        language = language == nil ? String(line.dropFirst(3)) : nil
      } else if let language {
        if ["", "sh"].contains(language) { commands.append(String(line)) }
      } else {
        commands += line.matches(of: #/`([^`]+)`/#).map { String($0.1) }
      }
    }
    return commands
  }

  /// The words of a command; quoted ones may have spaces.
  private static func words(_ command: String) -> [String] {
    command.matches(of: #/"[^"]*"|'[^']*'|\S+/#).map { String($0.output) }
  }

  /// The call that words begin with, behind `swift run` and settings of the environment.
  private static func call(_ words: [String], on page: String) -> Call? {
    let before = words.prefix { word in
      ["swift", "run", "-c", "release"].contains(word)
        || word.contains("=") && !word.hasPrefix("-")
    }
    guard before.count < words.count else { return nil }
    let program = words[before.count].split(separator: "/").last.map(String.init) ?? ""
    let rest = Array(words[(before.count + 1)...])
    guard program == "tern" || program == "tern-bench", !rest.isEmpty else { return nil }
    return Call(page: page, program: program, words: rest)
  }

  @Test func `there are many calls`() {
    #expect(Self.calls.count { $0.program == "tern" } > 40)
    #expect(Self.calls.count { $0.program == "tern-bench" } > 15)
  }

  @Test(arguments: calls.filter { $0.program == "tern" })
  func `a verb and its options are there`(_ call: Call) throws {
    let name = try #require(call.words.first)
    if ["help", "--version", "--help", "VERB"].contains(name) { return }
    let verb = try #require(Command.verbs.first { $0.name == name }, "no verb \(name)")
    let known = Set(
      verb.options.flatMap { option in
        option.label.matches(of: #/--?[a-zA-Z0-9-]+/#).map { String($0.output) }
      })
    for option in call.options where option != "--help" && option != "--json" {
      #expect(known.contains(option), "tern \(name) has no \(option)")
    }
  }

  @Test func `the options that documents give to the benchmark are in its help`() throws {
    func options(_ words: String...) throws -> Set<String> {
      let help = try CommandRun(arguments: words + ["--help"], program: "tern-bench").text
      return Set(help.matches(of: #/--?[a-zA-Z0-9-]+/#).map { String($0.output) })
    }
    let plain = try options()
    let own = ["report": try options("report"), "compare": try options("compare")]
    for call in Self.calls where call.program == "tern-bench" {
      let known = call.words.first.flatMap { own[$0] } ?? plain
      for option in call.options where option != "--help" {
        #expect(known.contains(option), "\(call.testDescription): \(option)")
      }
    }
  }

  @Test func `the page of the command line has every verb`() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Sources/Tern/Tern.docc/CommandLine.md"),
      encoding: .utf8)
    for verb in Command.verbs {
      #expect(
        page.contains("| `tern \(verb.name)`") || page.contains(", `tern \(verb.name)`"),
        "\(verb.name)")
    }
  }
}
