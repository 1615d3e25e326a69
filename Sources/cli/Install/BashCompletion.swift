/// What bash completes a command line by.
enum BashCompletion {
  static var script: String {
    let first = Command.verbs.map(\.name) + Command.firstWords
    return """
      \(Shell.bash.title)

      _tern() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local verb=${COMP_WORDS[1]} options= words= names= word
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          words=\(first.joined(separator: " ").shellQuoted)
          COMPREPLY=($(compgen -W "$words" -- "$current"))
          return
        fi
        # The sign in --name=value, and in --model name=path, is a word of its own.
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
          [[ $previous == -* ]] || previous=${COMP_WORDS[COMP_CWORD-3]}
        fi
        case $verb in
      \(Command.verbs.map(verbCase).joined(separator: "\n"))
          help) words=\(Command.verbs.map(\.name).joined(separator: " ").shellQuoted) ;;
          *) return ;;
        esac
        for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
          # Behind it there are operands alone.
          if [[ $word == -- ]]; then previous= options=; fi
        done
        case "$verb $previous" in
      \(valueCases.joined(separator: "\n"))
          *) if [[ $current == -* ]]; then words=$options names=; fi ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        if [[ -n $names ]]; then
          compopt -o filenames 2>/dev/null
          mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -A "$names" -- "$current")
        fi
      }

      complete -F _tern tern

      """
  }

  /// Sets what a verb takes: its options, and its operands.
  private static func verbCase(_ verb: Verb) -> String {
    let options = verb.options.flatMap(\.names).joined(separator: " ")
    let settings = ["options=" + options.shellQuoted, settings(verb.operandOffer)]
    return "    \(verb.name)) \(settings.filter { !$0.isEmpty }.joined(separator: " ")) ;;"
  }

  /// Sets what is offered: words, and which names of the file system.
  private static func settings(_ offer: WordOffer) -> String {
    var settings: [String] = []
    if !offer.words.isEmpty {
      settings.append("words=" + offer.words.joined(separator: " ").shellQuoted)
    }
    if offer.hasFiles || offer.hasFolders {
      settings.append("names=" + (offer.hasFiles ? "file" : "directory"))
    }
    return settings.joined(separator: " ")
  }

  /// What follows each option that takes a value: those of single verbs first, then those that mean the
  /// same to all verbs that have them.
  private static var valueCases: [String] {
    var offers: [(name: String, offer: WordOffer, verbs: [String])] = []
    for verb in Command.verbs {
      for option in verb.options {
        guard let offer = option.offer else { continue }
        for name in option.names {
          if let index = offers.firstIndex(where: { $0.name == name && $0.offer == offer }) {
            offers[index].verbs.append(verb.name)
          } else {
            offers.append((name, offer, [verb.name]))
          }
        }
      }
    }
    let isShared = { (name: String) in offers.count { $0.name == name } == 1 && !isSwitch(name) }
    var cases = offers.filter { !isShared($0.name) }.map { entry in
      line(entry.verbs.map { "'\($0) \(entry.name)'" }, entry.offer)
    }
    var shared: [(offer: WordOffer, patterns: [String])] = []
    for entry in offers where isShared(entry.name) {
      let pattern = "*' \(entry.name)'"
      if let index = shared.firstIndex(where: { $0.offer == entry.offer }) {
        shared[index].patterns.append(pattern)
      } else {
        shared.append((entry.offer, [pattern]))
      }
    }
    cases += shared.map { line($0.patterns, $0.offer) }
    return cases
  }

  /// Whether a verb has a switch of this name.
  private static func isSwitch(_ name: String) -> Bool {
    Command.verbs.contains { verb in
      verb.options.contains { $0.isNamed(name) && $0.placeholder == nil }
    }
  }

  private static func line(_ patterns: [String], _ offer: WordOffer) -> String {
    // What is meant for operands does not fit a value.
    let settings = "words= names= " + settings(offer)
    return "    \(patterns.joined(separator: "|"))) \(offer == .none ? "return" : settings) ;;"
  }
}
