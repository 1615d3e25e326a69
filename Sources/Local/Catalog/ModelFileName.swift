import TernFormat

/// What the name of a model's file says.
struct ModelFileName {
  /// The name without its ending, and without the number of a part.
  let stem: String
  /// Whose part it is of how many, counted from 1; a whole file is 1 of 1.
  let part: (number: Int, count: Int)

  /// `nil` for a name that is no GGUF file's.
  init?(_ name: String) {
    guard name.lowercased().hasSuffix(".gguf"), name.utf8.count > 5 else { return nil }
    if let split = Self.split(name) {
      (stem, part) = (split.prefix, (split.number, split.count))
    } else {
      stem = String(name.dropLast(5))
      part = (1, 1)
    }
  }

  /// What the name of a part says of its place; `nil` for any other name.
  private static func split(_ name: String) -> (prefix: String, number: Int, count: Int)? {
    let words = name.split(separator: "-", omittingEmptySubsequences: false)
    guard words.count > 3, let number = Int(words[words.count - 3]), number > 0,
      let count = Int(words[words.count - 1].prefix { $0 != "." }), number <= count,
      let prefix = SplitName.prefix(of: name, number: number - 1, count: count), !prefix.isEmpty
    else { return nil }
    return (prefix, number, count)
  }

  /// Whether it names a projector, which is a part of a model that sees or hears.
  var isProjector: Bool { stem.lowercased().contains("mmproj") }

  /// The type of weights that the name ends with, such as `Q4_K_M` or `UD-Q4_K_XL`; `nil` where it
  /// shows none.
  var quantization: String? {
    let words = stem.split { $0 == "-" || $0 == "." }.map { $0.uppercased() }
    guard let place = words.lastIndex(where: Self.isType) else { return nil }
    return place > 0 && words[place - 1] == "UD" ? "UD-\(words[place])" : words[place]
  }

  /// Whether a word is the name of a type, or begins with one.
  private static func isType(_ word: String) -> Bool {
    for float in ["F16", "F32", "BF16", "FP16", "FP32", "MXFP4", "NVFP4"] {
      if word == float || word.hasPrefix(float + "_") { return true }
    }
    for letters in ["IQ", "TQ", "Q"] where word.hasPrefix(letters) {
      return word.dropFirst(letters.count).first?.isNumber == true
    }
    return false
  }

  /// The files of models among names of one folder: of a split file the first part that is there.
  static func models(in names: [String]) -> [(name: String, file: ModelFileName)] {
    var seen: Set<String> = []
    return names.compactMap { name in
      guard let file = ModelFileName(name), !file.isProjector else { return nil }
      let isFirst = file.part.count == 1 || seen.insert("\(file.stem) \(file.part.count)").inserted
      return isFirst ? (name, file) : nil
    }
  }
}
