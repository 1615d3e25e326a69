/// How texts that satisfy a constraint may be spelled.
package struct MachineOptions: Hashable, Sendable {
  /// Which order the properties of an object may come in.
  package enum Order: Hashable, Sendable {
    /// As the schema declares them; what it does not mention comes last.
    case declared
    /// Any; `x-order` still counts.
    case any
  }

  /// White space between the parts of JSON.
  package enum Whitespace: Hashable, Sendable {
    /// None.
    case compact
    /// One space after each comma and colon, as most templates write JSON.
    case spaced
    /// Any, but at most ``limit`` bytes in one place, so that a model cannot run away in it.
    case any

    /// Room for the line end and indentation of a deeply nested document.
    static let limit: Int32 = 256

    /// What stands between members and elements, and behind names.
    var comma: [UInt8] { Array((self == .spaced ? ", " : ",").utf8) }
    var colon: [UInt8] { Array((self == .spaced ? ": " : ":").utf8) }
  }

  package var order = Order.declared
  package var whitespace = Whitespace.compact
  package var numbers = NumberStyle.plain

  /// As many alternatives of an object are told apart from its beginning on; of more, choices are
  /// left open until a member comes that they are about.
  var alternativesAtOnce = 32

  package init() {}

  /// What a model is asked to write: properties as declared, numbers spelled plainly.
  package static var generation: MachineOptions { MachineOptions() }

  /// What is taken for right: properties in any order, numbers spelled in any way.
  package static var acceptance: MachineOptions {
    var options = MachineOptions()
    options.order = .any
    options.numbers = .any
    return options
  }
}
