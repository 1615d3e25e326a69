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

/// How much an answer may reason before it says something.
package enum ReasoningScope: Sendable, Equatable {
  /// As the model likes.
  case free
  /// Once: where answers are made of messages, in one of them.
  case once
  /// Not at all, but for what the prompt has opened.
  case none
}
