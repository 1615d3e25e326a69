/// Finds the place of each variable before a template is rendered, and names of filters and tests
/// that do not exist.
struct Analyzer {
  /// The places of the names, by their numbers.
  var slots: [Slot]
  var plans: [ScopePlan]
  /// The names of variables that the template is rendered with.
  var inputs: [String] = []
  private var inputTable: [String: Int] = [:]
  /// The bodies of blocks and where top-level variables are, for `self` and scoped names.
  var blocks: [String: Block] = [:]
  /// The scope of the template's top level.
  private var root: Scope?

  init(nameCount: Int, scopeCount: Int) {
    slots = Array(repeating: Slot(hops: 0, index: 0), count: nameCount)
    plans = Array(repeating: ScopePlan(), count: scopeCount)
  }

  mutating func input(_ name: String) -> Int {
    if let index = inputTable[name] { return index }
    inputs.append(name)
    inputTable[name] = inputs.count - 1
    return inputs.count - 1
  }

  /// Resolves a whole template, whose scope is number 0.
  mutating func resolve(template body: [any Statement]) throws(TemplateError) {
    let scope = Scope(parent: nil, function: FunctionScope(depth: 0))
    root = scope
    Symbols.visit(body, scope)
    try resolve(body, in: scope, isSoft: false)
    finish(0, scope)
    plans[0].slotCount = scope.function.slotCount
  }

  /// Notes what a scope begins with.
  mutating func finish(_ id: Int, _ scope: Scope) {
    for (name, load) in scope.loads.sorted(by: { $0.key < $1.key }) {
      guard let index = scope.place(of: name) else { continue }
      let entry: Load? =
        switch load {
        case .parameter: nil
        case .missing: .missing
        case .resolve: .resolve(input(name))
        case .copy: copy(name, scope)
        }
      if let entry { plans[id].entries.append(ScopePlan.Entry(index: index, load: entry)) }
    }
  }

  private func copy(_ name: String, _ scope: Scope) -> Load {
    guard let parent = scope.parent, var slot = parent.slot(of: name) else { return .missing }
    slot.hops += Int32(scope.function.depth - parent.function.depth)
    return .copy(slot)
  }

  mutating func resolve(
    _ body: [any Statement], in scope: Scope, isSoft: Bool
  ) throws(TemplateError) {
    for statement in body { try resolve(statement, in: scope, isSoft: isSoft) }
  }

  private mutating func resolve(
    _ statement: any Statement, in scope: Scope, isSoft: Bool
  ) throws(TemplateError) {
    switch statement {
    case let node as Print: try resolve(node.value, in: scope, isSoft: isSoft)
    case let node as Assign:
      try resolve(node.value, in: scope, isSoft: isSoft)
      resolve(node.target, in: scope)
    case let node as If:
      for branch in node.branches {
        try resolve(branch.test, in: scope, isSoft: true)
        try resolve(branch.body, in: scope, isSoft: true)
      }
      try resolve(node.other, in: scope, isSoft: true)
    case let node as For: try resolve(loop: node, in: scope, isSoft: isSoft)
    case let node as MacroStatement:
      try resolve(function: node.function, in: scope)
      resolve(node.target, in: scope)
    case let node as CallBlock:
      try resolve(function: node.function, in: scope)
      if let call = node.call { try resolve(call, in: scope, isSoft: isSoft) }
    case let node as ScopeStatement: try resolve(scope: node, in: scope, isSoft: isSoft)
    case let node as Block: try resolve(block: node)
    case let node as Unavailable:
      try resolve(node.template, in: scope, isSoft: isSoft)
      for target in node.targets { resolve(target, in: scope) }
    default: break
    }
  }

  private mutating func resolve(_ target: Target, in scope: Scope) {
    switch target {
    case .name(let name, let id), .attribute(_, let name, let id):
      if let slot = scope.slot(of: name) { slots[id] = slot }
    case .tuple(let targets): for target in targets { resolve(target, in: scope) }
    }
  }

  /// `isSoft`: within an `if`, where a filter that does not exist is an error only once it is used.
  private mutating func resolve(
    _ expression: any Expression, in scope: Scope, isSoft: Bool
  ) throws(TemplateError) {
    var isSoft = isSoft
    switch expression {
    case let node as Name: if let slot = scope.slot(of: node.name) { slots[node.id] = slot }
    case is Conditional: isSoft = true
    case let node as FilterCall where node.filter == nil && !isSoft:
      throw TemplateError(.syntax, "No filter named '\(node.name)'.", at: node.position)
    case let node as TestCall where node.test == nil && !isSoft:
      throw TemplateError(.syntax, "No test named '\(node.name)'.", at: node.position)
    default: break
    }
    for child in expression.children { try resolve(child, in: scope, isSoft: isSoft) }
  }
}

