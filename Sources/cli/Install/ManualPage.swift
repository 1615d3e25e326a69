import TernVersion

/// A page of the manual, in the language of man(7).
struct ManualPage {
  /// The name of the page, for example `tern-chat`.
  let name: String
  let text: String

  /// The name of its file, by which man finds it.
  var fileName: String { name + ".1" }

  private init(_ name: String, _ lines: [String]) {
    let title = ManualText.escaped(name.uppercased())
    let heading = "\(title) 1 \(Version.date) \"tern \(Version.number)\" Tern"
    self.name = name
    text = ".TH \(heading)\n" + lines.joined(separator: "\n") + "\n"
  }

  /// The page of the program, which tells of its verbs.
  static var program: ManualPage {
    let verbs = Command.verbs.flatMap { verb in
      let page = ManualText.escaped("tern-" + verb.name)
      return [".TP", ".BR \(page) (1)"] + ManualText.filled(verb.summary)
    }
    return ManualPage(
      "tern",
      [".SH NAME"] + ManualText.filled("tern - " + Command.summary)
        + [".SH SYNOPSIS", ".B tern", ".I VERB", "[arguments]"]
        + [".SH DESCRIPTION"] + ManualText.paragraphs(Command.manners)
        + [".SH VERBS"] + verbs
        + [".SH ENVIRONMENT"] + ManualText.terms(environment)
        + [".SH FILES"] + ManualText.terms(files)
        + [".SH EXIT STATUS"] + ManualText.terms(statuses))
  }

  /// The page of a verb.
  init(_ verb: Verb) {
    let options = verb.options.flatMap { option in
      [".TP", ManualText.label(option)] + ManualText.filled(option.explanation)
    }
    let operands = verb.operands.isEmpty ? [] : [ManualText.escaped(verb.operands)]
    self.init(
      "tern-" + verb.name,
      [".SH NAME"] + ManualText.filled("tern-\(verb.name) - " + Self.lowered(verb.summary))
        + [".SH SYNOPSIS", ".B tern " + ManualText.escaped(verb.name)] + operands + ["[options]"]
        + [".SH DESCRIPTION"] + ManualText.paragraphs(verb.discussion)
        + [".SH OPTIONS"] + options
        + [".SH SEE ALSO", ".BR tern (1)"])
  }

  /// A sentence as it stands behind a name.
  private static func lowered(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static let environment: [(String, String)] = [
    ("TERN_MODEL", "the model of a command without --model"),
    ("TERN_MODELS", "the folders with models, with ':' between them; tern models explains it"),
    ("TERN_CONFIG", "the file of defaults in place of the usual one; empty: none"),
    ("TERN_API_KEY", "the key that clients of tern serve must give, and that tern batch gives"),
    (
      "TERN_ISA",
      "the best instruction set that may be used, for example avx2; tern inspect --system shows it"
    ),
    ("TERN_BLAS", "off: OpenBLAS is not used"),
  ]

  private static let files: [(String, String)] = [
    ("~/.config/tern/config.json", "defaults of options; tern config explains it"),
    ("PREFIX/share/tern/cafe.gguf", "the model that comes along; PREFIX/bin has the program"),
    ("libmicrohttpd.so.12", "opened by tern serve, which needs it"),
    ("libopenblas.so.0", "opened where it is installed, for some processors and types of weights"),
  ]

  private static let statuses: [(String, String)] = [
    ("0", "done"), ("1", "failed"), ("2", "the command line was not understood"),
  ]
}
