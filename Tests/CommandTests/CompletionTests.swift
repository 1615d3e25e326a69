import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

/// What shells complete command lines by, tried in the shells that are installed.
@Suite("Completions")
struct CompletionTests {
  @Test func `bash completes verbs, options, values of both forms, files and folders`() throws {
    let bash = try Bash()
    #expect(try bash.complete(["ch"]) == ["chat"])
    #expect(Set(try bash.complete([""])) == Set(Command.verbs.map(\.name) + Command.firstWords))
    #expect(try bash.complete(["chat", "--cac"]) == ["--cache"])
    #expect(try bash.complete(["chat", "--cache", ""]) == ["f32", "f16", "q8_0"])
    #expect(try bash.complete(["chat", "--cache", "=", "q"]) == ["q8_0"])
    #expect(try bash.complete(["chat", "--cache", "="]) == ["f32", "f16", "q8_0"])
    #expect(try bash.complete(["chat", "-m", "mod"]) == ["model one.gguf", "models"])
    #expect(try bash.complete(["serve", "--model", "chat", "=", "mo"]).count == 2)
    #expect(try bash.complete(["serve", "--slots-dir", "mo"]) == ["models"])
    #expect(try bash.complete(["serve", "--port", ""]) == [])
    #expect(try bash.complete(["help", "qu"]) == ["quantize"])
    #expect(try bash.complete(["quantize", "a", "b", "Q4_K"]).contains("Q4_K_M"))
    #expect(try bash.complete(["completions", ""]) == ["bash", "zsh", "fish"])
    #expect(try bash.complete(["inspect", "mo"]) == ["model one.gguf", "models"])
    #expect(try bash.complete(["inspect", "--", "--"]) == [])
    #expect(try bash.complete(["man", "tok"]) == ["tokenize"])
    #expect(try bash.complete(["none", "-"]) == [])
  }

  @Test func `in bash every option of every verb is completed, and every value of few`() throws {
    let bash = try Bash()
    var lines: [[String]] = []
    var expected: [Set<String>] = []
    for verb in Command.verbs {
      lines.append([verb.name, "-"])
      expected.append(Set(verb.options.flatMap { [$0.name, $0.short].compactMap(\.self) }))
      for option in verb.options where !option.choices.isEmpty {
        lines.append([verb.name, option.name, ""])
        expected.append(Set(option.choices))
      }
    }
    for (index, found) in try bash.complete(lines: lines).enumerated() {
      // Names in the file system may follow a list of words.
      let words = Set(found).subtracting(["model one.gguf", "models"])
      #expect(words == expected[index], "\(lines[index])")
    }
  }

  @Test(.enabled(if: CommandRun.hasProgram("zsh"), "needs zsh"))
  func `zsh completes verbs, options and values`() throws {
    let script = try CommandRun("completions", "zsh")
    #expect(script.status == 0)
    let folder = try TemporaryFolder()
    try Data(script.output).write(to: URL(fileURLWithPath: folder.file("_tern")))
    let checked = try CommandRun("-n", folder.file("_tern"), program: "/usr/bin/zsh")
    #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
    for (typed, completed) in [
      ("tern chat --cac", "tern chat --cache\u{1B}"), ("tern toke", "tern tokenize"),
      ("tern completions fi", "tern completions fish"), ("tern serve --log=j", "--log=json"),
      ("tern help schema", "tern help schema-check"), ("tern chat -m model\\ o", "one.gguf"),
    ] {
      let shown = try zsh(typed, folder)
      #expect(shown.contains(completed), "\(typed): \(shown)")
    }
  }

  /// What zsh's line editor shows once a line is typed and completed.
  private func zsh(_ line: String, _ folder: TemporaryFolder) throws -> String {
    try Data().write(to: URL(fileURLWithPath: folder.file("model one.gguf")))
    let script = """
      zmodload zsh/zpty
      zpty -b shell 'zsh -f -i'
      say() { zpty -w shell "$1" }
      say "PS1='> '; fpath=($1 \\$fpath); cd $1; autoload -Uz compinit; compinit -D -u; setopt no_beep"
      say 'bindkey "^I" complete-word; echo rea''dy'
      zpty -r -m shell out '*ready*'
      zpty -n -w shell "$2"$'\\t'$'\\C-x\\n'
      zpty -w shell $'\\necho do''ne'
      zpty -r -m shell out '*done*done*' || zpty -r shell out
      print -r -- "$out"
      zpty -d shell
      """
    return try CommandRun(
      arguments: ["-f", "-c", script, "zsh", folder.path, line], program: "/usr/bin/zsh"
    ).text
  }

