/// A string that is equal to another one where their bytes are, as JSON has it.
///
/// Swift's own strings are equal where Unicode takes them for the same text: "é" as one scalar and as
/// a letter with an accent. The hash is that of the bytes as well: the spellings of a text,
/// of which there may be very many, would all have one hash otherwise.
package struct ExactString: Hashable, Sendable {
  package var text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactString, b: ExactString) -> Bool {
    a.text.hasSameBytes(as: b.text)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension ExactString: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension ExactString: Comparable {
  package static func < (a: ExactString, b: ExactString) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}
