import TernChat
import TernDecode
import TernFormat
import TernJSON
import TernKernels
import TernModel
import TernQuant
import TernTokens

extension Verb {
  static let inspect = Verb(
    name: "inspect",
    summary: "Shows what a GGUF file holds, or what this machine offers.",
    discussion: """
      Prints the file's metadata, its tensors with types and sizes, the memory that a sequence takes
      while the model reads and writes it, the chat template, and the tokens for filling gaps. Long
      arrays are shortened, with --json too. The dialect is the format in which the model writes calls
      of tools, with a call of f as an example; "rendered" means that the format is not a known one
      and was found by rendering a call with the template. For an architecture that does not run,
      the nearest one that does is named, with the differences. Without FILE, the model is the one that
      the other verbs would use. --system shows the processor's instruction sets, the one in use, the
      BLAS library and the number of threads instead.

        tern inspect model.gguf
        tern inspect --system
      """,
    InspectArguments()
  ) { arguments in
    if arguments.isAboutSystem {
      if let file = arguments.files.first { throw CommandFailure(OptionError.surplusOperand(file)) }
      try show(system(), asJSON: arguments.printsJSON) { $0.lines }
      return
    }
    let file = try GGUFFile(path: arguments.path())
    let problem = problem(file)
    try show(document(file, problem), asJSON: arguments.printsJSON) { _ in page(file, problem) }
  }

  private static func show(
    _ document: JSON, asJSON: Bool, _ page: (JSON) -> String
  ) throws(CommandFailure) {
    if asJSON { try Output.write(document) } else { try Output.write(page(document)) }
  }

  private static func system() -> JSON {
    let compute = Compute(threads: Machine.processors)
    return [
      "processors": JSON(Machine.processors),
      "instruction_set": .string("\(compute.isa)"),
      "blas": compute.blasName.map { .string($0) } ?? .string("none: Tern's own kernels serve"),
    ]
  }

  private static func document(_ file: GGUFFile, _ problem: ModelError?) -> JSON {
    var metadata = JSONObject()
    for (key, value) in file.metadata { metadata[key] = json(value) }
    let tensors = file.tensors.map { tensor -> JSON in
      [
        "name": .string(tensor.name), "type": .string(tensor.type.name),
        "dimensions": .array(tensor.dimensions.map { JSON($0) }),
        "bytes": JSON(tensor.byteCount),
      ]
    }
    return [
      "version": JSON(Int(file.version)),
      "file_bytes": JSON(file.fileSize),
      "parameters": JSON(file.tensors.reduce(0) { $0 + $1.elementCount }),
      "architecture": file.string("general.architecture").map { .string($0) } ?? .null,
      "supported": .bool(problem == nil),
      "problem": problem.map { .string($0.description) } ?? .null,
      "nearest": nearest(problem).map(json) ?? .null,
      "sequence": problem == nil ? SequenceCost(file).document : .null,
      "chat": chat(file) ?? .null,
      "fill_in": (try? Tokenizer(file)).flatMap(fillIn) ?? .null,
      "metadata": .object(metadata),
      "tensors": .array(tensors),
    ]
  }

  /// What the chat template does, and how the model writes calls of tools.
  private static func chat(_ file: GGUFFile) -> JSON? {
    guard let tokenizer = try? Tokenizer(file) else { return nil }
    do {
      let template = try ChatTemplate(file, tokenizer)
      let features = template.features
      return [
        "template": .string(template.origin.name),
        "dialect": template.dialectSource == .guessed ? .null : .string(template.dialect.name),
        "call": template.dialectSource == .guessed ? .null : .string(template.dialect.sample),
        "system_turns": .bool(features.hasSystemTurns),
        "tools": .bool(features.hasTools),
        "tool_calls": .bool(features.hasToolCalls),
        "parallel_calls": .bool(features.hasParallelCalls),
        "tool_results": .bool(features.hasToolResults),
        "reasoning": .bool(features.hasReasoning),
        "variables": .array(features.variables.map { .string($0) }),
      ]
    } catch {
      return ["error": .string(CommandFailure(error).message)]
    }
  }

  /// The tokens for texts with a gap, and which side of it comes first.
  private static func fillIn(_ tokenizer: Tokenizer) -> JSON? {
    guard let marks = tokenizer.fillIn else { return nil }
    func token(_ id: Int32) -> JSON {
      ["id": JSON(Int(id)), "token": .string(tokenizer.text(of: id) ?? "")]
    }
    return [
      "order": .string(marks.order == .prefixFirst ? "prefix-first" : "suffix-first"),
      "prefix": token(marks.prefix), "suffix": token(marks.suffix),
      "middle": marks.middle.map(token) ?? .null,
    ]
  }

