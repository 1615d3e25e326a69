/// Filters that compare items: `sort`, `unique`, `min` and the like.
enum OrderFilters {
  /// Strings in lower case, other values as they are.
  private static func folded(_ value: Value, _ machine: Machine) throws(TemplateError) -> Value {
    guard case .string(let text) = value else { return value }
    return .string(try Casing.lower(text, machine))
  }

  /// Sorts by keys; equal ones keep their order.
  ///
  /// Cost: O(n log n) comparisons.
  static func sorted(
    _ items: [Value], _ keys: [Value], reverse: Bool, _ machine: Machine
  ) throws(TemplateError) -> [Value] {
    // Backwards the order of equal items is kept as well.
    var order = Array(items.indices)
    if reverse { order.reverse() }
    var buffer = order
    try mergeSort(&order, &buffer, 0..<order.count, keys, machine)
    if reverse { order.reverse() }
    return order.map { items[$0] }
  }

  private static func mergeSort(
    _ order: inout [Int], _ buffer: inout [Int], _ range: Range<Int>, _ keys: [Value],
    _ machine: Machine
  ) throws(TemplateError) {
    guard range.count > 1 else { return }
    let middle = (range.lowerBound + range.upperBound) / 2
    try mergeSort(&order, &buffer, range.lowerBound..<middle, keys, machine)
    try mergeSort(&order, &buffer, middle..<range.upperBound, keys, machine)
    try machine.charge(range.count)
    var (left, right) = (range.lowerBound, middle)
    for place in range {
      let takesRight =
        if left == middle { true } else if right == range.upperBound { false } else {
          try Comparison.isLess(keys[order[right]], keys[order[left]], "<", machine)
        }
      buffer[place] = order[takesRight ? right : left]
      if takesRight { right += 1 } else { left += 1 }
    }
    order.replaceSubrange(range, with: buffer[range])
  }

  static let sort: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("sort", ["reverse", "case_sensitive", "attribute"])
    let isSensitive = try Arguments.flag(values[1], machine)
    var paths: [AttributePath] = []
    if case .string(let text)? = values[2] {
      for part in text.string.split(separator: ",", omittingEmptySubsequences: false) {
        paths.append(try AttributePath(.text(String(part))))
      }
    } else {
      paths.append(try AttributePath(values[2] ?? .none))
    }
    let items = try Iteration.items(value, machine)
    var keys: [Value] = []
    for item in items {
      var parts: [Value] = []
      for path in paths {
        let part = try path.value(of: item, machine)
        parts.append(isSensitive ? part : try folded(part, machine))
      }
      keys.append(.items(parts))
    }
    let reverse = try Arguments.flag(values[0], machine)
    return .items(try sorted(items, keys, reverse: reverse, machine))
  }

  static let dictsort: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("dictsort", ["case_sensitive", "by", "reverse"])
    let isSensitive = try Arguments.flag(values[0], machine)
    let by =
      try values[1].map { value throws(TemplateError) in
        try value.text("dictsort").string
      } ?? "key"
    guard by == "key" || by == "value" else {
      throw .runtime("You can only sort by either \"key\" or \"value\"")
    }
    guard case .dict(let dict) = value else {
      if case .undefined(let undefined) = value { throw undefined.error }
      throw .runtime("'\(value.typeName)' object has no attribute 'items'")
    }
    var keys: [Value] = []
    for key in by == "key" ? dict.keys : dict.values {
      keys.append(isSensitive ? key : try folded(key, machine))
    }
    let reverse = try Arguments.flag(values[2], machine)
    return .items(try sorted(dict.items, keys, reverse: reverse, machine))
  }

  static func extreme(isMaximum: Bool) -> Filter {
    { machine, value, arguments throws(TemplateError) in
      let values = try arguments.bind(isMaximum ? "max" : "min", ["case_sensitive", "attribute"])
      let isSensitive = try Arguments.flag(values[0], machine)
      let path = try AttributePath(values[1] ?? .none)
      var best: (item: Value, key: Value)?
      for item in try Iteration.items(value, machine) {
        try machine.charge()
        var key = try path.value(of: item, machine)
        if !isSensitive { key = try folded(key, machine) }
        guard let current = best else {
          best = (item, key)
          continue
        }
        let isBetter =
          isMaximum
          ? try Comparison.isLess(current.key, key, ">", isSwapped: true, machine)
          : try Comparison.isLess(key, current.key, "<", machine)
        if isBetter { best = (item, key) }
      }
      return best?.item ?? .undefined(.hint("No aggregated item, sequence was empty."))
    }
  }

  static let unique: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("unique", ["case_sensitive", "attribute"])
    let isSensitive = try Arguments.flag(values[0], machine)
    let path = try AttributePath(values[1] ?? .none)
    var cursor: Cursor?
    var seen: Set<Key> = []
    return .object(
      Generator("generator", level: value.level) { machine throws(TemplateError) in
        let current: Cursor
        if let cursor { current = cursor } else { current = try Cursor(value, machine) }
        cursor = current
        while let item = try current.next(machine) {
          try machine.charge()
          var key = try path.value(of: item, machine)
          if !isSensitive { key = try folded(key, machine) }
          if seen.insert(Key(try Key.checked(key, machine))).inserted { return item }
        }
        return nil
      })
  }

  static let groupby: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind(
      "groupby", ["attribute", "default", "case_sensitive"], required: 1)
    let path = try AttributePath(values[0] ?? .none)
    let fallback = values[1] ?? .none
    let isSensitive = try Arguments.flag(values[2], machine)
    let items = try Iteration.items(value, machine)
    var keys: [Value] = []
    for item in items {
      let key = try path.value(of: item, machine, fallback: fallback)
      keys.append(isSensitive ? key : try folded(key, machine))
    }
    let pairs = zip(items, keys).map { Value.tuple(Tuple([$0, $1])) }
    var groups: [(key: Value, items: [Value])] = []
    for pair in try sorted(pairs, keys, reverse: false, machine) {
      guard case .tuple(let tuple) = pair else { continue }
      if let last = groups.indices.last,
        try Comparison.equal(groups[last].key, tuple.items[1], machine)
      {
        groups[last].items.append(tuple.items[0])
      } else {
        groups.append((tuple.items[1], [tuple.items[0]]))
      }
    }
    var result: [Value] = []
    for group in groups {
      let key =
        isSensitive
        ? group.key : try path.value(of: group.items[0], machine, fallback: fallback)
      result.append(.tuple(Tuple([key, .items(group.items)], names: ["grouper", "list"])))
    }
    return .items(result)
  }
}
