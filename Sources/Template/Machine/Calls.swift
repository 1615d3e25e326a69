/// The arguments of a call.
struct Arguments {
  struct Named {
    var name: String
    var value: Value
  }

  var positional: [Value] = []
  var named: [Named] = []

  var count: Int { positional.count + named.count }

  /// Gives each parameter its argument; `nil` where there is none.
  ///
  /// Those before `required` must be given; arguments that no parameter takes are errors.
  func bind(
    _ function: String, _ names: [String], required: Int = 0
  ) throws(TemplateError) -> [Value?] {
    guard positional.count <= names.count else {
      throw .runtime(
        "\(function)() takes at most \(names.count) arguments (\(positional.count) given)")
    }
    var result: [Value?] = positional
    result += Array(repeating: nil, count: names.count - positional.count)
    for argument in named {
      guard let index = names.firstIndex(of: argument.name) else {
        throw .runtime("\(function)() got an unexpected keyword argument '\(argument.name)'")
      }
      guard result[index] == nil else {
        throw .runtime("\(function)() got multiple values for argument '\(argument.name)'")
      }
      result[index] = argument.value
    }
    for index in 0..<required where result[index] == nil {
      throw .runtime("\(function)() missing required argument: '\(names[index])'")
    }
    return result
  }

  /// The positional arguments of a function that takes no others.
  func positional(
    _ function: String, _ counts: ClosedRange<Int>
  ) throws(TemplateError) -> [Value] {
    guard named.isEmpty else { throw .runtime("\(function)() takes no keyword arguments") }
    guard counts.contains(positional.count) else {
      throw .runtime("\(function)() takes other than \(positional.count) arguments")
    }
    return positional
  }
}

extension Machine {
  func evaluate(_ arguments: CallArguments) throws(TemplateError) -> Arguments {
    var result = Arguments()
    if !arguments.positional.isEmpty {
      result.positional.reserveCapacity(arguments.positional.count)
      for argument in arguments.positional { result.positional.append(try evaluate(argument)) }
    }
    for argument in arguments.named {
      result.named.append(
        Arguments.Named(name: argument.name, value: try evaluate(argument.value)))
    }
    if let list = arguments.list {
      let value = try evaluate(list)
      guard Iteration.isIterable(value) else {
        throw .runtime("argument after * must be an iterable, not \(value.typeName)")
      }
      result.positional += try Iteration.items(value, self)
    }
    if let dict = arguments.dict {
      guard case .dict(let dict) = try evaluate(dict) else {
        throw .runtime("argument after ** must be a mapping")
      }
      for (key, value) in zip(dict.keys, dict.values) {
        guard case .string(let text) = key else { throw .runtime("keywords must be strings") }
        let name = text.string
        guard !result.named.contains(where: { $0.name == name }) else {
          throw .runtime("got multiple values for keyword argument '\(name)'")
        }
        result.named.append(Arguments.Named(name: name, value: value))
      }
    }
    return result
  }

  func call(_ function: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
    switch function {
    case .undefined(let undefined): throw undefined.error
    case .object(let object):
      if let callable = object as? any Callable {
        return try nested { () throws(TemplateError) in
          try checked(try callable.call(arguments, self))
        }
      }
    default: break
    }
    throw .runtime("'\(function.typeName)' object is not callable")
  }
}

extension Call {
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value {
    try evaluate(machine, caller: nil)
  }

  /// Calls, and gives the function the body of a call block.
  func evaluate(_ machine: Machine, caller: Macro?) throws(TemplateError) -> Value {
    if caller == nil, let attribute = function as? Attribute,
      let value = try callMethod(attribute, machine)
    {
      return value
    }
    let function = try machine.evaluate(function)
    var arguments = try machine.evaluate(arguments)
    if let caller {
      arguments.named.append(Arguments.Named(name: "caller", value: .object(caller)))
    }
    machine.position = position
    return try machine.call(function, arguments)
  }

  /// Calls a method of a string or dict without making an object of it; `nil` for other callees.
  private func callMethod(
    _ attribute: Attribute, _ machine: Machine
  ) throws(TemplateError) -> Value? {
    guard attribute.methods.string != nil || attribute.methods.dict != nil else { return nil }
    let owner = try machine.evaluate(attribute.owner)
    switch owner {
    case .string(let text):
      guard let method = attribute.methods.string else { break }
      let arguments = try machine.evaluate(arguments)
      machine.position = position
      return try method.call(text, arguments, machine)
    case .dict(let dict):
      guard let method = attribute.methods.dict, !method.isMutating else { break }
      let arguments = try machine.evaluate(arguments)
      machine.position = position
      return try machine.checked(try method.call(dict, arguments, machine))
    default: break
    }
    machine.position = attribute.position
    let function = try Attributes.attribute(attribute.name, of: owner, attribute.methods, machine)
    let arguments = try machine.evaluate(arguments)
    machine.position = position
    return try machine.call(function, arguments)
  }
}
