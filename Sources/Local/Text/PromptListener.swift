import TernDecode

/// Is told how much of a prompt is computed, while it is being computed, on a thread of the model's.
package final class PromptListener: Sendable, Equatable {
  let tell: @Sendable (PromptProgress) -> Void

  package init(_ tell: @escaping @Sendable (PromptProgress) -> Void) { self.tell = tell }

  package static func == (a: PromptListener, b: PromptListener) -> Bool { a === b }
}
