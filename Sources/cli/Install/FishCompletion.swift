/// What fish completes a command line by.
enum FishCompletion {
  static var script: String {
    let verbs = Command.verbs.map { verb in
      "complete -c tern -n __tern_has_no_verb -a \(verb.name) -d \(quoted(verb.summary))"
    }
    return """
      \(Shell.fish.title)

      function __tern_has_no_verb
        test (count (commandline -opc)) -eq 1
      end

      function __tern_has_verb
        set -l words (commandline -opc)
        test (count $words) -gt 1; and test $words[2] = $argv[1]
      end

      complete -c tern -f
      complete -c tern -n __tern_has_no_verb -l help -s h -d 'lists the verbs'
      complete -c tern -n __tern_has_no_verb -l version -d 'tells the version'
      complete -c tern -n __tern_has_no_verb -a help -d 'Explains a verb.'
      complete -c tern -n '__tern_has_verb help' -a '\(names)'
      \(verbs.joined(separator: "\n"))
      \(Command.verbs.flatMap(lines).joined(separator: "\n"))

      """
  }

  private static var names: String { Command.verbs.map(\.name).joined(separator: " ") }

  private static func lines(_ verb: Verb) -> [String] {
    let start = "complete -c tern -n '__tern_has_verb \(verb.name)'"
    var lines = verb.options.map { option in
      let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
      let value = option.offer.map { " -r" + arguments($0) } ?? ""
      return "\(start)\(short) -l \(option.name.dropFirst(2))\(value) -d \(quoted(option.help))"
    }
    let offer = verb.operandOffer
    if offer != .none { lines.append(start + arguments(offer)) }
    return lines
  }

  /// What is offered for a word; without files nothing but the words.
  private static func arguments(_ offer: WordOffer) -> String {
    var words = offer.words.isEmpty ? [] : [offer.words.joined(separator: " ")]
    if offer.hasFolders, !offer.hasFiles { words.append("(__fish_complete_directories)") }
    let list = words.isEmpty ? "" : " -a '\(words.joined(separator: " "))'"
    return (offer.hasFiles ? " -F" : " -f") + list
  }

  /// The text as one word, whatever is in it.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
