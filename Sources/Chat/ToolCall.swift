import TernJSON

/// A tool that a model may call.
package struct ToolDefinition: Sendable, Equatable {
  package var name: String
  package var description: String?
  /// The JSON Schema of the arguments, an object.
  package var parameters: JSON

  package init(name: String, description: String? = nil, parameters: JSON) {
    (self.name, self.description, self.parameters) = (name, description, parameters)
  }
}

/// A call of a tool, as a model asked for it.
package struct ToolCall: Sendable, Equatable {
  /// What the result is to be labelled with, where the family has that.
  package var id: String?
  package var name: String
  package var arguments: JSONObject

  package init(id: String? = nil, name: String, arguments: JSONObject) {
    (self.id, self.name, self.arguments) = (id, name, arguments)
  }
}
