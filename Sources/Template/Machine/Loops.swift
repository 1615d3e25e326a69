/// Loops.

extension For {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow {
    let items = try machine.evaluate(items)
    machine.position = position
    guard isRecursive else { return try run(items, machine, depth: 0, home: machine.activation) }
    let text = try recurse(items, machine, depth: 0, home: machine.activation)
    machine.output.append(text)
    return .normal
  }

  /// Runs the loop as a function: each round of recursion has variables of its own.
  func recurse(
    _ items: Value, _ machine: Machine, depth: Int, home: Activation
  ) throws(TemplateError) -> Text {
    let inner = Activation(slotCount: machine.program.plans[bodyScope].slotCount, parent: home)
    return try machine.with(inner) { () throws(TemplateError) in
      try machine.capture { () throws(TemplateError) in
        try run(items, machine, depth: depth, home: home)
      }.0
    }
  }

  private func run(
    _ items: Value, _ machine: Machine, depth: Int, home: Activation
  ) throws(TemplateError) -> Flow {
    let cursor = try cursor(items, machine)
    let plan = machine.program.plans[bodyScope]
    if let loop = plan.loop {
      let recursion = isRecursive ? LoopContext.Recursion(loop: self, home: home) : nil
      let context = LoopContext(cursor, depth: depth, recursion)
      machine.activation.slots[loop] = .object(context)
    }
    // Jinja's `else` runs unless a round has reached its end; rounds that jump do not count.
    var isEmpty = true
    while let item = try cursor.next(machine) {
      try machine.charge()
      machine.begin(bodyScope)
      machine.position = position
      try machine.assign(target, item)
      let flow = try machine.run(body)
      if flow == .breaks { break }
      if flow == .normal { isEmpty = false }
    }
    guard isEmpty, !other.isEmpty else { return .normal }
    machine.begin(elseScope)
    return try machine.run(other)
  }

  private func cursor(_ items: Value, _ machine: Machine) throws(TemplateError) -> Cursor {
    guard let test else { return try Cursor(items, machine) }
    let source = try Cursor(items, machine)
    machine.begin(testScope)
    let home = machine.activation
    machine.keep(home)
    return Cursor(
      Generator("generator", level: items.level) { machine throws(TemplateError) in
        while let item = try source.next(machine) {
          try machine.charge()
          let outer = machine.activation
          machine.activation = home
          defer { machine.activation = outer }
          try machine.assign(self.testTarget, item)
          if try Truth.of(try machine.evaluate(test), machine) {
            return machine.value(self.testTarget, item)
          }
        }
        return nil
      })
  }
}

/// A place in what a loop goes over; looks ahead only as far as it is asked to.
final class Cursor {
  /// What has been seen, and all where there is no source.
  private(set) var items: [Value]
  /// Items that were given out.
  private(set) var position = 0
  private var source: Generator?

  init(_ value: Value, _ machine: Machine) throws(TemplateError) {
    if case .object(let object) = value, let generator = object as? Generator {
      items = []
      source = generator
    } else {
      items = try Iteration.items(value, machine)
    }
  }

  init(_ source: Generator) {
    items = []
    self.source = source
  }

  func next(_ machine: Machine) throws(TemplateError) -> Value? {
    guard let item = try peek(machine) else { return nil }
    position += 1
    return item
  }

  func peek(_ machine: Machine) throws(TemplateError) -> Value? {
    if position < items.count { return items[position] }
    guard let item = try source?.next(machine) else { return nil }
    try machine.charge(items: 1)
    items.append(item)
    return item
  }

  /// The number of all items.
  func count(_ machine: Machine) throws(TemplateError) -> Int {
    while let item = try source?.next(machine) {
      items.append(item)
      try machine.charge(items: items.count > machine.limits.listCount ? items.count : 1)
    }
    source = nil
    return items.count
  }

  /// The item before the current one.
  var previous: Value? { position >= 2 ? items[position - 2] : nil }
}

/// The variable `loop`.
final class LoopContext: Object, HasAttributes, Callable {
  let cursor: Cursor
  private let depth: Int
  private let recursion: Recursion?
  private var last: [Value]?
  var typeName: String { "LoopContext" }

  /// What a recursive loop is called with.
  struct Recursion {
    var loop: For
    var home: Activation
  }

  init(_ cursor: Cursor, depth: Int, _ recursion: Recursion?) {
    self.cursor = cursor
    self.depth = depth
    self.recursion = recursion
  }

  func attribute(_ name: String, _ machine: Machine) throws(TemplateError) -> Value? {
    switch name {
    case "index": return .int(cursor.position)
    case "index0": return .int(cursor.position - 1)
    case "first": return .bool(cursor.position == 1)
    case "last": return .bool(try cursor.peek(machine) == nil)
    case "length": return .int(try cursor.count(machine))
    case "revindex": return .int(try cursor.count(machine) - cursor.position + 1)
    case "revindex0": return .int(try cursor.count(machine) - cursor.position)
    case "depth": return .int(depth + 1)
    case "depth0": return .int(depth)
    case "previtem": return cursor.previous ?? .undefined(.hint("there is no previous item"))
    case "nextitem":
      return try cursor.peek(machine) ?? .undefined(.hint("there is no next item"))
    case "cycle":
      return .builtin("cycle") { [self] _, arguments throws(TemplateError) in
        let items = arguments.positional
        guard !items.isEmpty else { throw .runtime("no items for cycling given") }
        return items[max(0, cursor.position - 1) % items.count]
      }
    case "changed":
      return .builtin("changed") { [self] machine, arguments throws(TemplateError) in
        let items = arguments.positional
        if let last, try Comparison.equal(.items(last), .items(items), machine) {
          return .bool(false)
        }
        last = items
        return .bool(true)
      }
    default: return nil
    }
  }

  func call(_ arguments: Arguments, _ machine: Machine) throws(TemplateError) -> Value {
    guard let recursion else {
      throw .runtime("The loop must have the 'recursive' marker to be called recursively.")
    }
    guard let items = arguments.positional.first, arguments.count == 1 else {
      throw .runtime("a loop is called with one argument")
    }
    return .string(
      try recursion.loop.recurse(items, machine, depth: depth + 1, home: recursion.home))
  }
}
