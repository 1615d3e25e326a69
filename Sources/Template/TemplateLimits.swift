/// What a template may use before it ends with an error of the kind `limit`.
package struct TemplateLimits: Sendable, Equatable {
  /// The longest source, in bytes.
  package var sourceBytes = 4 << 20
  /// Statements, loop rounds and calls of one rendering, and each 64 bytes of text they make.
  package var steps = 20_000_000
  /// Nested evaluations of one rendering: expressions within expressions, statements within
  /// statements, and calls within calls.
  ///
  /// A level takes about 300 bytes of stack.
  package var depth = 1200
  /// The longest text that a rendering gives, in bytes.
  package var outputBytes = 64 << 20
  /// The longest string that a template makes on its way, in bytes.
  package var stringBytes = 16 << 20
  /// The longest list that a template makes on its way.
  package var listCount = 1 << 20

  package init() {}
}
