/// Whether a model may, must or must not call a tool.
package enum ToolChoice: Sendable, Equatable {
  /// As it likes.
  case automatic
  /// It must not.
  case none
  /// It must call some tool.
  case required
  /// It must call this tool.
  case named(String)
}
