import TernJSON

/// Why a list of tools cannot be read.
package enum ToolDefinitionError: Error, Equatable {
  case notAnArray
  /// The tool at this place, from 0, is not an object.
  case notAnObject(index: Int)
  /// The tool at this place has no name, or an empty one.
  case noName(index: Int)
  /// The parameters of the named tool are no schema: neither an object nor true or false.
  case invalidParameters(name: String)
  /// Two tools have this name.
  case repeatedName(String)
}

extension ToolDefinitionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAnArray: "tools are a JSON array"
    case .notAnObject(let index): "tool \(index) is not an object"
    case .noName(let index): "tool \(index) has no name"
    case .invalidParameters(let name):
      "the parameters of the tool \(name) are neither an object nor true or false"
    case .repeatedName(let name): "two tools have the name \(name)"
    }
  }
}

extension ToolDefinition {
  /// Reads a list of tools: objects of `name`, `description` and `parameters`, or these under
  /// `function` as in OpenAI's interface.
  ///
  /// A tool without parameters takes none.
  package static func read(_ json: JSON) throws(ToolDefinitionError) -> [ToolDefinition] {
    guard let entries = json.array else { throw .notAnArray }
    var tools: [ToolDefinition] = []
    var names: Set<String> = []
    for (index, entry) in entries.enumerated() {
      let tool = try read(entry, index)
      guard names.insert(tool.name).inserted else { throw .repeatedName(tool.name) }
      tools.append(tool)
    }
    return tools
  }

  private static func read(
    _ entry: JSON, _ index: Int
  ) throws(ToolDefinitionError) -> ToolDefinition {
    guard entry.object != nil else { throw .notAnObject(index: index) }
    let function = entry["function"] ?? entry
    guard function.object != nil else { throw .notAnObject(index: index) }
    guard let name = function["name"]?.string, !name.isEmpty else { throw .noName(index: index) }
    var parameters = function["parameters"] ?? .null
    switch parameters {
    case .object, .bool: break
    case .null: parameters = ["type": "object", "properties": [:]]
    default: throw .invalidParameters(name: name)
    }
    return ToolDefinition(
      name: name, description: function["description"]?.string, parameters: parameters)
  }
}