/// Scopes within scopes.
extension Analyzer {
  private mutating func resolve(
    loop node: For, in scope: Scope, isSoft: Bool
  ) throws(TemplateError) {
    try resolve(node.items, in: scope, isSoft: isSoft)
    let outer =
      node.isRecursive ? FunctionScope(depth: scope.function.depth + 1) : scope.function
    let body = Scope(parent: scope, function: outer)
    if node.isRecursive || Undeclared(["loop"]).find(node.body).contains("loop") {
      body.declareParameter("loop")
      plans[node.bodyScope].loop = body.place(of: "loop")
    }
    Symbols.declare(node.target, body)
    Symbols.visit(node.body, body)
    resolve(node.target, in: body)
    try resolve(node.body, in: body, isSoft: false)
    finish(node.bodyScope, body)

    if let test = node.test {
      let testScope = Scope(parent: scope, function: outer)
      Symbols.declare(node.testTarget, testScope)
      Symbols.visit(test, testScope)
      resolve(node.testTarget, in: testScope)
      try resolve(test, in: testScope, isSoft: false)
      finish(node.testScope, testScope)
    }
    let other = Scope(parent: scope, function: outer)
    Symbols.visit(node.other, other)
    try resolve(node.other, in: other, isSoft: false)
    finish(node.elseScope, other)
    if node.isRecursive { plans[node.bodyScope].slotCount = outer.slotCount }
  }

  private mutating func resolve(function: Function, in scope: Scope) throws(TemplateError) {
    let inner = Scope(parent: scope, function: FunctionScope(depth: scope.function.depth + 1))
    for parameter in function.parameters { inner.declareParameter(parameter.name) }
    let names = Set(function.parameters.map(\.name))
    let used = Undeclared(["caller", "kwargs", "varargs"]).find(function.body)
    if used.contains("caller"),
      let parameter = function.parameters.first(where: { $0.name == "caller" }),
      parameter.value == nil
    {
      throw TemplateError(
        .syntax,
        "When defining macros or call blocks the special \"caller\" argument must be omitted or be"
          + " given a default.", at: function.position)
    }
    for name in ["caller", "kwargs", "varargs"] where used.contains(name) && !names.contains(name) {
      inner.declareParameter(name)
    }
    for parameter in function.parameters {
      if let value = parameter.value { Symbols.visit(value, inner) }
    }
    Symbols.visit(function.body, inner)
    for parameter in function.parameters {
      if let slot = inner.slot(of: parameter.name) { slots[parameter.id] = slot }
      if let value = parameter.value { try resolve(value, in: inner, isSoft: false) }
    }
    try resolve(function.body, in: inner, isSoft: false)
    finish(function.scope, inner)
    plans[function.scope].slotCount = inner.function.slotCount
    plans[function.scope].hasCallerParameter = names.contains("caller")
    if used.contains("caller"), !names.contains("caller") {
      plans[function.scope].caller = inner.place(of: "caller")
    }
    if used.contains("kwargs"), !names.contains("kwargs") {
      plans[function.scope].named = inner.place(of: "kwargs")
    }
    if used.contains("varargs"), !names.contains("varargs") {
      plans[function.scope].positional = inner.place(of: "varargs")
    }
  }

  private mutating func resolve(
    scope node: ScopeStatement, in scope: Scope, isSoft: Bool
  ) throws(TemplateError) {
    let inner = Scope(parent: scope, function: scope.function)
    var filter: FilterCall?
    switch node.kind {
    case .set(let target, let call):
      resolve(target, in: scope)
      filter = call
    case .filter(let call): filter = call
    case .with(let targets, let values):
      for value in values { try resolve(value, in: scope, isSoft: isSoft) }
      for target in targets { Symbols.declare(target, inner) }
    case .autoescape(let value): Symbols.visit(value, inner)
    }
    if let filter { Symbols.visit(filter, inner) }
    Symbols.visit(node.body, inner)
    if let filter { try resolve(filter, in: inner, isSoft: false) }
    if case .with(let targets, _) = node.kind {
      for target in targets { resolve(target, in: inner) }
    }
    if case .autoescape(let value) = node.kind { try resolve(value, in: inner, isSoft: false) }
    try resolve(node.body, in: inner, isSoft: false)
    finish(node.scope, inner)
  }

  /// A block is a function that sees the variables of the top level, and none around it.
  private mutating func resolve(block node: Block) throws(TemplateError) {
    blocks[node.name] = node
    let inner = Scope(parent: root, function: FunctionScope(depth: 1))
    Symbols.visit(node.body, inner)
    try resolve(node.body, in: inner, isSoft: false)
    finish(node.scope, inner)
    plans[node.scope].slotCount = inner.function.slotCount
  }
}
