extension Machine {
  /// Reads a byte between leaves.
  func stepBetween(_ thread: Thread, _ byte: UInt8, text: [UInt8], into next: inout [Thread]) {
    guard watchesSeen, stack.isTextual(thread.stack) else {
      readBetween(thread, byte, text: text, into: &next)
      return
    }
    var found: [Thread] = []
    readBetween(thread, byte, text: text, into: &found)
    for after in found where leadsToNew(after, text: text + [byte]) { add(after, &next) }
  }

  private func readBetween(
    _ thread: Thread, _ byte: UInt8, text: [UInt8], into next: inout [Thread]
  ) {
    let node = node(thread.stack)
    if needsSpace(thread) {
      if byte == 0x20 { add(Thread(leaf: -1, stack: thread.stack, space: 1), &next) }
      return
    }
    if Self.isSpace(byte), node.phase.allowsSpace, thread.space < whitespaceLimit {
      add(Thread(leaf: -1, stack: thread.stack, space: thread.space + 1), &next)
    }
    switch node.phase {
    case .done: break
    case .program, .several: stepProgram(thread.stack, byte, text: text, into: &next)
    case .entry: break
    case .value: stepValue(node, byte, text: text, into: &next)
    case .objectStart: stepObjectStart(node, byte, text: text, into: &next)
    case .objectComma: beginKey(node, byte, text: text, into: &next)
    case .objectKey: break
    case .objectColon:
      guard byte == UInt8(ascii: ":") else { return }
      let after = push(.objectNext, node.state, node.parent)
      add(Thread(leaf: -1, stack: push(.value, node.extra, after)), &next)
    case .objectNext: stepObjectNext(node, byte, into: &next)
    case .arrayStart: stepArrayStart(node, byte, text: text, into: &next)
    case .arrayComma: beginElement(node, byte, text: text, into: &next)
    case .arrayNext: stepArrayNext(node, byte, into: &next)
    case .arrayNextValue:
      guard let value = element(from: node.extra, text: text),
        let state = arrays.state(node.state, after: value)
      else { return }
      let known = StackNode(phase: .arrayNext, state: state, parent: node.parent)
      stepArrayNext(known, byte, into: &next)
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  // MARK: values

  func stepValue(
    _ node: StackNode, _ byte: UInt8, text: [UInt8], into next: inout [Thread]
  ) {
    var after = node.parent
    let outer = self.node(after)
    if outer.phase == .arrayNextValue, outer.extra < 0 {
      after = push(.arrayNextValue, outer.state, outer.parent, extra: Int32(text.count))
    }
    switch byte {
    case UInt8(ascii: "{"):
      for state in goals.objects(of: node.state) {
        add(Thread(leaf: -1, stack: push(.objectStart, state, after)), &next)
      }
    case UInt8(ascii: "["):
      for state in goals.arrays(of: node.state) {
        add(Thread(leaf: -1, stack: push(.arrayStart, state, after)), &next)
      }
    default:
      let goal = watchesSeen ? newGoal(node.state, after: after, text: text) : node.state
      let start = goals.leaf(of: goal)
      guard start >= 0 else { return }
      let leaf = lexer.next(start, byte)
      if leaf >= 0 { add(Thread(leaf: leaf, stack: after), &next) }
    }
  }

  // MARK: objects

  private func stepObjectStart(
    _ node: StackNode, _ byte: UInt8, text: [UInt8], into next: inout [Thread]
  ) {
    if byte == UInt8(ascii: "}") {
      if objects.canClose(node.state) { add(Thread(leaf: -1, stack: node.parent), &next) }
    } else {
      beginKey(node, byte, text: text, into: &next)
    }
  }

  private func beginKey(
    _ node: StackNode, _ byte: UInt8, text: [UInt8], into next: inout [Thread]
  ) {
    let start =
      watchesSeen ? newKeyLeaf(node, text: text) : objects.keyLeaf(node.state)
    guard start >= 0 else { return }
    let leaf = lexer.next(start, byte)
    guard leaf >= 0 else { return }
    let stack = push(.objectKey, node.state, node.parent)
    add(Thread(leaf: leaf, stack: stack, start: Int32(text.count)), &next)
  }

  private func stepObjectNext(_ node: StackNode, _ byte: UInt8, into next: inout [Thread]) {
    if byte == UInt8(ascii: "}") {
      if objects.canClose(node.state) { add(Thread(leaf: -1, stack: node.parent), &next) }
    } else if byte == UInt8(ascii: ","), objects.keyLeaf(node.state) >= 0 {
      add(Thread(leaf: -1, stack: push(.objectComma, node.state, node.parent)), &next)
    }
  }

  // MARK: arrays

  private func stepArrayStart(
    _ node: StackNode, _ byte: UInt8, text: [UInt8], into next: inout [Thread]
  ) {
    if byte == UInt8(ascii: "]") {
      if arrays.canClose(node.state) { add(Thread(leaf: -1, stack: node.parent), &next) }
    } else {
      beginElement(node, byte, text: text, into: &next)
    }
  }

  private func beginElement(
    _ node: StackNode, _ byte: UInt8, text: [UInt8], into next: inout [Thread]
  ) {
    for value in elementStarts(node) { stepValue(value, byte, text: text, into: &next) }
  }

  /// The places before the elements that may come next.
  func elementStarts(_ node: StackNode) -> [StackNode] {
    arrays.elements(node.state).map { element in
      let keeps = arrays.shape(of: element.state).keepsValues
      let after = push(
        keeps ? .arrayNextValue : .arrayNext, element.state, node.parent, extra: keeps ? -1 : 0)
      return StackNode(phase: .value, state: element.goal, parent: after)
    }
  }

  private func stepArrayNext(_ node: StackNode, _ byte: UInt8, into next: inout [Thread]) {
    if byte == UInt8(ascii: "]") {
      if arrays.canClose(node.state) { add(Thread(leaf: -1, stack: node.parent), &next) }
    } else if byte == UInt8(ascii: ","), !arrays.elements(node.state).isEmpty {
      add(Thread(leaf: -1, stack: push(.arrayComma, node.state, node.parent)), &next)
    }
  }
}

extension StackNode.Phase {
  /// Whether a comma or colon was just read.
  var followsMark: Bool { self == .value || self == .objectComma || self == .arrayComma }

  /// Whether JSON may have white space here; around the whole value nothing is gained by it.
  var allowsSpace: Bool {
    switch self {
    case .done, .program, .entry, .several, .objectKey: false
    default: true
    }
  }
}
