/// Where a variable is: how many functions up, and its place among that function's variables.
struct Slot: Sendable, Equatable {
  var hops: Int32
  var index: Int32
}

/// What a variable has at the beginning of its scope.
enum Load: Sendable, Equatable {
  /// The variable of this name that the template is rendered with.
  case resolve(Int)
  /// The value of a variable of a scope around.
  case copy(Slot)
  /// Nothing.
  case missing
}

/// What happens at the beginning of a scope.
struct ScopePlan: Sendable {
  struct Entry: Sendable {
    var index: Int
    var load: Load
  }

  var entries: [Entry] = []
  /// The number of variables, where the scope is a function's.
  var slotCount = 0
  /// Variables of a function that calls fill: `caller`, `kwargs`, `varargs`.
  var caller: Int?
  var named: Int?
  var positional: Int?
  /// Whether one of the parameters is called `caller`.
  var hasCallerParameter = false
  /// The variable `loop`, where the loop has one.
  var loop: Int?
}

/// The variables of one function, each with its own place.
final class FunctionScope {
  let depth: Int
  var slotCount = 0

  init(depth: Int) { self.depth = depth }

  func newSlot() -> Int {
    slotCount += 1
    return slotCount - 1
  }
}

/// Names of one scope, as Jinja's compiler tells them apart: a name that is stored anywhere in a
/// scope is a variable of its own there, and begins with the outer value.
final class Scope {
  let parent: Scope?
  let function: FunctionScope
  /// The places of the names of this scope, shared with the copies for branches.
  private let places: Places
  private var references: Set<String> = []
  private(set) var loads: [String: ScopeLoad] = [:]
  private var stores: Set<String> = []

  enum ScopeLoad { case parameter, resolve, copy, missing }

  private final class Places {
    var table: [String: Int] = [:]
  }

  init(parent: Scope?, function: FunctionScope) {
    self.parent = parent
    self.function = function
    places = Places()
  }

  private init(copy other: Scope) {
    parent = other.parent
    function = other.function
    places = other.places
    references = other.references
    loads = other.loads
    stores = other.stores
  }

  /// The scope that has the variable, from this one outwards.
  func owner(of name: String) -> Scope? {
    var scope: Scope? = self
    while let current = scope {
      if current.references.contains(name) { return current }
      scope = current.parent
    }
    return nil
  }

  private func define(_ name: String, _ load: ScopeLoad) {
    references.insert(name)
    if places.table[name] == nil { places.table[name] = function.newSlot() }
    loads[name] = load
  }

  func load(_ name: String) {
    if owner(of: name) == nil { define(name, .resolve) }
  }

  func store(_ name: String) {
    stores.insert(name)
    guard !references.contains(name) else { return }
    define(name, parent?.owner(of: name) == nil ? .missing : .copy)
  }

  func declareParameter(_ name: String) {
    stores.insert(name)
    define(name, .parameter)
  }

  /// The place of a name of this scope.
  func place(of name: String) -> Int? { places.table[name] }

  /// The place of a name as seen from this scope's function.
  func slot(of name: String) -> Slot? {
    guard let owner = owner(of: name), let index = owner.places.table[name] else { return nil }
    return Slot(hops: Int32(function.depth - owner.function.depth), index: Int32(index))
  }

  /// Looks at branches, each with a copy of what is known before them, and joins what they find.
  func branches(_ bodies: [(Scope) -> Void]) {
    let copies = bodies.map { body in
      let copy = Scope(copy: self)
      body(copy)
      return copy
    }
    let stored = copies.reduce(into: Set<String>()) { $0.formUnion($1.stores) }.subtracting(stores)
    for copy in copies {
      references.formUnion(copy.references)
      loads.merge(copy.loads) { $1 }
      stores.formUnion(copy.stores)
    }
    // A name that only some branches set has its outer value in the others.
    for name in stored { loads[name] = parent?.owner(of: name) == nil ? .resolve : .copy }
  }
}
