import TernJSON
import TernLocal

/// What a request says that an answer must be.
enum AnswerForm {
  /// Reads `response_format` of chat completions, and the forms by vLLM's names.
  static func constraint(_ parameters: Parameters) throws(ServerError) -> TextConstraint? {
    if let format = try parameters.object("response_format") {
      return try constraint(format: format, schema: try format.object("json_schema"))
    }
    if let schema = parameters["guided_json"] {
      return try schemaConstraint(schema, parameter: "guided_json")
    }
    if let guided = try parameters.object("structured_outputs") { return try outputs(guided) }
    if let pattern = try parameters.string("guided_regex") {
      return try made("guided_regex") { () throws(LocalLanguageModelError) in try .regex(pattern) }
    }
    if let texts = try parameters.strings("guided_choice") {
      return try made("guided_choice") { () throws(LocalLanguageModelError) in try .choices(texts) }
    }
    if let grammar = try parameters.string("guided_grammar") {
      return try made("guided_grammar") { () throws(LocalLanguageModelError) in try .gbnf(grammar) }
    }
    return nil
  }

  /// Reads a format: its type, and where it is a schema, `schema` with the schema's members.
  static func constraint(
    format: Parameters, schema: Parameters?
  ) throws(ServerError) -> TextConstraint? {
    let type = try format.required("type", try format.string("type"))
    switch type {
    case "text": return nil
    case "json_object":
      return try schemaConstraint(["type": "object"], parameter: format.path("type"))
    case "json_schema":
      let schema = try format.required("json_schema", schema)
      guard let document = schema["schema"] else { throw schema.wrong("schema", "a JSON Schema") }
      return try schemaConstraint(document, parameter: schema.path("schema"))
    default: throw format.wrong("type", "one of text, json_object and json_schema")
    }
  }

  /// Reads vLLM's `structured_outputs`, an object with one member.
  private static func outputs(_ guided: Parameters) throws(ServerError) -> TextConstraint? {
    if let schema = guided["json"] {
      return try schemaConstraint(schema, parameter: guided.path("json"))
    }
    if let pattern = try guided.string("regex") {
      return try made(guided.path("regex")) { () throws(LocalLanguageModelError) in
        try .regex(pattern)
      }
    }
    if let texts = try guided.strings("choice") {
      return try made(guided.path("choice")) { () throws(LocalLanguageModelError) in
        try .choices(texts)
      }
    }
    if let grammar = try guided.string("grammar") {
      return try made(guided.path("grammar")) { () throws(LocalLanguageModelError) in
        try .gbnf(grammar)
      }
    }
    if try guided.bool("json_object") == true {
      return try schemaConstraint(["type": "object"], parameter: guided.path("json_object"))
    }
    return nil
  }

  /// A value of a schema, which is given as JSON or as its text.
  private static func schemaConstraint(
    _ schema: JSON, parameter: String
  ) throws(ServerError) -> TextConstraint {
    try made(parameter) { () throws(LocalLanguageModelError) in
      try .jsonSchema(schema.string ?? schema.text())
    }
  }

  private static func made(
    _ parameter: String, _ make: () throws(LocalLanguageModelError) -> TextConstraint
  ) throws(ServerError) -> TextConstraint {
    do { return try make() } catch {
      throw .invalid(ServerError.sentence(error.description), parameter: parameter)
    }
  }
}
