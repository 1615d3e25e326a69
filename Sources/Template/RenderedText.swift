/// What came out of a template: the text, and which stretches of it are data.
///
/// Data is text that came from variables that are not trusted. Numbers and truth values that stand
/// alone are no data, since they cannot spell a control token.
package struct RenderedText: Sendable, Equatable {
  package struct Piece: Sendable, Equatable {
    package var text: String
    package var isData: Bool

    package init(text: String, isData: Bool) {
      self.text = text
      self.isData = isData
    }
  }

  /// The pieces in order, none empty; neighbours differ in `isData`.
  package var pieces: [Piece]
  /// The stretches of `{% generation %}` blocks at the top of the output, in UTF-8 offsets.
  package var generated: [Range<Int>]

  package init(pieces: [Piece], generated: [Range<Int>] = []) {
    self.pieces = pieces
    self.generated = generated
  }

  package var text: String { pieces.count == 1 ? pieces[0].text : pieces.map(\.text).joined() }
}
