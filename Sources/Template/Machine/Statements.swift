/// What each statement does.

extension TextStatement {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow {
    machine.output.append(text)
    return .normal
  }
}

extension Print {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow {
    let value = try machine.evaluate(value)
    machine.position = position
    try machine.print(value)
    return .normal
  }
}

extension Machine {
  /// Adds a value to the output.
  func print(_ value: Value) throws(TemplateError) {
    switch value {
    case .string(let text) where !isEscaping: output.append(text)
    case .undefined: break
    default:
      output.append(isEscaping ? try Markup.escaped(value, self) : try Formatting.text(value, self))
    }
    if output.isOver { throw .limit("the output is too long") }
  }

  /// Assigns; `value` must be what the target takes.
  func assign(_ target: Target, _ value: Value) throws(TemplateError) {
    switch target {
    case .name(_, let id): set(id, value)
    case .attribute(let name, _, let id):
      guard case .object(let object) = self.value(id), let namespace = object as? Namespace else {
        throw .runtime("cannot assign attribute on non-namespace object")
      }
      namespace.set(name, try checked(value))
    case .tuple(let targets):
      let items = try unpacked(value, targets.count)
      for (target, item) in zip(targets, items) { try assign(target, item) }
    }
  }

  /// What a target holds: `item`, which was assigned to it, with tuples for what was unpacked.
  func value(_ target: Target, _ item: Value) -> Value {
    switch target {
    case .name(_, let id): value(id)
    case .attribute: item
    case .tuple(let targets): .tuple(Tuple(targets.map { value($0, item) }))
    }
  }

  private func unpacked(_ value: Value, _ count: Int) throws(TemplateError) -> [Value] {
    switch value {
    case .tuple(let tuple) where tuple.items.count == count: return tuple.items
    case .list(let list) where list.count == count: return list.items
    default: break
    }
    guard Iteration.isIterable(value) else {
      throw .runtime("cannot unpack non-iterable \(value.typeName) object")
    }
    let items = try Iteration.items(value, self)
    guard items.count == count else {
      throw .runtime(
        items.count > count
          ? "too many values to unpack (expected \(count))"
          : "not enough values to unpack (expected \(count), got \(items.count))")
    }
    return items
  }
}

extension Assign {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow {
    machine.position = position
    try machine.checkNamespaces(target)
    let value = try machine.evaluate(value)
    machine.position = position
    try machine.assign(target, value)
    return .normal
  }
}

extension Machine {
  /// Checks what attributes are assigned to, before the value is evaluated.
  fileprivate func checkNamespaces(_ target: Target) throws(TemplateError) {
    switch target {
    case .name: break
    case .attribute(_, _, let id):
      guard case .object(let object) = value(id), object is Namespace else {
        throw .runtime("cannot assign attribute on non-namespace object")
      }
    case .tuple(let targets): for target in targets { try checkNamespaces(target) }
    }
  }
}

extension If {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow {
    for branch in branches {
      let test = try machine.evaluate(branch.test)
      if try Truth.of(test, machine) { return try machine.run(branch.body) }
    }
    return other.isEmpty ? .normal : try machine.run(other)
  }
}

extension Jump {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow { flow }
}

extension Unavailable {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow {
    throw TemplateError(
      .runtime, "there are no other templates, which '\(tag)' needs", at: position)
  }
}

extension MacroStatement {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow {
    machine.keep(machine.activation)
    try machine.assign(target, .object(Macro(function, machine.activation)))
    return .normal
  }
}

extension CallBlock {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow {
    let caller = Macro(function, machine.activation)
    guard let call else {
      let start = machine.output.count
      let isTop = machine.isTop
      _ = try caller.run(machine)
      if isTop { machine.generated.append(start..<machine.output.count) }
      return .normal
    }
    let value = try call.evaluate(machine, caller: caller)
    machine.position = position
    try machine.print(value)
    return .normal
  }
}

extension Block {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow {
    machine.position = position
    if isRequired { throw .runtime("Required block '\(name)' not found") }
    return try run(machine)
  }

  /// Runs the body among the variables of the top level.
  func run(_ machine: Machine) throws(TemplateError) -> Flow {
    var root = machine.activation
    while let parent = root.parent { root = parent }
    let inner = Activation(slotCount: machine.program.plans[scope].slotCount, parent: root)
    return try machine.with(inner) { () throws(TemplateError) in
      machine.begin(scope)
      return try machine.run(body)
    }
  }
}

extension ScopeStatement {
  func execute(_ machine: Machine) throws(TemplateError) -> Flow {
    switch kind {
    case .with(let targets, let values):
      // The values are those of the scope around, and each is assigned before the next is evaluated.
      machine.begin(scope)
      for (target, value) in zip(targets, values) {
        try machine.assign(target, try machine.evaluate(value))
      }
      return try machine.run(body)
    case .autoescape(let value):
      machine.begin(scope)
      let wasEscaping = machine.isEscaping
      machine.isEscaping = try Truth.of(try machine.evaluate(value), machine)
      defer { machine.isEscaping = wasEscaping }
      return try machine.run(body)
    case .set(let target, let filter):
      let (value, flow) = try filtered(filter, machine)
      if flow == .normal { try machine.assign(target, value) }
      return flow
    case .filter(let filter):
      let (value, flow) = try filtered(filter, machine)
      machine.position = position
      if flow == .normal { try machine.print(value) }
      return flow
    }
  }

  private func filtered(
    _ filter: FilterCall?, _ machine: Machine
  ) throws(TemplateError) -> (Value, Flow) {
    machine.begin(scope)
    let (text, flow) = try machine.capture { () throws(TemplateError) in try machine.run(body) }
    guard flow == .normal else { return (.none, flow) }
    let value = Value.string(machine.isEscaping ? text.marked(true) : text)
    guard let filter else { return (value, flow) }
    return (try filter.apply(to: value, machine), flow)
  }
}
