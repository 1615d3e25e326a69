/// Finds schemas that apply themselves to the same value, which would never come to an end.
enum SchemaLoops {
  /// Throws for the first schema that is reached from itself through references and applicators
  /// that stay at the same value. Linear; without recursion.
  static func check(_ loader: SchemaLoader) throws(SchemaError) {
    let nodes = loader.nodes
    var states = [State](repeating: .new, count: nodes.count)
    for start in nodes.indices where states[start] == .new {
      var path: [(node: Int, next: Int, edges: [Int])] = [(start, 0, edges(nodes[start]))]
      states[start] = .open
      while let (node, next, edges) = path.last {
        guard next < edges.count else {
          states[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = edges[next]
        switch states[target] {
        case .done: continue
        case .open: throw loader.error("$ref", at: Int(nodes[target].location), .circular)
        case .new:
          states[target] = .open
          path.append((target, 0, Self.edges(nodes[target])))
        }
      }
    }
  }

  private enum State: UInt8 { case new, open, done }

  /// The nodes that a node applies to its own value.
  private static func edges(_ node: SchemaNode) -> [Int] {
    var result = node.references
    result += node.allOf
    result += node.anyOf
    result += node.oneOf
    result += node.dependentSchemas.map(\.node)
    result += [node.not, node.condition, node.then, node.otherwise].compactMap(\.self)
    return result
  }
}
