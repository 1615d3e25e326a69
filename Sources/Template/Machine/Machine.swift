import TernJSON

/// One rendering of a template: its variables, its output, and what it may still use.
final class Machine {
  let program: Program
  let limits: TemplateLimits
  let clock: TemplateClock
  /// The variables of the template by the numbers of `Program.inputs`.
  private let inputs: [Value]

  var activation: Activation
  var output: TextBuilder
  /// Whether the output is the rendering's, not that of a macro or block within.
  var isTop = true
  var generated: [Range<Int>] = []
  var isEscaping = false
  /// Where the operation stands that runs now, for its error.
  var position = Position()

  /// The steps that may still be taken.
  private(set) var stepsLeft: Int
  private var depth = 0
  /// What may hold itself, and is emptied at the end.
  private var activations: [Activation] = []
  private var namespaces: [Namespace] = []
  private var lists: [WeakList] = []

  init(_ program: Program, _ input: TemplateInput, _ limits: TemplateLimits) {
    self.program = program
    self.limits = limits
    clock = input.now
    stepsLeft = limits.steps
    output = TextBuilder(limit: limits.outputBytes)
    activation = Activation(slotCount: program.plans[0].slotCount, parent: nil)
    inputs = program.inputs.map { name in
      guard let value = input.variables[name] else { return Globals.value(name) ?? .missing }
      return Value(value, isData: !input.trusted.contains(name))
    }
  }

  func render() throws(TemplateError) -> RenderedText {
    let root = activation
    defer {
      root.slots = []
      for activation in activations { activation.slots = [] }
      for namespace in namespaces { namespace.removeAll() }
      for list in lists { list.growth?.removeAll() }
    }
    do throws(TemplateError) {
      begin(0)
      _ = try run(program.body)
    } catch {
      throw error.placed(at: position)
    }
    guard !output.isOver else {
      throw TemplateError(.limit, "the output is too long", at: position)
    }
    return RenderedText(pieces: output.pieces, generated: generated)
  }

  /// Keeps an activation that a function refers to, to take it apart at the end.
  func keep(_ activation: Activation) {
    guard !activation.isKept else { return }
    activation.isKept = true
    activations.append(activation)
  }

  func keep(_ namespace: Namespace) { namespaces.append(namespace) }

  func keep(_ list: ListGrowth) { lists.append(WeakList(growth: list)) }

  private struct WeakList {
    weak var growth: ListGrowth?
  }

  /// The first list that grew, while anything holds it.
  var firstList: ListGrowth? { lists.first?.growth }

  // MARK: Limits

  /// Takes steps, of which a rendering has so many.
  @inline(__always)
  func charge(_ steps: Int = 1) throws(TemplateError) {
    stepsLeft -= steps
    if stepsLeft < 0 { throw .limit("the template takes too many steps") }
  }

  /// Takes the steps of making so many bytes of text.
  func charge(bytes: Int) throws(TemplateError) {
    guard bytes <= limits.stringBytes else { throw .limit("a string is too long") }
    try charge(bytes >> 6)
  }

  /// Takes the steps of making a list.
  func charge(items: Int) throws(TemplateError) {
    guard items <= limits.listCount else { throw .limit("a list is too long") }
    try charge(items)
  }

  /// The text that was built, unless it is too long.
  func text(_ builder: TextBuilder, isMarkup: Bool = false) throws(TemplateError) -> Text {
    guard !builder.isOver else { throw .limit("a string is too long") }
    try charge(bytes: builder.count)
    return builder.text(isMarkup: isMarkup)
  }

  var builder: TextBuilder { TextBuilder(limit: limits.stringBytes) }

  /// A value that may hold others, unless it is too deep.
  func checked(_ value: Value) throws(TemplateError) -> Value {
    guard value.level <= 700 else { throw .limit("a value is nested too deeply") }
    return value
  }

