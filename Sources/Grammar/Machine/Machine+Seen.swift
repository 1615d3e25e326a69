import TernJSON

// What a writer must know of elements that may not come again: a byte is let through only if some
// element that did not come yet is still possible. Where there is no end of ways to go on, there
// is one; elsewhere one is looked for.
extension Machine {
  /// Whether `thread`, which stands between leaves behind `text`, can still lead to elements that did
  /// not come yet.
  func leadsToNew(_ thread: Thread, text: [UInt8]) -> Bool {
    guard thread.leaf < 0, stack.isTextual(thread.stack) else { return true }
    return tightTargets(thread.stack, text).allSatisfy {
      newEnding([thread], text: text, target: $0) != nil
    }
  }

  /// Whether elements are watched: only where texts are written.
  var watchesSeen: Bool { !isSearching && arrays.hasSeen && goals.options.numbers == .plain }

  /// The places behind elements that may not come again, of those to which only some ways lead from
  /// `place`; the innermost first.
  private func tightTargets(_ place: Int32, _ text: [UInt8]) -> [Int32] {
    var targets: [Int32] = []
    var size = 1
    var number = place
    while number != StackNodes.done, size < Goals.manyValues {
      let node = node(number)
      if isWatched(node, text) { targets.append(number) }
      size = min(Goals.manyValues, size &* self.size(node))
      number = node.parent
    }
    return targets
  }

