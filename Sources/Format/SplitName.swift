/// The file names of a model that is split into several files.
///
/// Part `i` (from 0) of `n` is called `PREFIX-0000(i+1)-of-0000n.gguf`, with five digits each.
package enum SplitName {
  /// The end of the name of part `number` (from 0) of `count`.
  package static func suffix(number: Int, count: Int) -> String {
    "-\(digits(number + 1))-of-\(digits(count)).gguf"
  }

  /// The name of part `number` (from 0) of `count` parts that begin with `prefix`.
  package static func path(prefix: String, number: Int, count: Int) -> String {
    prefix + suffix(number: number, count: count)
  }

  /// What stands before the numbers in the name of part `number` of `count`; `nil` where `path`
  /// is not such a name.
  package static func prefix(of path: String, number: Int, count: Int) -> String? {
    let suffix = suffix(number: number, count: count)
    return path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : nil
  }

  private static func digits(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 5 - text.count)) + text
  }
}
