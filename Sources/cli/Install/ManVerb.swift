import Foundation
import TernJSON

extension Verb {
  static let man = Verb(
    name: "man",
    summary: "Prints the manual page of the program, or of one of its verbs.",
    discussion: """
      The pages are in the language of man(7). With --out all of them are written into a folder, under
      the names that man looks for; --json then prints their names, and otherwise {file, text}.

        tern man | man -l -
        tern man --out /usr/local/share/man/man1
      """,
    ManArguments()
  ) { arguments in
    if let folder = arguments.folder {
      guard arguments.verbs.isEmpty else {
        throw CommandFailure.usage("\(arguments.$folder) writes the pages of all verbs")
      }
      return try write(to: folder, printsJSON: arguments.printsJSON)
    }
    let page = try arguments.verbs.first.map { name throws(CommandFailure) in
      ManualPage(try Command.verb(name))
    }
    let shown = page ?? ManualPage.program
    if arguments.printsJSON {
      try Output.write(["file": .string(shown.fileName), "text": .string(shown.text)])
    } else {
      try Output.write(shown.text)
    }
  }

  private static func write(to folder: String, printsJSON: Bool) throws {
    let pages = [ManualPage.program] + Command.verbs.map { ManualPage($0) }
    for page in pages {
      let url = URL(filePath: folder).appending(path: page.fileName)
      do { try Data(page.text.utf8).write(to: url, options: .atomic) } catch {
        throw CommandFailure.failed("cannot write \(url.path)")
      }
    }
    if printsJSON { try Output.write(.array(pages.map { .string($0.fileName) })) }
  }
}

/// The options of `tern man`.
struct ManArguments: VerbOptions {
  @Operands(.optional("VERB")) var verbs
  @Option(.json) var printsJSON
  @Option(.value("--out", "DIR", .text, "write the pages of all verbs into this folder"))
  var folder
}