  /// Whether a node is behind an array or object that may not come again.
  private func isWatched(_ node: StackNode, _ text: [UInt8]) -> Bool {
    guard node.phase == .arrayNextValue, node.extra >= 0, Int(node.extra) < text.count,
      arrays.keepsSeen(node.state), arrays.seenCount(node.state) > 0
    else { return false }
    let byte = text[Int(node.extra)]
    return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  /// In at least so many ways the frame of a node goes on.
  private func size(_ node: StackNode) -> Int {
    switch node.phase {
    case .done, .program, .entry, .several, .objectKey: 1
    case .value: goals.size(of: node.state)
    case .objectStart, .objectNext: objects.size(node.state)
    case .objectComma: objects.sizeWithMember(node.state)
    case .objectColon: goals.size(of: node.extra) &* objects.size(node.state)
    case .arrayStart, .arrayNext: arrays.size(node.state)
    case .arrayComma: arrays.sizeWithElement(node.state)
    case .arrayNextValue: 1
    }
  }

  /// Bytes that lead from `threads` to the end of an element that did not come yet, whose next place
  /// is `target`; `nil` where there are none.
  ///
  /// Every text that the threads can read is tried until one is new, the shortest ways first: no
  /// more than one for each element that came, and what leads nowhere.
  func newEnding(_ threads: [Thread], text: [UInt8], target: Int32) -> [UInt8]? {
    let (wasSearching, node) = (isSearching, node(target))
    isSearching = true
    defer { isSearching = wasSearching }
    var open: [(suffix: [UInt8], threads: [Thread])] = [([], threads)]
    var next = 0
    let limit = 2 * arrays.seenCount(node.state) + Self.spareTries
    while next < open.count {
      guard next < limit else {
        goals.exhaust(nil)
        return nil
      }
      var (suffix, threads) = open[next]
      next += 1
      var turns: [(suffix: [UInt8], threads: [Thread], byte: UInt8)] = []
      follow(&suffix, &threads, text, target) { turns.append($0) }
      if threads.contains(where: { $0.leaf < 0 && $0.stack == target }),
        let value = element(from: node.extra, text: text + suffix),
        !arrays.contains(value, node.state)
      {
        return suffix
      }
      for turn in turns where open.count < 4 * limit {
        let whole = text + turn.suffix
        for byte in UInt8.min...UInt8.max where byte != turn.byte && open.count < 4 * limit {
          var after: [Thread] = []
          for thread in turn.threads { step(thread, byte, text: whole, into: &after) }
          // What begins behind the element is none of its ways.
          after.removeAll { !isInside($0, target) }
          if !after.isEmpty { open.append((turn.suffix + [byte], after)) }
        }
      }
    }
    return nil
  }

  private static let spareTries = 64

  /// Whether a thread is in the element behind which `target` is, or just at its end.
  private func isInside(_ thread: Thread, _ target: Int32) -> Bool {
    var number = thread.stack
    while number != StackNodes.done {
      if number == target { return true }
      number = node(number).parent
    }
    return false
  }

  /// Goes a short way to the end of an element, and tells of each byte on it.
  private func follow(
    _ suffix: inout [UInt8], _ threads: inout [Thread], _ text: [UInt8], _ target: Int32,
    _ note: ((suffix: [UInt8], threads: [Thread], byte: UInt8)) -> Void
  ) {
    while !threads.contains(where: { $0.leaf < 0 && $0.stack == target }),
      suffix.count < Goals.shortTextLimit
    {
      guard let thread = threads.first else { return }
      let bytes = nextBytes(thread, text: text + suffix)
      if bytes.isEmpty { return }
      for byte in bytes {
        note((suffix, threads, byte))
        var after: [Thread] = []
        let whole = text + suffix
        for thread in threads { step(thread, byte, text: whole, into: &after) }
        suffix.append(byte)
        threads = after
        if after.isEmpty { return }
        if after.contains(where: { $0.leaf < 0 && $0.stack == target }) { return }
      }
    }
  }

  /// A text of an element that did not come yet, for the place before it.
  func newElement(_ state: Int32, parent: Int32, text: [UInt8]) -> [UInt8] {
    for element in arrays.elements(state) {
      let target = push(.arrayNextValue, element.state, parent, extra: Int32(text.count))
      let start = Thread(leaf: -1, stack: push(.value, element.goal, target), space: .max)
      if let bytes = newEnding([start], text: text, target: target) { return bytes }
    }
    return []
  }

  /// What a scalar in an element may be so that the element can still be new: the demands of `goal`,
  /// without the values that only lead to elements that came already.
  func newGoal(_ goal: Goal, after place: Int32, text: [UInt8]) -> Goal {
    guard stack.isTextual(place) else { return goal }
    let start = goals.leaf(of: goal)
    guard start >= 0 else { return goal }
    var excluded: [Literal] = []
    for target in tightTargets(place, text) {
      excluded += usedUp(start, after: place, text: text, target: target)
    }
    return excluded.isEmpty ? goal : goals.goal(goals.demands(of: goal) + excluded)
  }

  /// The demands that keep a scalar from leading only to elements that came already.
  private func usedUp(
    _ start: Int32, after place: Int32, text: [UInt8], target: Int32
  ) -> [Literal] {
    let node = node(target)
    let path = Self.path(text[Int(node.extra)...])
    var excluded: [Literal] = []
    for value in arrays.seenValues(node.state) {
      guard let scalar = value[path], ![.array, .object].contains(scalar.kind) else { continue }
      let literal = Literal(goals.constant(scalar)).negated
      if excluded.contains(literal) { continue }
      let bytes = scalar.bytes()
      var leaf = start
      for byte in bytes where leaf >= 0 { leaf = lexer.next(leaf, byte) }
      guard leaf >= 0, lexer.isFinal(leaf) else { continue }
      let ended = Thread(leaf: -1, stack: place)
      if newEnding([ended], text: text + bytes, target: target) == nil { excluded.append(literal) }
    }
    return excluded
  }

  /// A step from a value to one in it.
  enum PathStep {
    case member(ExactString)
    case element(Int)
  }

  /// Where in a value its text ends, before a value in it.
  static func path(_ text: ArraySlice<UInt8>) -> [PathStep] {
    var path: [PathStep] = []
    var place = text.startIndex
    var lastString: Range<Int>?
    while place < text.endIndex {
      switch text[place] {
      case UInt8(ascii: "{"): path.append(.member(""))
      case UInt8(ascii: "["): path.append(.element(0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): path.removeLast()
      case UInt8(ascii: ","):
        if case .element(let index) = path.last { path[path.count - 1] = .element(index + 1) }
      case UInt8(ascii: ":"):
        if let name = lastString.flatMap({ try? JSON(parsing: Array(text[$0])).string }) {
          path[path.count - 1] = .member(ExactString(name))
        }
      case UInt8(ascii: "\""):
        let start = place
        place += 1
        while place < text.endIndex, text[place] != UInt8(ascii: "\"") {
          place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        lastString = start..<min(place + 1, text.endIndex)
      default: break
      }
      place += 1
    }
    return path
  }
}

extension JSON {
  /// The value at the end of a path.
  fileprivate subscript(path: [Machine.PathStep]) -> JSON? {
    var value = self
    for step in path {
      let next: JSON? =
        switch step {
        case .member(let name): value[name.text]
        case .element(let index): value[index]
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }
}

extension Machine {
  /// The innermost place behind an element that may not come again.
  func watchedTarget(_ place: Int32, _ text: [UInt8]) -> Int32? {
    var number = place
    while number != StackNodes.done {
      let node = node(number)
      if isWatched(node, text) { return number }
      number = node.parent
    }
    return nil
  }

  /// The lexer's state before a name that can still lead to a new element.
  func newKeyLeaf(_ node: StackNode, text: [UInt8]) -> Int32 {
    let all = objects.keyLeaf(node.state)
    let place = push(.objectComma, node.state, node.parent)
    guard all >= 0, stack.isTextual(place) else { return all }
    let targets = tightTargets(place, text)
    if targets.isEmpty { return all }
    let names = objects.shape(of: node.state).names
    let allowed = names.filter { name in
      objects.members(node.state, name).contains { member in
        let colon = push(.objectColon, member.state, node.parent, extra: member.goal)
        return targets.allSatisfy { target in
          newEnding(
            [Thread(leaf: -1, stack: colon)], text: text + JSON.string(name.text).bytes(),
            target: target) != nil
        }
      }
    }
    let possible = names.filter { !objects.members(node.state, $0).isEmpty }
    if allowed.count == possible.count { return all }
    return goals.lexer.jsonString(goals.languages.words(allowed))
  }

  /// An array with no more elements than must be there, all different.
  func newArray(_ first: Int32) -> [UInt8]? {
    var text = [UInt8(ascii: "[")]
    var state = first
    while !arrays.canClose(state) {
      guard let after = arrays.elements(state).first, text.count < Goals.shortTextLimit
      else { return nil }
      if text.count > 1 { text += goals.options.whitespace.comma }
      let bytes = newElement(state, parent: StackNodes.done, text: text)
      guard !bytes.isEmpty, let value = try? JSON(parsing: bytes),
        let next = arrays.state(after.state, after: value)
      else { return nil }
      text += bytes
      state = next
    }
    return text + [UInt8(ascii: "]")]
  }
}
