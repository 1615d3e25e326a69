/// Finds schemas that apply themselves to the same value, which would never come to an end.
enum SchemaLoops {
  /// Throws for a schema that leads to itself without going into the value.
  ///
  /// Linear; without recursion.
  static func check(_ loader: SchemaLoader) throws(SchemaError) {
    let nodes = loader.nodes
    var states = [State](repeating: .new, count: nodes.count)
    for start in nodes.indices where states[start] == .new && nodes[start].appliesInPlace {
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
        if !nodes[target].appliesInPlace { continue }
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
  private static func edges(_ node: SchemaKeywords) -> [Int] {
    var result = node.references
    result += node.allOf
    result += node.anyOf
    result += node.oneOf
    result += node.dependentSchemas.map(\.node)
    result += [node.not, node.condition, node.then, node.otherwise].compactMap(\.self)
    return result
  }
}

extension SchemaKeywords {
  /// Whether the node applies other schemas to its own value.
  fileprivate var appliesInPlace: Bool {
    !references.isEmpty || !allOf.isEmpty || !anyOf.isEmpty || !oneOf.isEmpty || not != nil
      || condition != nil || !dependentSchemas.isEmpty
  }
}