  /// Why the file's architecture does not run; `nil`: it does.
  private static func problem(_ file: GGUFFile) -> ModelError? {
    do throws(ModelError) {
      _ = try Family.of(file)
      return nil
    } catch { return error }
  }

  /// The known architecture that is most like the file's.
  private static func nearest(_ problem: ModelError?) -> NearestFamily? {
    if case .unknownArchitecture(_, let nearest, _) = problem { nearest } else { nil }
  }

  private static func json(_ nearest: NearestFamily) -> JSON {
    [
      "architecture": .string(nearest.name),
      "differences": .array(nearest.differences.map { .string($0.description) }),
      "further_differences": JSON(nearest.furtherCount),
    ]
  }

  /// What does not run, in lines.
  private static func lines(_ problem: ModelError, _ file: GGUFFile) -> [String] {
    let name = file.string("general.architecture") ?? "none"
    let first = "architecture \(name): not supported by this version of tern"
    guard let nearest = nearest(problem) else {
      if case .unknownArchitecture = problem { return [first] }
      return [first, "  \(problem)"]
    }
    let further = nearest.furtherCount
    return [first, "  the nearest known one is \(nearest.name); what differs:"]
      + (nearest.differences.isEmpty ? ["    nothing"] : [])
      + nearest.differences.map { "    \($0)" }
      + (further > 0 ? ["    \(further) more differences"] : [])
  }

  /// A value; arrays of more than 16 elements become their description.
  private static func json(_ value: MetadataValue) -> JSON {
    if let text = value.string { return .string(text) }
    if let flag = value.bool { return .bool(flag) }
    if let number = value.int { return JSON(number) }
    if let number = value.double, let json = JSON(number) { return json }
    guard let array = value.array, array.count <= 16 else { return .string(value.description) }
    return .array((0..<array.count).map { json(array[$0]) })
  }

  private static func page(_ file: GGUFFile, _ problem: ModelError?) -> String {
    let parameters = file.tensors.reduce(0) { $0 + $1.elementCount }
    var lines = ["GGUF version \(file.version), \(file.fileSize) bytes, \(parameters) parameters"]
    if let problem { lines += self.lines(problem, file) }
    lines += ["", "metadata (\(file.metadata.count)):"]
    for (key, value) in file.metadata where key != "tokenizer.chat_template" {
      lines.append("  \(key) = \(value.description)")
    }
    lines += ["", "tensors (\(file.tensors.count)):"]
    for tensor in file.tensors {
      let size = tensor.dimensions.map(String.init).joined(separator: " × ")
      lines.append("  \(tensor.name)  \(tensor.type.name)  [\(size)]  \(tensor.byteCount) bytes")
    }
    lines += ["", "bytes by type:"] + bytesByType(file)
    if problem == nil {
      lines += ["", "memory of a sequence:"] + SequenceCost(file).lines.map { "  " + $0 }
    }
    if let chat = chat(file) {
      lines += ["", "chat:"]
      lines += chat.lines.split(separator: "\n").map { "  " + $0 }
    }
    if let fillIn = (try? Tokenizer(file)).flatMap(fillIn) {
      lines += ["", "fill in the middle:"]
      lines += fillIn.lines.split(separator: "\n").map { "  " + $0 }
    }
    if let template = file.string("tokenizer.chat_template") {
      lines += ["", "chat template:"]
      lines += template.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func bytesByType(_ file: GGUFFile) -> [String] {
    var bytes: [TensorType: Int] = [:]
    for tensor in file.tensors { bytes[tensor.type, default: 0] += tensor.byteCount }
    return bytes.sorted { $0.value > $1.value }.map { "  \($0.key.name)  \($0.value)" }
  }
}

/// The options of `tern inspect`.
struct InspectArguments: VerbOptions {
  @Operands(.optional("FILE")) var files
  let model = ModelArguments()
  @Option(.json) var printsJSON
  @Option(.flag("--system", "show this machine instead of a file")) var isAboutSystem

  /// The file that is named, or the model of every verb.
  func path() throws(CommandFailure) -> String {
    guard let file = files.first else { return try model.path() }
    if model.option.isGiven { throw .usage("give FILE or \(model.option), not both") }
    return try model.file(file).path
  }
}

extension JSON {
  /// An object as lines of `name: value`.
  fileprivate var lines: String {
    guard case .object(let members) = self else { return text() + "\n" }
    return members.map { "\($0.key): \($0.value.string ?? $0.value.text())\n" }.joined()
  }
}
