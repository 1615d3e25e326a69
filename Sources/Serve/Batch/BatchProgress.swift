import TernJSON

/// What an earlier run has left of a batch's output.
package struct BatchProgress: Sendable, Equatable {
  /// Lines that have their answer.
  package var answered = 0
  /// Bytes of these; what follows is the beginning of a line that was cut off.
  package var bytes = 0

  /// Why an output cannot be gone on with.
  package struct Mismatch: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    package let found: String?
    package let expected: String?

    package var description: String {
      func name(_ id: String?) -> String { id.map { "\"\($0)\"" } ?? "no custom_id" }
      guard expected != nil || found != nil else {
        return "line \(line) of the output answers no line of the input"
      }
      return
        "line \(line) of the output answers \(name(found)), but the input has \(name(expected))"
    }
  }

  /// Compares the output so far with the input, line by line.
  ///
  /// - Parameters:
  ///   - output: The bytes of the output, in pieces.
  ///   - input: The lines of the input.
  /// - Throws: ``Mismatch`` where the output is that of another batch.
  package init(
    output: some Sequence<[UInt8]>, input: some Sequence<[UInt8]>
  ) throws(Mismatch) {
    var splitter = LineSplitter()
    var asked = input.makeIterator()
    for piece in output {
      for line in splitter.push(piece) {
        let found = (try? JSON(parsing: line))?["custom_id"]?.string
        guard let question = asked.next() else {
          throw Mismatch(line: answered + 1, found: nil, expected: nil)
        }
        let expected = BatchLine(question).id
        guard found == expected else {
          throw Mismatch(line: answered + 1, found: found, expected: expected)
        }
        answered += 1
        bytes += line.count + 1
      }
    }
  }
}
