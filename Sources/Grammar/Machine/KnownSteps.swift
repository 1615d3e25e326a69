/// What single bytes lead to outside of leaves, by stack node: worked out once, then looked up.
///
/// Walks of a trie read the same bytes at the same places again and again.
struct KnownSteps {
  /// A stack node's steps.
  struct Node {
    /// The bytes that can be read, without white space.
    var bytes = ByteSet.none
    /// Where in ``targets`` the steps of ``bytes`` begin, in their order; -1 where nothing is known.
    var first: Int32 = -1
    /// Where reading goes on behind the only name that may come; -1 where that is not known.
    var afterName: Int32 = -1
    /// Whether steps depend on the node alone, and are kept.
    var isClear = false
    var isName = false
    var hasSpace = false

    /// Whether white space may be read by a thread that is here, or whose leaf ends here.
    @inline(__always)
    func allowsSpace(_ thread: Thread, _ limit: Int32) -> Bool {
      thread.leaf >= 0 ? hasSpace || isName : hasSpace && thread.space < limit
    }
  }

  /// Where a byte leads.
  struct Target {
    var leaf: Int32
    /// A stack node, or ``unknown`` or ``unclear``.
    var stack: Int32
    /// Whether a name begins.
    var isName: Bool

    /// Not worked out.
    static let unknown = Target(leaf: -1, stack: -1, isName: false)
    /// Nowhere, to several threads, or to one that depends on the text.
    static let unclear = Target(leaf: -1, stack: -2, isName: false)
  }

  /// Nodes with more bytes are left to the machine, and all others beyond so many targets: 12 MiB.
  static let manyBytes = 32
  static let limit = 1 << 20

  let nodes = Pool<Node>(capacity: 256)
  let targets = Pool<Target>(capacity: 512)
}

extension Machine {
  /// The steps of a stack node.
  @inline(__always)
  func steps(at number: Int32) -> KnownSteps.Node {
    if Int(number) < steps.nodes.count {
      let known = steps.nodes[Int(number)]
      if known.first >= 0 { return known }
    }
    return findSteps(at: number)
  }

  @inline(never)
  private func findSteps(at number: Int32) -> KnownSteps.Node {
    let phase = node(number).phase
    var found = KnownSteps.Node(bytes: findBytes(number), first: Int32(steps.targets.count))
    found.isName = phase == .objectKey
    found.hasSpace = phase.allowsSpace
    guard error == nil else { return found }
    let count = found.bytes.count
    found.isClear =
      !hasLexemes && !stack.isTextual(number) && count <= KnownSteps.manyBytes
      && steps.targets.count < KnownSteps.limit
    if found.isClear { for _ in 0..<count { steps.targets.append(.unknown) } }
    while steps.nodes.count <= Int(number) { steps.nodes.append(KnownSteps.Node()) }
    steps.nodes[Int(number)] = found
    return found
  }

  /// Whether `byte` is white space that `thread`, which is at `node`, may read outside of leaves.
  @inline(__always)
  func isSpace(_ byte: UInt8, _ node: KnownSteps.Node, _ thread: Thread) -> Bool {
    whitespaceLimit > 0 && Self.isSpace(byte) && node.allowsSpace(thread, whitespaceLimit)
  }

  /// What `byte`, which is one of the bytes of a clear node and no white space, leads to.
  @inline(__always)
  func knownStep(_ node: KnownSteps.Node, _ byte: UInt8) -> KnownSteps.Target {
    steps.targets[Int(node.first) + node.bytes.rank(byte)]
  }

  /// Works out and keeps what `byte` leads to at the clear node `number`; `text` was read before it.
  @inline(never)
  func findStep(_ number: Int32, _ byte: UInt8, text: [UInt8]) -> KnownSteps.Target {
    stepped.removeAll(keepingCapacity: true)
    // With a space before it where one has to be.
    stepBetween(
      Thread(leaf: -1, stack: number, space: isSpaced ? 1 : 0), byte, text: text, into: &stepped)
    var target = KnownSteps.Target.unclear
    if stepped.count == 1, !stack.isTextual(stepped[0].stack) {
      target = KnownSteps.Target(
        leaf: stepped[0].leaf, stack: stepped[0].stack,
        isName: node(stepped[0].stack).phase == .objectKey)
    }
    let node = steps(at: number)
    if node.isClear { steps.targets[Int(node.first) + node.bytes.rank(byte)] = target }
    return target
  }

  /// Where reading goes on once the leaf of `thread` has ended, which may; -1 where that is not known.
  @inline(__always)
  func knownEnd(_ thread: Thread, _ node: KnownSteps.Node) -> Int32 {
    node.isName ? node.afterName : thread.stack
  }

  /// Works out where reading goes on behind the only name that may come, which was read at the end of
  /// `text`; -1 where there are several, or several places.
  @inline(never)
  func findEnd(_ thread: Thread, text: [UInt8]) -> Int32 {
    guard steps(at: thread.stack).isClear,
      !objects.hasManyKeys(node(thread.stack).state)
    else { return -1 }
    let ended = endLeaf(thread, text: text)
    guard ended.count == 1, steps(at: thread.stack).isClear else { return -1 }
    steps.nodes[Int(thread.stack)].afterName = ended[0].stack
    return ended[0].stack
  }
}
