/// What each expression gives.

extension Literal {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    switch constant {
    case .none: .none
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .big(let value): .big(value)
    case .float(let value): .float(value)
    case .text(let text): .string(text)
    }
  }
}

extension Name {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    let value = machine.value(id)
    if case .missing = value { return .undefined(.name(name)) }
    return value
  }
}

extension SequenceLiteral {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    if kind == .concatenation { return try concatenation(machine) }
    var items: [Value] = []
    items.reserveCapacity(children.count)
    for child in children { items.append(try machine.evaluate(child)) }
    machine.position = position
    return try machine.checked(kind == .tuple ? .tuple(Tuple(items)) : .items(items))
  }

  private func concatenation(_ machine: Machine) throws(TemplateError) -> Value {
    var values: [Value] = []
    for child in children { values.append(try machine.evaluate(child)) }
    machine.position = position
    let isMarkup = machine.isEscaping && values.contains(where: \.isMarkup)
    var texts: [Text] = []
    for value in values {
      texts.append(
        isMarkup ? try Markup.escaped(value, machine) : try Formatting.text(value, machine))
    }
    let first = texts.first ?? .empty
    return .string(
      try TextGrowth.joined(first, Array(texts.dropFirst()), isMarkup: isMarkup, machine))
  }
}

extension DictLiteral {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    var parts: [Value] = []
    for child in children { parts.append(try machine.evaluate(child)) }
    machine.position = position
    let dict = Dict()
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      dict.set(try Key.checked(parts[index], machine), parts[index + 1])
    }
    return try machine.checked(.dict(dict))
  }
}

extension Unary {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    let value = try machine.evaluate(operand)
    machine.position = position
    switch operation {
    case .not: return .bool(!(try Truth.of(value, machine)))
    case .negative: return try Arithmetic.negative(value)
    case .positive: return try Arithmetic.positive(value)
    }
  }
}

extension Binary {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    let first = try machine.evaluate(left)
    switch operation {
    case .and: return try Truth.of(first, machine) ? try machine.evaluate(right) : first
    case .or: return try Truth.of(first, machine) ? first : try machine.evaluate(right)
    default: break
    }
    let second = try machine.evaluate(right)
    machine.position = position
    return try Arithmetic.apply(operation, first, second, machine)
  }
}

extension Compare {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    var left = try machine.evaluate(first)
    for operand in operands {
      let right = try machine.evaluate(operand.value)
      machine.position = position
      guard try Comparison.holds(operand.operation, left, right, machine) else {
        return .bool(false)
      }
      left = right
    }
    return .bool(true)
  }
}

extension Conditional {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    if try Truth.of(try machine.evaluate(test), machine) { return try machine.evaluate(value) }
    if let other { return try machine.evaluate(other) }
    return .undefined(
      .hint(
        "the inline if-expression on line \(position.line) evaluated to false and no else section"
          + " was defined."))
  }
}

extension Attribute {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    let owner = try machine.evaluate(owner)
    machine.position = position
    if case .dict(let dict) = owner, methods.dict == nil, !methods.isPrivate {
      return dict[text: name] ?? .undefined(.attribute(of: "dict object", label))
    }
    if case .object(let object) = owner, !methods.isPrivate {
      // The objects whose attributes loops ask for.
      if let namespace = object as? Namespace {
        return namespace.attributes[text: name]
          ?? .undefined(.attribute(of: owner.ownerName, label))
      }
      if let loop = object as? LoopContext, let value = try loop.attribute(label, machine) {
        return value
      }
    }
    return try Attributes.attribute(name, of: owner, methods, machine)
  }
}

extension Subscript {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    let owner = try machine.evaluate(owner)
    if let slice = key as? Slice {
      let bounds = try slice.bounds(machine)
      machine.position = position
      return try Slicing.slice(owner, bounds, machine)
    }
    let key = try machine.evaluate(key)
    machine.position = position
    return try Attributes.item(key, of: owner, machine)
  }
}

extension Slice {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    _ = try bounds(machine)
    return .object(SliceObject())
  }

  func bounds(_ machine: Machine) throws(TemplateError) -> Slicing.Bounds {
    Slicing.Bounds(
      start: try start.map(machine), stop: try stop.map(machine), step: try step.map(machine))
  }
}

extension Optional<any Expression> {
  fileprivate func map(_ machine: Machine) throws(TemplateError) -> Value {
    guard let self else { return .none }
    return try machine.evaluate(self)
  }
}

extension FilterCall {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    guard let value else { return .none }
    return try apply(to: try machine.evaluate(value), machine)
  }

  /// Filters a value, or what a filter before gives of it.
  func apply(to first: Value, _ machine: Machine) throws(TemplateError) -> Value {
    var first = first
    if let inner = value as? FilterCall, inner.isOfBlock {
      first = try inner.apply(to: first, machine)
    }
    let arguments = try machine.evaluate(arguments)
    machine.position = position
    guard let filter else { throw .runtime("No filter named '\(name)' found.") }
    return try machine.checked(try filter(machine, first, arguments))
  }

  /// Whether the innermost filter filters a block.
  private var isOfBlock: Bool {
    guard let value else { return true }
    return (value as? FilterCall)?.isOfBlock ?? false
  }
}

extension TestCall {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    let value = try machine.evaluate(value)
    let arguments = try machine.evaluate(arguments)
    machine.position = position
    guard let test else { throw .runtime("No test named '\(name)' found.") }
    return .bool(try test(machine, value, arguments))
  }
}
