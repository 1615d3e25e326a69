import Foundation
import TernJSON

extension Int: Generable {
  /// A whole number.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(node: schemaNode, name: "Int")
  }

  /// The number, if it is whole and fits; `3.0` is whole.
  public init(_ content: GeneratedContent) throws {
    let number = try content.number("a whole number")
    guard let value = number.int else {
      let isFraction = number.double.isFinite && number.double.rounded() != number.double
      throw content.error(
        "GeneratedContent does not contain a whole number that fits an Int: \(number) "
          + (isFraction ? "has a fraction." : "is out of range or has a fraction."))
    }
    self = value
  }

  /// The number as content.
  public var generatedContent: GeneratedContent { GeneratedContent(node: .json(JSON(self))) }

  /// The digits.
  public var promptRepresentation: Prompt {
    return Prompt(parts: [.text(generatedContent.jsonString)])
  }

  /// The digits.
  public var instructionsRepresentation: Instructions {
    return Instructions(parts: [.text(generatedContent.jsonString)])
  }
}

extension Double: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(node: schemaNode, name: "Double")
  }

  /// The nearest `Double`; an error for a number out of range.
  public init(_ content: GeneratedContent) throws {
    let value = try content.number("a number").double
    guard value.isFinite else {
      throw content.error("GeneratedContent contains a number out of the range of Double.")
    }
    self = value
  }

  /// The number as content; null for infinities and NaN.
  public var generatedContent: GeneratedContent { GeneratedContent(node: .json(.shortest(self))) }

  /// The digits.
  public var promptRepresentation: Prompt {
    return Prompt(parts: [.text(generatedContent.jsonString)])
  }

  /// The digits.
  public var instructionsRepresentation: Instructions {
    return Instructions(parts: [.text(generatedContent.jsonString)])
  }
}

extension Float: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(node: schemaNode, name: "Float")
  }

  /// The nearest `Float`; an error for a number out of range.
  public init(_ content: GeneratedContent) throws {
    let number = try content.number("a number")
    guard let value = Float(number.text), value.isFinite else {
      throw content.error("GeneratedContent contains a number out of the range of Float.")
    }
    self = value
  }

  /// The number as content; null for infinities and NaN.
  public var generatedContent: GeneratedContent { GeneratedContent(node: .json(.shortest(self))) }

  /// The digits.
  public var promptRepresentation: Prompt {
    return Prompt(parts: [.text(generatedContent.jsonString)])
  }

  /// The digits.
  public var instructionsRepresentation: Instructions {
    return Instructions(parts: [.text(generatedContent.jsonString)])
  }
}

extension Decimal: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(node: schemaNode, name: "Decimal")
  }

  /// The number, exact up to 38 digits; an error for one out of range.
  public init(_ content: GeneratedContent) throws {
    let number = try content.number("a number")
    guard let value = Decimal(exactly: number) else {
      throw content.error("GeneratedContent contains a number out of the range of Decimal.")
    }
    self = value
  }

  /// The number as content, exact; null for NaN.
  public var generatedContent: GeneratedContent {
    GeneratedContent(node: .json(JSONNumber(self).map(JSON.number) ?? .null))
  }

  /// The digits.
  public var promptRepresentation: Prompt {
    return Prompt(parts: [.text(generatedContent.jsonString)])
  }

  /// The digits.
  public var instructionsRepresentation: Instructions {
    return Instructions(parts: [.text(generatedContent.jsonString)])
  }
}

extension Decimal {
  /// The nearest Decimal to a JSON number; `nil` where it is out of range.
  init?(exactly number: JSONNumber) {
    // Zero with an exponent of any size is zero.
    if number.hasSameValue(as: 0) {
      self = 0
      return
    }
    guard let value = Decimal(string: number.text, locale: Locale(identifier: "en_US_POSIX")),
      !value.isNaN
    else { return nil }
    self = value
  }
}

extension JSONNumber {
  /// The exact text of a Decimal; `nil` for NaN.
  init?(_ value: Decimal) {
    self.init(text: value.isNaN ? "" : value.description)
  }
}

extension JSON {
  /// The shortest text that reads back as `value`; null for infinities and NaN.
  static func shortest(_ value: Float) -> JSON {
    if let whole = Int(exactly: value), abs(value) < 0x1p24, !(whole == 0 && value.sign == .minus) {
      return JSON(whole)
    }
    return JSONNumber(text: value.description).map(JSON.number) ?? .null
  }
}

extension GeneratedContent {
  /// The number that the content is.
  func number(_ expected: String) throws -> JSONNumber {
    guard case .number(let number) = json else { throw mismatch(expected) }
    return number
  }
}

extension Double: BuiltInGenerable {
  static var schemaNode: SchemaNode { .number(NumberRules(isInteger: false)) }
}

extension Float: BuiltInGenerable {
  static var schemaNode: SchemaNode { .number(NumberRules(isInteger: false)) }
}

extension Decimal: BuiltInGenerable {
  static var schemaNode: SchemaNode { .number(NumberRules(isInteger: false)) }
}
