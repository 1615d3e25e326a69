extension Languages {
  /// The derivative of `term` by `scalar`, which is no surrogate; a term without members is ∅.
  func step(_ term: Term, _ scalar: UInt32) -> Term {
    let range = prunedClasses(term)
    var low = range.lowerBound
    var high = range.upperBound
    while high - low > 1 {
      let middle = (low + high) / 2
      if classStarts[middle] <= scalar { low = middle } else { high = middle }
    }
    return classTargets[low]
  }

  /// Where the partition of `term` is in the pools, its targets ∅ where they have no members.
  func prunedClasses(_ term: Term) -> Range<Int> {
    let range = rawClasses(term)
    if nodes[Int(term)].flags.contains(.isPruned) { return range }
    nodes[Int(term)].flags.insert(.isPruned)
    var changed = false
    for i in range {
      let target = classTargets[i]
      if target != Self.empty, isDead(target) {
        classTargets[i] = Self.empty
        changed = true
      }
    }
    if !changed { return range }
    var count = range.lowerBound
    for i in range where i == range.lowerBound || classTargets[i] != classTargets[count - 1] {
      classStarts[count] = classStarts[i]
      classTargets[count] = classTargets[i]
      count += 1
    }
    nodes[Int(term)].classCount = Int32(count - range.lowerBound)
    return range.lowerBound..<count
  }

  /// Where the partition of `term` is in the pools; targets may be terms without members.
  func rawClasses(_ term: Term) -> Range<Int> {
    let node = nodes[Int(term)]
    if node.firstClass < 0 { return addClasses(of: term, node) }
    return Int(node.firstClass)..<Int(node.firstClass + node.classCount)
  }

  private func addClasses(of term: Term, _ node: LanguageNode) -> Range<Int> {
    var partition = Partition()
    switch node.kind {
    case .empty, .epsilon, .end: partition.add(0, Self.empty)
    case .scalars: addScalars(node, &partition)
    case .words: addWords(node, &partition)
    case .not: map(node.a, &partition) { makeNot($0) }
    case .repeated:
      let rest = makeRepeated(
        node.a, Swift.max(node.b - 1, 0),
        node.c == LanguageNode.unlimited ? node.c : node.c - 1)
      map(node.a, &partition) { makeConcat($0, rest) }
    case .concat:
      return addConcat(term)
    case .or, .and:
      let isOr = node.kind == .or
      sweep(Array(operands(term)), &partition) { isOr ? makeOr($0) : makeAnd($0) }
    }
    return store(partition, of: term)
  }

  private func store(_ partition: Partition, of term: Term) -> Range<Int> {
    let first = classStarts.count
    if first + partition.starts.count > budget.pool { return noClasses(of: term) }
    classStarts.append(contentsOf: partition.starts)
    classTargets.append(contentsOf: partition.targets)
    nodes[Int(term)].firstClass = Int32(first)
    nodes[Int(term)].classCount = Int32(partition.starts.count)
    return first..<classStarts.count
  }

  /// Gives a term no derivatives: the pool is full.
  private func noClasses(of term: Term) -> Range<Int> {
    isExhausted = true
    classStarts.append(0)
    classTargets.append(Self.empty)
    nodes[Int(term)].firstClass = Int32(classStarts.count - 1)
    nodes[Int(term)].classCount = 1
    return (classStarts.count - 1)..<classStarts.count
  }

  private func addScalars(_ node: LanguageNode, _ partition: inout Partition) {
    if bounds[Int(node.a)] > 0 { partition.add(0, Self.empty) }
    for i in 0..<Int(node.b) where bounds[Int(node.a) + i] < 0x110000 {
      partition.add(bounds[Int(node.a) + i], i & 1 == 0 ? Self.epsilon : Self.empty)
    }
  }

  private func addWords(_ node: LanguageNode, _ partition: inout Partition) {
    partition.add(0, Self.empty)
    var low = node.a
    if wordLength(low) == node.c { low += 1 }
    while low < node.b {
      let high = endOfGroup(low, node.b, node.c)
      let scalar = wordScalars[Int(wordOffsets[Int(low)] + node.c)]
      partition.add(scalar, makeWords(low, high, node.c + 1))
      if scalar < 0x10FFFF { partition.add(scalar == 0xD7FF ? 0xE000 : scalar + 1, Self.empty) }
      low = high
    }
  }

  /// The derivatives of a `concat`: those of the head, and of the tail where the head may be empty.
  ///
  /// Goes along the tails without recursion: they can be long.
  private func addConcat(_ term: Term) -> Range<Int> {
    var chain = [term]
    while let last = chain.last {
      let node = nodes[Int(last)]
      guard nodes[Int(node.a)].flags.contains(.nullable), nodes[Int(node.b)].kind == .concat,
        nodes[Int(node.b)].firstClass < 0
      else { break }
      chain.append(node.b)
    }
    var result = 0..<0
    for link in chain.reversed() {
      let node = nodes[Int(link)]
      var partition = Partition()
      if nodes[Int(node.a)].flags.contains(.nullable) {
        sweep([node.a, node.b], &partition) { makeOr([makeConcat($0[0], node.b), $0[1]]) }
      } else {
        map(node.a, &partition) { makeConcat($0, node.b) }
      }
      result = store(partition, of: link)
    }
    return result
  }

  /// The partition of `term` with `transform` applied to its targets, once for each where few.
  private func map(_ term: Term, _ partition: inout Partition, _ transform: (Term) -> Term) {
    var memo = Memo<Term>()
    for i in rawClasses(term) {
      let target = classTargets[i]
      let result = memo.value(target) ?? memo.keep(target, transform(target))
      partition.add(classStarts[i], result)
    }
  }

  /// The common partition of `terms` with `combine` applied to their targets.
  private func sweep(
    _ terms: [Term], _ partition: inout Partition, _ combine: ([Term]) -> Term
  ) {
    var places = terms.map(rawClasses)
    var targets = places.map { classTargets[$0.lowerBound] }
    var memo = Memo<[Term]>()
    var start: UInt32 = 0
    while true {
      let result = memo.value(targets) ?? memo.keep(targets, combine(targets))
      partition.add(start, result)
      var next = UInt32.max
      for place in places where place.count > 1 {
        next = Swift.min(next, classStarts[place.lowerBound + 1])
      }
      if next == .max { return }
      for i in places.indices where places[i].count > 1 {
        if classStarts[places[i].lowerBound + 1] == next {
          places[i] = (places[i].lowerBound + 1)..<places[i].upperBound
          targets[i] = classTargets[places[i].lowerBound]
        }
      }
      start = next
    }
  }
}

/// A partition under construction; neighbours with the same target become one.
struct Partition {
  var starts: [UInt32] = []
  var targets: [Int32] = []

  mutating func add(_ start: UInt32, _ target: Int32) {
    if let last = starts.last, last == start {
      starts.removeLast()
      targets.removeLast()
    }
    if targets.last == target { return }
    starts.append(start)
    targets.append(target)
  }
}

/// The last few results of a function.
private struct Memo<Key: Equatable> {
  private var keys: [Key] = []
  private var values: [Int32] = []
  private var oldest = 0

  func value(_ key: Key) -> Int32? {
    for i in keys.indices where keys[i] == key { return values[i] }
    return nil
  }

  mutating func keep(_ key: Key, _ value: Int32) -> Int32 {
    if keys.count < 4 {
      keys.append(key)
      values.append(value)
    } else {
      keys[oldest] = key
      values[oldest] = value
      oldest = (oldest + 1) & 3
    }
    return value
  }
}
