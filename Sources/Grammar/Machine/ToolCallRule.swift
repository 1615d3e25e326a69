import TernJSON

/// How a model family writes a call of a tool in its text: the marker that begins it, the parts
/// around name and arguments, and what ends it.
///
/// A call is `marker + beforeName + name + afterName + arguments + ending`; arguments are JSON.
package struct ToolCallDialect: Hashable, Sendable {
  /// What begins a call, and nothing else in the text does.
  package var marker: String
  package var beforeName: String
  package var afterName: String
  package var ending: String

  package init(marker: String, beforeName: String, afterName: String, ending: String) {
    self.marker = marker
    self.beforeName = beforeName
    self.afterName = afterName
    self.ending = ending
  }
}

/// A tool that may be called: its name, and the JSON Schema of its arguments.
package struct ToolSignature: Sendable {
  package var name: String
  package var parameters: JSON

  package init(name: String, parameters: JSON) {
    self.name = name
    self.parameters = parameters
  }
}

extension GrammarRule {
  /// Free text with calls of tools in it: after the dialect's marker only a call of one of `tools`
  /// with arguments that satisfy its schema may follow.
  ///
  /// A tool whose schema cannot be enforced is left out and told in `failures`; the others stay.
  /// - Parameter maximumCalls: how many calls there may be; `nil` for any number.
  package static func toolCalls(
    _ tools: [ToolSignature], _ dialect: ToolCallDialect, maximumCalls: Int? = nil
  ) -> (rule: GrammarRule, failures: [String: GrammarError]) {
    var failures: [String: GrammarError] = [:]
    var calls: [GrammarRule] = []
    for tool in tools {
      do throws(GrammarError) {
        let constraint = try Constraint(.schema(tool.parameters))
        if !constraint.isSatisfiable { throw .unsatisfiable }
        calls.append(
          .sequence([
            .text(dialect.beforeName + tool.name + dialect.afterName), .schema(tool.parameters),
          ]))
      } catch {
        failures[tool.name] = error
      }
    }
    let free = GrammarRule.freeText(until: [dialect.marker])
    guard !calls.isEmpty else { return (free, failures) }
    let call = GrammarRule.sequence([
      free, .text(dialect.marker), .anyOf(calls), .text(dialect.ending),
    ])
    let rule = GrammarRule.sequence([
      .repeated(call, minimum: 0, maximum: maximumCalls), free,
    ])
    return (rule, failures)
  }
}
