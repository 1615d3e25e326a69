/// The command line of `tern-bench compare`.
struct CompareSettings {
  var a = ""
  var b = ""
  var page: String?
  var isJSON = false

  static let help = """
    usage: tern-bench compare A.json B.json [--html FILE] [--json]

    Sets two reports of tern-bench report beside each other: the ratio of each figure with a 95%
    interval, and whether the difference is larger than the spread of the values.

      --html FILE              write a page with both reports in the plots
      --json                   print the comparison as JSON instead of a table

    Exit status: 0 whatever the figures say, 1 where a file is no report of this version or the two
    have no figure in common, 2 for bad options.

    """

  init(_ words: [String]) throws(BenchError) {
    var words = OptionWords(words)
    var files: [String] = []
    while let word = words.next() {
      switch word {
      case "--html": page = try words.value(word)
      case "--json": isJSON = true
      case _ where word.hasPrefix("-") && word.count > 1: throw .usage("unknown option \(word)")
      default: files.append(word)
      }
    }
    guard files.count == 2 else { throw .usage("compare takes two files, not \(files.count)") }
    (a, b) = (files[0], files[1])
  }
}
