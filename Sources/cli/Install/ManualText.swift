/// Texts in the language of man(7).
enum ManualText {
  /// A text that means itself: nothing in it is a request or an escape.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default:
        result += scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar))]"
      }
    }
    // A line that begins with a dot would be a request.
    return result.hasPrefix(".") ? "\\&" + result : result
  }

  /// A text that means itself, in lines that are not longer than 80 bytes if its words allow it.
  static func filled(_ text: String) -> [String] {
    var lines: [String] = []
    for word in escaped(text).split(separator: " ") {
      if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= 80 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append((word.hasPrefix(".") ? "\\&" : "") + word)
      }
    }
    return lines
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A text as help pages have it: paragraphs, and examples in indented lines.
  static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    for block in blocks(of: text) {
      if !lines.isEmpty { lines.append(block.isExample ? ".IP" : ".PP") }
      if block.isExample {
        lines += [".nf"] + block.lines.map { escaped(String($0.dropFirst(2))) } + [".fi"]
      } else {
        lines += block.lines.flatMap { filled(String($0)) }
      }
    }
    return lines
  }

  private static func blocks(of text: String) -> [(isExample: Bool, lines: [Substring])] {
    var blocks: [(isExample: Bool, lines: [Substring])] = []
    var isNew = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard !line.isEmpty else {
        isNew = true
        continue
      }
      let isExample = line.hasPrefix("  ")
      if isNew || blocks.last?.isExample != isExample { blocks.append((isExample, [])) }
      blocks[blocks.count - 1].lines.append(line)
      isNew = false
    }
    return blocks
  }

  /// Words, each with what it means.
  static func terms(_ terms: [(String, String)]) -> [String] {
    terms.flatMap { [".TP", ".B " + escaped($0.0)] + filled($0.1) }
  }

  /// An option's names, and what stands for its value.
  static func label(_ option: OptionDeclaration) -> String {
    let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    return names + (option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? "")
  }
}
