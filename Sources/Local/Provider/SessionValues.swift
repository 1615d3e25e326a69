import Foundation
import TernJSON
import TernSession

extension GenerationSchema {
  /// The schema as JSON, as its `Encodable` conformance gives it.
  ///
  /// Tern's own schemas hand their documents over as they are; those of another framework are
  /// written as text and read again.
  func documents() throws -> SchemaReceiver.Documents {
    let receiver = SchemaReceiver()
    let encoder = JSONEncoder()
    if let key = SchemaReceiver.key { encoder.userInfo[key] = receiver }
    encoder.outputFormatting = .sortedKeys
    let text = try encoder.encode(self)
    return try receiver.documents ?? SchemaReceiver.Documents(encoded: Array(text))
  }
}

extension SchemaReceiver.Documents {
  /// The documents of an encoded schema: `x-order` says the order of properties, and `pattern` means
  /// a regular expression of Swift that matches the whole text.
  init(encoded text: [UInt8]) throws(JSONError) {
    let json = SchemaKeywords.map(try JSON(parsing: text)) { _ = $0.sortProperties() }
    let constraint = SchemaKeywords.map(json) { schema in
      guard let pattern = schema["pattern"] else { return }
      schema["pattern"] = nil
      schema["x-swift-pattern"] = pattern
    }
    self.init(json: json, constraint: constraint)
  }
}

extension GeneratedContent {
  /// The value as JSON.
  func parsedJSON() throws(JSONError) -> JSON { try JSON(parsing: jsonString) }
}

/// The options of a session, in files where the engine's type of the same name is visible too.
typealias SessionGenerationOptions = GenerationOptions
