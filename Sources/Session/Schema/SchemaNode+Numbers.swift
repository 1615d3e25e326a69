import Foundation

extension Double: BuiltInGenerable {
  static var schemaNode: SchemaNode { .number(NumberRules(isInteger: false)) }
}

extension Float: BuiltInGenerable {
  static var schemaNode: SchemaNode { .number(NumberRules(isInteger: false)) }
}

extension Decimal: BuiltInGenerable {
  static var schemaNode: SchemaNode { .number(NumberRules(isInteger: false)) }
}
