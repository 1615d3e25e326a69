/// Which procedures call each other before anything is read, with left recursion taken away.
///
/// Procedures that lead to each other by leading calls are one component. At one place of a text they
/// all begin together: with what their members read first (``heads(of:)``), the leading calls among
/// them left out. Where a member ends, reading goes on behind the leading calls of it that were left
/// out (``continuations(of:)``), or outside, where it was called from outside. So leading calls go
/// from components to others, never in a circle: components have higher numbers than those that
/// they call.
///
/// Source: Moore, "Removing left recursion from context-free grammars" (2000), whose left-corner
/// transform is done here on flow graphs.
struct LeadingCalls {
  private(set) var components: [Int32] = []
  private var members: [[Int32]] = []
  private var headsOfComponents: [[Int32]] = []
  private var recursive: [Bool] = []
  private var continuationsOfMembers: [Int32: [Int32]] = [:]
  /// For each member, its leading calls that were left out: whom they call, and the instructions
  /// behind them.
  private(set) var spines: [Int32: [(callee: Int32, next: Int32)]] = [:]

  init() {}

  init(_ program: Program) {
    guard program.hasCalls else { return }
    let heads = program.starts.map { program.heads($0).filter { !Self.isLeave(program[$0]) } }
    let callees = heads.map { heads in
      heads.compactMap { number -> Int32? in
        if case .call(let procedure, _) = program[number] { procedure } else { nil }
      }
    }
    (components, members) = Self.components(callees)
    recursive = members.map { $0.count > 1 || callees[Int($0[0])].contains($0[0]) }
    headsOfComponents = members.map { members in
      members.flatMap { heads[Int($0)] }.filter { number in
        guard case .call(let callee, _) = program[number] else { return true }
        return components[Int(callee)] != components[Int(members[0])]
      }
    }
    for (caller, heads) in heads.enumerated() {
      for number in heads {
        guard case .call(let callee, let next) = program[number],
          components[Int(callee)] == components[caller]
        else { continue }
        continuationsOfMembers[callee, default: []].append(next)
        spines[Int32(caller), default: []].append((callee, next))
      }
    }
  }

  private static func isLeave(_ instruction: Program.Instruction) -> Bool {
    if case .leave = instruction { true } else { false }
  }

  /// Whether texts of a procedure may begin with one of its own.
  func isRecursive(_ procedure: Int32) -> Bool {
    components.isEmpty ? false : recursive[Int(components[Int(procedure)])]
  }

  /// Where reading may go on at the end of a member of a component, within the component.
  func continuations(of procedure: Int32) -> [Int32] { continuationsOfMembers[procedure] ?? [] }

  func component(of procedure: Int32) -> Int32 { components[Int(procedure)] }

  func members(of component: Int32) -> [Int32] { members[Int(component)] }

  /// The instructions that a component begins with.
  func heads(of component: Int32) -> [Int32] { headsOfComponents[Int(component)] }

  /// The strongly connected components of a graph, by node and by component; each has a higher number
  /// than all that it leads to.
  ///
  /// Source: Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.
  private static func components(_ edges: [[Int32]]) -> (of: [Int32], members: [[Int32]]) {
    var component = [Int32](repeating: -1, count: edges.count)
    var order = [Int32](repeating: -1, count: edges.count)
    var low = order
    var members: [[Int32]] = []
    var (stack, count): ([Int32], Int32) = ([], 0)
    for root in edges.indices where order[root] < 0 {
      var path: [(node: Int, edge: Int)] = [(root, 0)]
      while let (node, edge) = path.last {
        if edge == 0 {
          (order[node], low[node]) = (count, count)
          count += 1
          stack.append(Int32(node))
        }
        if edge < edges[node].count {
          path[path.count - 1].edge += 1
          let next = Int(edges[node][edge])
          if order[next] < 0 {
            path.append((next, 0))
          } else if component[next] < 0 {
            low[node] = min(low[node], order[next])
          }
          continue
        }
        path.removeLast()
        if let (parent, _) = path.last { low[parent] = min(low[parent], low[node]) }
        guard low[node] == order[node] else { continue }
        var all: [Int32] = []
        while let member = stack.popLast() {
          component[Int(member)] = Int32(members.count)
          all.append(member)
          if Int(member) == node { break }
        }
        members.append(all)
      }
    }
    return (component, members)
  }
}