  @inline(__always)
  func evaluate(_ expression: any Expression) throws(TemplateError) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= limits.depth else { throw .limit("the template calls itself too deeply") }
    return try expression.evaluate(self)
  }

  func run(_ body: [any Statement]) throws(TemplateError) -> Flow {
    depth += 1
    defer { depth -= 1 }
    guard depth <= limits.depth else { throw .limit("the template calls itself too deeply") }
    for statement in body {
      try charge()
      let flow = try statement.execute(self)
      if flow != .normal { return flow }
    }
    return .normal
  }

  /// Counts a call on top of what it runs, since it takes more stack.
  func nested<Result>(
    _ body: () throws(TemplateError) -> Result
  ) throws(TemplateError) -> Result {
    depth += 4
    defer { depth -= 4 }
    guard depth <= limits.depth else { throw .limit("the template calls itself too deeply") }
    try charge()
    return try body()
  }

  // MARK: Variables

  @inline(__always)
  func value(_ id: Int) -> Value {
    let slot = program.slots[id]
    if slot.hops == 0 { return activation.slots[Int(slot.index)] }
    return value(slot)
  }

  func value(_ slot: Slot) -> Value { holder(slot).slots[Int(slot.index)] }

  func set(_ id: Int, _ value: Value) {
    let slot = program.slots[id]
    holder(slot).slots[Int(slot.index)] = value
  }

  private func holder(_ slot: Slot) -> Activation {
    var holder = activation
    for _ in 0..<slot.hops { if let parent = holder.parent { holder = parent } }
    return holder
  }

  /// Begins a scope: gives its variables what they have at first.
  func begin(_ scope: Int) {
    for entry in program.plans[scope].entries {
      activation.slots[entry.index] =
        switch entry.load {
        case .missing: .missing
        case .resolve(let input): inputs[input]
        case .copy(let slot): value(slot)
        }
    }
  }

  /// Runs with another function's variables.
  func with<Result>(
    _ inner: Activation, _ body: () throws(TemplateError) -> Result
  ) throws(TemplateError) -> Result {
    let outer = activation
    activation = inner
    defer { activation = outer }
    return try nested(body)
  }

  /// Runs and returns what was printed meanwhile.
  func capture(_ body: () throws(TemplateError) -> Flow) throws(TemplateError) -> (Text, Flow) {
    let outer = output
    let wasTop = isTop
    output = builder
    isTop = false
    defer {
      output = outer
      isTop = wasTop
    }
    let flow = try body()
    return (try text(output), flow)
  }
}

/// The variables of one call of a function.
final class Activation {
  var slots: [Value]
  let parent: Activation?
  /// Whether the machine takes it apart at the end.
  var isKept = false

  init(slotCount: Int, parent: Activation?) {
    slots = Array(repeating: .missing, count: slotCount)
    self.parent = parent
  }
}

/// A compiled template.
struct Program: Sendable {
  var body: [any Statement]
  var slots: [Slot]
  var plans: [ScopePlan]
  var inputs: [String]
  var blocks: [String: Block]
}

extension Value {
  /// The value of a JSON text; numbers without point and exponent are integers.
  init(_ json: JSON, isData: Bool) {
    switch json {
    case .null: self = .none
    case .bool(let value): self = .bool(value)
    case .number(let number): self = Value(number)
    case .string(let string): self = .string(Text(string, isData: isData))
    case .array(let items):
      self = .list(List(items.map { Value($0, isData: isData) }, isData: isData))
    case .object(let members):
      let dict = Dict(isData: isData)
      dict.reserve(members.count)
      for (key, value) in members {
        dict.append(.string(Text(key, isData: isData)), Value(value, isData: isData))
      }
      self = .dict(dict)
    }
  }

  private init(_ number: JSONNumber) {
    let text = number.text
    if let value = Int(text) {
      self = .int(value)
    } else if text.utf8.contains(where: { $0 == 0x2E || $0 | 0x20 == 0x65 }) {
      self = .float(number.double)
    } else if let value = BigInt(digits: text.utf8.drop { $0 == 0x2D }) {
      self = .big(text.hasPrefix("-") ? -value : value)
    } else {
      self = .float(number.double)
    }
  }
}
