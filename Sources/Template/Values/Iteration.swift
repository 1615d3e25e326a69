/// What can be gone over, and its length.
enum Iteration {
  static func isIterable(_ value: Value) -> Bool {
    switch value {
    case .undefined, .string, .list, .tuple, .dict: true
    case .object(let object):
      object is Generator || object is any Collecting || object is LoopContext
    default: false
    }
  }

  /// The items of a value; those of an iterator are used up.
  static func items(_ value: Value, _ machine: Machine) throws(TemplateError) -> [Value] {
    switch value {
    case .undefined: return []
    case .list(let list):
      try machine.charge(list.count >> 4)
      return list.items
    case .tuple(let tuple):
      try machine.charge(tuple.items.count >> 4)
      return tuple.items
    case .dict(let dict):
      try machine.charge(dict.count >> 4)
      return dict.keys
    case .string(let text):
      try machine.charge(items: text.count)
      return text.scalars.map { .string($0) }
    case .object(let object):
      if let collection = object as? any Collecting {
        try machine.charge(items: collection.count)
        return collection.items
      }
      if let loop = object as? LoopContext {
        // Going over `loop` takes the items from the loop itself.
        var items: [Value] = []
        while let item = try loop.cursor.next(machine) {
          items.append(.tuple(Tuple([item, value])))
        }
        return items
      }
      if let generator = object as? Generator {
        var items: [Value] = []
        while let item = try generator.next(machine) {
          items.append(item)
          guard items.count <= machine.limits.listCount else { throw .limit("a list is too long") }
        }
        return items
      }
    default: break
    }
    throw .runtime("'\(value.typeName)' object is not iterable")
  }

  /// An iterator over a value; what is known already is not copied.
  static func iterator(
    _ value: Value, _ machine: Machine
  ) throws(TemplateError) -> Generator {
    if case .object(let object) = value, let generator = object as? Generator { return generator }
    return Generator("iterator", try items(value, machine))
  }

  /// The length, as `len` has it.
  static func count(_ value: Value) throws(TemplateError) -> Int {
    switch value {
    case .undefined: return 0
    case .string(let text): return text.count
    case .list(let list): return list.count
    case .tuple(let tuple): return tuple.items.count
    case .dict(let dict): return dict.count
    case .object(let object as any Collecting): return object.count
    default: throw .runtime("object of type '\(value.typeName)' has no len()")
    }
  }

  /// The items from last to first; an error where a value cannot be gone over backwards.
  static func reversed(_ value: Value, _ machine: Machine) throws(TemplateError) -> [Value] {
    switch value {
    case .undefined(let undefined): throw undefined.error
    case .object(let object) where !(object is any Collecting):
      throw .runtime("'\(value.typeName)' object is not reversible")
    default: return try items(value, machine).reversed()
    }
  }
}

/// What Python takes for true.
enum Truth {
  @inline(__always)
  static func of(_ value: Value, _ machine: Machine) throws(TemplateError) -> Bool {
    switch value {
    case .bool(let value): value
    case .missing, .undefined, .none: false
    case .int(let value): value != 0
    case .big: true
    case .float(let value): value != 0
    case .string(let text): !text.isEmpty
    case .list(let list): list.count != 0
    case .tuple(let tuple): !tuple.items.isEmpty
    case .dict(let dict): dict.count != 0
    case .object(let object):
      if let collection = object as? any Collecting {
        collection.count != 0
      } else if let loop = object as? LoopContext {
        try loop.cursor.count(machine) != 0
      } else {
        true
      }
    }
  }
}
