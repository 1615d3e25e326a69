import TernJSON

/// Turns the graph of a rule into a machine.
struct GrammarCompiler {
  private let graph: RuleGraph
  private let goals: Goals
  /// The bytes that stand for markers.
  private let markers: [String: UInt8]
  /// The first node of each document, among those of all.
  private let offsets: [Int]
  /// What relaxed compiling dropped from schemas.
  private(set) var relaxed: [SchemaRelaxation] = []
  private var texts: TextLanguages

  /// What a terminal is for a machine.
  private enum Reading {
    case text(Int32, isNullable: Bool)
    case value(Goal)
  }

  init(
    _ graph: RuleGraph, options: MachineOptions, markers: [String: UInt8] = [:], isRelaxed: Bool
  ) throws(GrammarError) {
    var nodes: [SchemaNode] = []
    var starts: [(start: Int, document: SchemaDocument)] = []
    for document in graph.documents {
      starts.append((nodes.count, document))
      if nodes.isEmpty {
        nodes = document.nodes
      } else {
        nodes += document.nodes.map { $0.moved(by: nodes.count) }
      }
    }
    offsets = starts.map(\.start)
    goals = Goals(
      nodes: nodes, lexer: Lexer(languages: Languages()), options: options, documents: starts)
    self.graph = graph
    self.markers = markers
    texts = TextLanguages(goals.languages, graph)
    for document in graph.documents {
      for number in document.nodes.indices {
        relaxed += try goals.check(document, number, isRelaxed: isRelaxed)
      }
    }
  }

  /// A fresh machine.
  ///
  /// - Parameter counts: what an earlier machine of the graph found, ``Program/counts``.
  mutating func machine(_ counts: [Int]? = nil) throws(GrammarError) -> Machine {
    var program = Program(procedures: graph.procedures, owners: graph.owners)
    for step in graph.steps { program.add(try instruction(step, &program)) }
    program.close()
    let goals = goals
    program.settle(
      counts
        ?? program.lengths { number in
          switch program[number] {
          case .text(let leaf, _):
            goals.lexer.goesOn(leaf) ? 1 : 0
          case .value(let goal, _): goals.isLive(goal) ? 1 : 0
          case .fork, .call, .leave: 0
          }
        })
    return Machine(program, goals: goals, markers: markers)
  }

  private mutating func instruction(
    _ step: RuleGraph.Step, _ program: inout Program
  ) throws(GrammarError) -> Program.Instruction {
    switch step {
    case .fork(let options): return .fork(options)
    case .call(let procedure, let next): return .call(procedure, next: next)
    case .leave(let procedure): return .leave(procedure)
    case .read(let terminal, let next):
      switch try reading(graph.terminals[Int(terminal)]) {
      case .value(let goal): return .value(goal, next: next)
      case .text(let leaf, let isNullable):
        guard isNullable else { return .text(leaf, next: next) }
        return .fork([program.addLater(.text(leaf, next: next)), next])
      }
    }
  }

  private mutating func reading(_ terminal: RuleGraph.Terminal) throws(GrammarError) -> Reading {
    let languages = goals.languages
    switch terminal {
    case .value(let document): return .value(goals.goal(document.map { [root(of: $0)] } ?? []))
    case .strings(let document, let texts):
      let strings = goals.strings(of: goals.goal([root(of: document)]))
      return reading(languages.and([strings, languages.without(texts)]))
    case .marker(let text):
      guard let byte = markers[text] else { return reading(languages.words([text])) }
      return .text(goals.lexer.custom(MarkerByte(byte: byte)), isNullable: false)
    case .text(let rule, let scope): return reading(try texts.language(rule, scope: scope))
    case .lexeme(let text, let kind):
      let language = try texts.language(.regular(text), scope: 0)
      return reading(language, LexerState.Mode(kind))
    }
  }

  private func reading(_ language: Language, _ mode: LexerState.Mode = .text) -> Reading {
    .text(goals.lexer.text(language, mode), isNullable: goals.languages.isNullable(language))
  }

  private func root(of document: Int) -> Literal {
    Literal(graph.documents[document].root + offsets[document])
  }
}

extension Lexer {
  /// Whether anything can be read from `state`, which may be dead.
  fileprivate func goesOn(_ state: Int32) -> Bool {
    state >= 0 && (!isFinal(state) || bytes(after: state) != .none)
  }
}

extension Languages {
  /// The texts in which none of `texts` stands.
  func without(_ texts: [String]) -> Language {
    let found = texts.map { concat([anyString, literal($0), anyString]) }
    return found.isEmpty ? anyString : not(or(found))
  }
}
