/// What zsh completes a command line by.
enum ZshCompletion {
  static var script: String {
    """
    #compdef tern
    \(Shell.zsh.title)

    _tern() {
      local -a verbs
      verbs=(
    \(Command.verbs.map { "    " + entry($0.name, $0.summary) }.joined(separator: "\n"))
        'help:Explains a verb.'
      )
      if ((CURRENT == 2)); then
        _describe -t verbs verb verbs
        [[ $PREFIX == -* ]] && compadd -- --help --version
        return
      fi
      shift words
      ((CURRENT--))
      case $words[1] in
    \(Command.verbs.map(verbCase).joined(separator: "\n"))
        help) _describe -t verbs verb verbs ;;
      esac
    }

    _tern "$@"

    """
  }

  private static func entry(_ name: String, _ summary: String) -> String {
    "\(name):\(summary.replacing(":", with: "\\:"))".shellQuoted
  }

  private static func verbCase(_ verb: Verb) -> String {
    var lines = verb.options.map { "        " + argument($0) }
    for operand in verb.operandDeclarations {
      let offer = WordOffer(operand.name, choices: operand.choices)
      let place = operand.repeats ? "*" : operand.isOptional ? ":" : ""
      let content = offer == .none ? message(operand.name) : value(operand.name, offer)
      lines.append("        " + "\(place):\(content)".shellQuoted)
    }
    return """
          \(verb.name))
            _arguments \\
      \(lines.joined(separator: " \\\n"))
            ;;
      """
  }

  /// An option as `_arguments` takes it.
  private static func argument(_ option: OptionDeclaration) -> String {
    let help = "[" + option.explanation.map(escaped).joined() + "]"
    let ending = option.offer.map { ":" + value(option.placeholder ?? "", $0) } ?? ""
    let long = option.name + (option.offer == nil ? "" : "=")
    guard let short = option.short else {
      return ((option.repeats ? "*" : "") + long + help + ending).shellQuoted
    }
    let group = option.repeats ? "*" : "(\(short) \(option.name))"
    return "\(group.shellQuoted){\(short),\(long)}\((help + ending).shellQuoted)"
  }

  /// What stands for a value, and what is offered for it.
  private static func value(_ name: String, _ offer: WordOffer) -> String {
    let title = name.map(escaped).joined()
    let words = offer.words.joined(separator: " ")
    if offer.hasFiles || offer.hasFolders {
      let names = offer.hasFiles ? "_files" : "_files -/"
      guard !words.isEmpty else { return "\(title):\(names)" }
      return "\(title):{compadd -- \(words); \(names)}"
    }
    return words.isEmpty ? "\(title): " : "\(title):(\(words))"
  }

  /// A word of which nothing is known: it is named, but not where options are completed, for zsh
  /// inserts nothing beside a message.
  private static func message(_ name: String) -> String {
    name.map(escaped).joined() + #":{[[ $PREFIX == -* ]] || _message "$descr"}"#
  }

  /// A character as it stands in a text of `_arguments`.
  private static func escaped(_ character: Character) -> String {
    "[]:\\".contains(character) ? "\\\(character)" : String(character)
  }
}
