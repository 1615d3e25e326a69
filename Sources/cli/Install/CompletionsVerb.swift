import TernJSON

extension Verb {
  static let completions = Verb(
    name: "completions",
    summary: "Prints what a shell completes command lines of tern by.",
    discussion: """
      SHELL is bash, zsh or fish. Verbs, options, values that are one of a few, and names of files
      are completed. Without an installation, for the running shell:

        source <(tern completions bash)
        tern completions zsh > ~/.zfunc/_tern       # a folder of fpath
        tern completions fish > ~/.config/fish/completions/tern.fish

      --json prints {shell, file, text}: file is where the text belongs below the prefix of an
      installation.
      """,
    CompletionsArguments()
  ) { arguments in
    let word = arguments.shells[0]
    guard let shell = Shell(rawValue: word) else {
      throw CommandFailure.usage(
        "unknown shell '\(word)'; known: \(Shell.names.joined(separator: ", "))")
    }
    if arguments.printsJSON {
      try Output.write([
        "shell": .string(shell.rawValue), "file": .string(shell.place),
        "text": .string(shell.script),
      ])
    } else {
      try Output.write(shell.script)
    }
  }
}

extension Shell {
  static var names: [String] { allCases.map(\.rawValue) }
}

/// The options of `tern completions`.
struct CompletionsArguments: VerbOptions {
  @Operands(.each(["SHELL"]), choices: ["SHELL": Shell.names]) var shells
  @Option(.json) var printsJSON
}
