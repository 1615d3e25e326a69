import TernJSON
import TernTemplate

/// What a chat template is told beside the conversation.
package struct TemplateSettings: Sendable {
  /// Variables of the template, such as `enable_thinking`.
  package var variables: JSONObject
  /// The time that it tells; `nil` is that of the machine.
  package var clock: TemplateClock?

  package init(variables: JSONObject = [:], clock: TemplateClock? = nil) {
    (self.variables, self.clock) = (variables, clock)
  }
}

extension TemplateSettings: Hashable {
  package static func == (a: Self, b: Self) -> Bool {
    a.clock == b.clock && JSON.object(a.variables) == .object(b.variables)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(variables.count) }
}