  @Test(.enabled(if: CommandRun.hasProgram("fish"), "needs fish"))
  func `fish completes verbs, options, values and files`() throws {
    let folder = try TemporaryFolder()
    let script = try CommandRun("completions", "fish")
    try Data(script.output).write(to: URL(fileURLWithPath: folder.file("tern.fish")))
    try Data().write(to: URL(fileURLWithPath: folder.file("model.gguf")))
    // fish keeps files of its own in the home folder.
    let home = ["HOME": folder.file("home")]
    let checked = try CommandRun(
      "-n", folder.file("tern.fish"), program: "/usr/bin/fish", environment: home)
    #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
    for (typed, completed) in [
      ("tern chat --cac", ["--cache"]), ("tern chat --cache ", ["f16", "f32", "q8_0"]),
      ("tern chat --cache=q", ["--cache=q8_0"]), ("tern toke", ["tokenize"]),
      ("tern completions ", ["bash", "fish", "zsh"]), ("tern inspect mod", ["model.gguf"]),
      ("tern chat -m mod", ["model.gguf"]), ("tern chat mod", []),
    ] {
      let run = try CommandRun(
        "-N", "-c", "source $argv[1]/tern.fish; cd $argv[1]; complete -C $argv[2]", folder.path,
        typed, program: "/usr/bin/fish", environment: home)
      // A line is the word, and what it means behind a tab.
      let words = run.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      #expect(words.sorted() == completed, "\(typed): \(run.text) \(run.errors)")
    }
  }

  @Test func `the verb prints the script, where it belongs, or which shells there are`() throws {
    for shell in Shell.allCases {
      let plain = try CommandRun("completions", shell.rawValue)
      #expect(plain.text == shell.script && plain.status == 0)
      let document = try JSON(
        parsing: CommandRun("completions", shell.rawValue, "--json").output)
      #expect(document["text"]?.string == shell.script)
      #expect(document["file"]?.string == shell.place)
    }
    let wrong = try CommandRun("completions", "tcsh")
    #expect(wrong.failed(with: 2) && wrong.errors.contains("bash, zsh, fish"), "\(wrong.errors)")
    #expect(try CommandRun("completions").failed(with: 2))
  }

  @Test func `what stands for a value tells what is offered for it`() {
    // Words that stand for texts and numbers, of which nothing is known.
    let free: Set = [
      "N", "K", "X", "P", "T", "TEXT", "PROMPT", "MESSAGE", "QUERY", "NAME", "ID", "JSON", "KEY",
      "URL", "TIME", "PATTERN", "ORIGIN", "HOST", "PORT", "LEVEL", "CHOICE",
    ]
    for verb in Command.verbs {
      let names =
        verb.options.filter(\.choices.isEmpty).compactMap(\.placeholder)
        + verb.operandDeclarations.filter(\.choices.isEmpty).map(\.name)
      for name in names where WordOffer(name, choices: []) == .none {
        let words = name.split { !$0.isLetter }.map(String.init)
        #expect(words.allSatisfy(free.contains), "\(verb.name): is \(name) a file?")
      }
    }
  }
}

/// Bash with the completions, in a folder with a file and a folder.
private struct Bash {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let script = try CommandRun("completions", "bash")
    #expect(script.status == 0 && script.errors.isEmpty)
    try Data(script.output).write(to: URL(fileURLWithPath: folder.file("tern.bash")))
    try FileManager.default.createDirectory(
      atPath: folder.file("files/models"), withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: folder.file("files/model one.gguf")))
    let checked = try CommandRun("-n", folder.file("tern.bash"), program: "/bin/bash")
    #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
  }

  /// What is offered for the last word behind `tern`.
  func complete(_ words: [String]) throws -> [String] {
    try #require(try complete(lines: [words]).first)
  }

  func complete(lines: [[String]]) throws -> [[String]] {
    let calls = lines.map { words in
      """
      COMP_WORDS=(tern \(words.map(\.shellQuoted).joined(separator: " "))); COMP_CWORD=\(words.count)
      _tern; for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done; echo //
      """
    }
    let script = "source ../tern.bash; " + calls.joined(separator: "\n")
    let run = try CommandRun(
      "-c", "cd \"$0\"; eval \"$1\"", folder.file("files"), script, program: "/bin/bash")
    #expect(run.errors.isEmpty, "\(run.errors)")
    let blocks = run.text.split(separator: "//\n", omittingEmptySubsequences: false).dropLast()
    return blocks.map { $0.split(separator: "\n").map(String.init) }
  }
}

extension CommandRun {
  /// Whether a program of the system is installed.
  static func hasProgram(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }
}
