import Synchronization

/// A property of ``VerbOptions`` that the command line gives its value.
///
/// The property is the option's declaration; its projected value is the option as it stands on the
/// command line.
///
/// ```swift
/// @Option(.value("--top", "N", .int(in: 1...Int.max), "only the best N")) var top
/// ```
@propertyWrapper
struct Option<Value: Sendable>: Sendable {
  private let key: OptionKey<Value>
  private let cell = OptionCell<Value>()

  init(_ key: OptionKey<Value>) { self.key = key }

  var wrappedValue: Value { cell.given?.value ?? key.absent }

  var projectedValue: GivenOption {
    GivenOption(declaration: key.declaration, source: cell.given?.source)
  }
}

/// A property of ``VerbOptions`` that has the words which are no options.
@propertyWrapper
struct Operands: Sendable {
  /// How many words there may be, and what stands for them in help texts.
  enum Shape: Sendable, Equatable {
    /// One for each name.
    case each([String])
    /// One, or none.
    case optional(String)
    /// Any number.
    case any(String)
  }

  private let shape: Shape
  /// The words that an operand may be, by its name, where they are few.
  private let choices: [String: [String]]
  private let cell = OptionCell<[String]>()

  init(_ shape: Shape, choices: [String: [String]] = [:]) {
    (self.shape, self.choices) = (shape, choices)
  }

  var wrappedValue: [String] { cell.given?.value ?? [] }
}

/// What an option was given, once its command line is parsed.
///
/// Only the parser writes to it, before anyone else has it.
private final class OptionCell<Value: Sendable>: Sendable {
  struct Given: Sendable {
    let value: Value
    let source: OptionSource
  }

  private let state = Mutex<Given?>(nil)

  var given: Given? { state.withLock { $0 } }

  func set(_ value: Value, from source: OptionSource) {
    state.withLock { $0 = Given(value: value, source: source) }
  }
}

/// What the parser does with an option, whatever its type is.
protocol DeclaredOption: Sendable {
  var declaration: OptionDeclaration { get }
  /// Reads the words that the command line, or another source, has for it.
  func take(_ words: [String], from source: OptionSource) throws(OptionError)
  /// Throws for words that it cannot take.
  func check(_ words: [String]) throws(OptionError)
}

extension Option: DeclaredOption {
  var declaration: OptionDeclaration { key.declaration }

  func take(_ words: [String], from source: OptionSource) throws(OptionError) {
    cell.set(try key.read(words), from: source)
  }

  func check(_ words: [String]) throws(OptionError) { _ = try key.read(words) }
}

extension Operands {
  /// What stands for them in a usage line.
  var usage: String {
    switch shape {
    case .each(let names): names.joined(separator: " ")
    case .optional(let name): "[\(name)]"
    case .any(let name): "[\(name) ...]"
    }
  }

  /// What people know of each.
  var declarations: [OperandDeclaration] {
    func declaration(
      _ name: String, isOptional: Bool = false, repeats: Bool = false
    ) -> OperandDeclaration {
      OperandDeclaration(
        name: name, choices: choices[name] ?? [], isOptional: isOptional, repeats: repeats)
    }
    return switch shape {
    case .each(let names): names.map { declaration($0) }
    case .optional(let name): [declaration(name, isOptional: true)]
    case .any(let name): [declaration(name, isOptional: true, repeats: true)]
    }
  }

  func take(_ words: [String]) throws(OptionError) {
    switch shape {
    case .each(let names): try Self.check(words, least: names, most: names.count)
    case .optional: try Self.check(words, most: 1)
    case .any: break
    }
    cell.set(words, from: .commandLine)
  }

  /// Throws where there are too few words, or too many.
  static func check(
    _ words: [String], least names: [String] = [], most: Int
  ) throws(OptionError) {
    if words.count < names.count { throw .missingOperand(names[words.count]) }
    if words.count > most { throw .surplusOperand(words[most]) }
  }
}
