/// A macro, or the body of a call block: a function with the variables around it.
final class Macro: Object, Callable, HasAttributes {
  let function: Function
  private let home: Activation
  var typeName: String { "Macro" }

  init(_ function: Function, _ home: Activation) {
    self.function = function
    self.home = home
  }

  func attribute(_ name: String, _ machine: Machine) throws(TemplateError) -> Value? {
    let plan = machine.program.plans[function.scope]
    switch name {
    case "name": return function.name.map { Value.text($0) } ?? Value.none
    case "arguments": return .tuple(Tuple(function.parameters.map { .text($0.name) }))
    case "caller": return .bool(plan.caller != nil)
    case "catch_kwargs": return .bool(plan.named != nil)
    case "catch_varargs": return .bool(plan.positional != nil)
    default: return nil
    }
  }

  /// Runs a body without parameters where it stands.
  func run(_ machine: Machine) throws(TemplateError) -> Flow {
    let inner = activation(machine)
    _ = try bind(Arguments(), machine, inner)
    return try machine.with(inner) { () throws(TemplateError) in
      machine.begin(function.scope)
      return try machine.run(function.body)
    }
  }

  private func activation(_ machine: Machine) -> Activation {
    Activation(slotCount: machine.program.plans[function.scope].slotCount, parent: home)
  }

  func call(_ arguments: Arguments, _ machine: Machine) throws(TemplateError) -> Value {
    let inner = activation(machine)
    let values = try bind(arguments, machine, inner)
    return try machine.with(inner) { () throws(TemplateError) in
      machine.begin(function.scope)
      for (parameter, value) in zip(function.parameters, values) {
        if let value { machine.set(parameter.id, value) }
      }
      for (parameter, value) in zip(function.parameters, values) where value == nil {
        machine.set(
          parameter.id,
          try parameter.value.map(machine)
            ?? .undefined(.hint("parameter '\(parameter.name)' was not provided")))
      }
      let text = try machine.capture { () throws(TemplateError) in
        try machine.run(function.body)
      }.0
      return .string(machine.isEscaping ? text.marked(true) : text)
    }
  }

  /// Gives parameters their arguments, and the rest to `caller`, `kwargs` and `varargs`.
  private func bind(
    _ arguments: Arguments, _ machine: Machine, _ inner: Activation
  ) throws(TemplateError) -> [Value?] {
    let plan = machine.program.plans[function.scope]
    let count = function.parameters.count
    var values: [Value?] = Array(arguments.positional.prefix(count))
    var named = arguments.named
    for parameter in function.parameters.dropFirst(values.count) {
      values.append(Self.take(parameter.name, &named))
    }
    if let slot = plan.caller {
      let caller = Self.take("caller", &named)
      inner.slots[slot] =
        caller.flatMap { $0.isNone ? nil : $0 } ?? .undefined(.hint("No caller defined"))
    }
    let name = function.name.map { "'\($0)'" } ?? "None"
    if let slot = plan.named {
      let dict = Dict()
      for argument in named { dict.set(.text(argument.name), argument.value) }
      inner.slots[slot] = try machine.checked(.dict(dict))
    } else if let extra = named.first {
      if named.contains(where: { $0.name == "caller" }) {
        throw .runtime(
          "macro \(name) was invoked with two values for the special caller argument. This is"
            + " most likely a bug.")
      }
      throw .runtime("macro \(name) takes no keyword argument '\(extra.name)'")
    }
    if let slot = plan.positional {
      inner.slots[slot] = try machine.checked(
        .tuple(Tuple(Array(arguments.positional.dropFirst(count)))))
    } else if arguments.positional.count > count {
      throw .runtime("macro \(name) takes not more than \(count) argument(s)")
    }
    return values
  }

  private static func take(_ name: String, _ named: inout [Arguments.Named]) -> Value? {
    guard let index = named.firstIndex(where: { $0.name == name }) else { return nil }
    return named.remove(at: index).value
  }
}

extension Optional<any Expression> {
  fileprivate func map(_ machine: Machine) throws(TemplateError) -> Value? {
    guard let self else { return nil }
    return try machine.evaluate(self)
  }
}
