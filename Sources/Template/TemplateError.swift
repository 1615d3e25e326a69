/// Why a template cannot be compiled or rendered, and where.
package struct TemplateError: Error, Sendable, Equatable {
  package enum Kind: String, Sendable {
    /// The source is not a template.
    case syntax
    /// Something was done with a value that does not exist.
    case undefined
    /// An operation that its operands do not allow.
    case runtime
    /// The template called `raise_exception`; the message is the one it gave.
    case raised
    /// The template reached for something that the sandbox forbids.
    case security
    /// A limit of ``TemplateLimits`` was reached.
    case limit
  }

  package var kind: Kind
  package var message: String
  /// The line in the source, from 1.
  package var line: Int
  /// The place in the line in UTF-8 bytes, from 1.
  package var column: Int

  package init(_ kind: Kind, _ message: String, line: Int = 0, column: Int = 0) {
    self.kind = kind
    self.message = message
    self.line = line
    self.column = column
  }
}

extension TemplateError: CustomStringConvertible {
  package var description: String { "line \(line), column \(column): \(message)" }
}

/// A place in a template's source: line and column, both from 1.
struct Position: Sendable, Equatable {
  var line: Int32 = 1
  var column: Int32 = 1
}

extension TemplateError {
  init(_ kind: Kind, _ message: String, at position: Position) {
    self.init(kind, message, line: Int(position.line), column: Int(position.column))
  }

  /// An error that the machine gives its place.
  static func runtime(_ message: String) -> TemplateError { TemplateError(.runtime, message) }

  /// An error of the limits.
  static func limit(_ message: String) -> TemplateError { TemplateError(.limit, message) }

  /// The error with a place, where it has none yet.
  func placed(at position: Position) -> TemplateError {
    guard line == 0 else { return self }
    return TemplateError(kind, message, at: position)
  }
}
