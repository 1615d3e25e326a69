/// Tells a scope the names that its statements use, without what lies in scopes of their own.
enum Symbols {
  static func visit(_ body: [any Statement], _ scope: Scope) {
    for statement in body { visit(statement, scope) }
  }

  private static func visit(_ statement: any Statement, _ scope: Scope) {
    switch statement {
    case let node as Print: visit(node.value, scope)
    case let node as Assign:
      visit(node.value, scope)
      store(node.target, scope)
    case let node as If: visit(node.branches[...], node.other, scope)
    case let node as For: visit(node.items, scope)
    case let node as MacroStatement: store(node.target, scope)
    case let node as CallBlock: if let call = node.call { visit(call, scope) }
    case let node as ScopeStatement:
      switch node.kind {
      case .set(let target, _): store(target, scope)
      case .filter(let filter): visit(filter, scope)
      case .with(_, let values): for value in values { visit(value, scope) }
      case .autoescape: break
      }
    case let node as Unavailable:
      visit(node.template, scope)
      for target in node.targets { store(target, scope) }
    default: break
    }
  }

  /// The first test is always evaluated; the bodies and the later tests are branches.
  private static func visit(
    _ branches: ArraySlice<If.Branch>, _ other: [any Statement], _ scope: Scope
  ) {
    guard let first = branches.first else { return visit(other, scope) }
    visit(first.test, scope)
    scope.branches([
      { visit(first.body, $0) },
      { inner in
        for branch in branches.dropFirst() {
          visit(branch.test, inner)
          inner.branches([{ visit(branch.body, $0) }])
        }
      },
      { visit(other, $0) },
    ])
  }

  static func visit(_ expression: any Expression, _ scope: Scope) {
    if let name = expression as? Name { return scope.load(name.name) }
    for child in expression.children { visit(child, scope) }
  }

  private static func store(_ target: Target, _ scope: Scope) {
    switch target {
    case .name(let name, _): scope.store(name)
    case .attribute(_, let name, _): scope.load(name)
    case .tuple(let targets): for target in targets { store(target, scope) }
    }
  }

  /// Declares what a loop or `with` sets itself.
  static func declare(_ target: Target, _ scope: Scope) {
    switch target {
    case .name(let name, _): scope.declareParameter(name)
    case .attribute(_, let name, _): scope.load(name)
    case .tuple(let targets): for target in targets { declare(target, scope) }
    }
  }
}

/// Finds which of some names statements read before they set them, within scopes too.
struct Undeclared {
  private var names: Set<String>
  private var found: Set<String> = []

  init(_ names: Set<String>) { self.names = names }

  func find(_ body: [any Statement]) -> Set<String> {
    var copy = self
    copy.visit(body)
    return copy.found
  }

  private mutating func visit(_ body: [any Statement]) {
    for statement in body { visit(statement) }
  }

  private mutating func visit(_ statement: any Statement) {
    switch statement {
    case let node as Print: visit(node.value)
    case let node as Assign:
      store(node.target)
      visit(node.value)
    case let node as If:
      for branch in node.branches {
        visit(branch.test)
        visit(branch.body)
      }
      visit(node.other)
    case let node as For:
      store(node.target)
      visit(node.items)
      visit(node.body)
      visit(node.other)
      if let test = node.test { visit(test) }
    case let node as MacroStatement: visit(node.function)
    case let node as CallBlock:
      if let call = node.call { visit(call) }
      visit(node.function)
    case let node as ScopeStatement: visit(scope: node)
    case let node as Unavailable: visit(node.template)
    default: break
    }
  }

  private mutating func visit(scope node: ScopeStatement) {
    switch node.kind {
    case .set(let target, let filter):
      store(target)
      if let filter { visit(filter) }
      visit(node.body)
    case .filter(let filter):
      visit(node.body)
      visit(filter)
    case .with(let targets, let values):
      for target in targets { store(target) }
      for value in values { visit(value) }
      visit(node.body)
    case .autoescape(let value):
      visit(value)
      visit(node.body)
    }
  }

  private mutating func visit(_ function: Function) {
    for parameter in function.parameters { names.remove(parameter.name) }
    for parameter in function.parameters { if let value = parameter.value { visit(value) } }
    visit(function.body)
  }

  private mutating func visit(_ expression: any Expression) {
    if let name = expression as? Name {
      if names.contains(name.name) { found.insert(name.name) }
    } else {
      for child in expression.children { visit(child) }
    }
  }

  private mutating func store(_ target: Target) {
    switch target {
    case .name(let name, _): names.remove(name)
    case .attribute: break
    case .tuple(let targets): for target in targets { store(target) }
    }
  }
}
