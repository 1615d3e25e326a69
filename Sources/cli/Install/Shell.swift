import TernVersion

/// A shell whose completions can be written.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that the shell reads.
  var script: String {
    switch self {
    case .bash: BashCompletion.script
    case .zsh: ZshCompletion.script
    case .fish: FishCompletion.script
    }
  }

  /// Where the script belongs below the prefix of an installation.
  var place: String {
    switch self {
    case .bash: "share/bash-completion/completions/tern"
    case .zsh: "share/zsh/site-functions/_tern"
    case .fish: "share/fish/vendor_completions.d/tern.fish"
    }
  }

  /// What is said in the first lines of a script.
  var title: String {
    "# Completion of tern \(Version.number) in \(self), written by 'tern completions \(self)'."
  }
}

extension String {
  /// The text as one word in bash and zsh, whatever is in it.
  var shellQuoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}
