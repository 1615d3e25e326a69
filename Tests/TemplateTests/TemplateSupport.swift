import Foundation
import TernJSON
import TernTemplate
import TernTestSupport
import Testing

/// The moment that all expected values were computed for.
let noon = TemplateClock(year: 2025, month: 7, day: 10, hour: 12)

/// Renders a source.
func render(
  _ source: String, _ variables: JSONObject = [:], limits: TemplateLimits = TemplateLimits()
) throws(TemplateError) -> RenderedText {
  try Template(source, limits: limits).render(TemplateInput(variables: variables, now: noon))
}

/// The error of a source; records an issue where there is none.
func failure(
  _ source: String, _ variables: JSONObject = [:], limits: TemplateLimits = TemplateLimits(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> TemplateError? {
  do {
    let text = try render(source, variables, limits: limits).text
    Issue.record("rendered: \(text.prefix(200))", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}

/// What another implementation says of a template.
enum Expected {
  case output(String)
  case error(kind: String, message: String?)
}

/// Why a rendering is not what is expected; `nil` where it is.
func difference(_ source: String, _ variables: JSONObject, _ expected: Expected) -> String? {
  let result = Result { () throws(TemplateError) in try render(source, variables) }
  switch (result, expected) {
  case (.success(let text), .output(let output)):
    guard !text.text.utf8.elementsEqual(output.utf8) else { return nil }
    return "gives \(text.text.debugDescription), not \(output.debugDescription)"
  case (.success(let text), .error):
    return "gives \(text.text.debugDescription), not an error"
  case (.failure(let error), .output): return "\(error)"
  case (.failure(let error), .error(_, let message)):
    guard let message, message != error.message else { return nil }
    return "says \(error.message), not \(message)"
  }
}

func json(_ url: URL) throws -> JSON { try JSON(parsing: [UInt8](Data(contentsOf: url))) }

/// A file of the fixtures.
func fixture(_ name: String) throws -> JSON {
  try json(
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/\(name)"))
}
