import Foundation
import TernGrammar
import TernJSON

extension Verb {
  static let schemaCheck = Verb(
    name: "schema-check", operands: "--jsonl FILE",
    summary: "Compiles JSON Schemas and tells which values they accept.",
    discussion: """
      Each line of FILE ('-' for standard input) is {"id": …, "schema": …, "tests": [{"data": …}, …]};
      each is answered with one line {id, compiled, error, compile_ms, verdicts}: whether the schema
      compiled, why not, the time it took, and for each test whether its data is accepted.

        tern schema-check --jsonl schemas.jsonl

      Data is written compactly and then read byte by byte by the machine that also constrains
      generation: properties in any order, numbers spelled in any way. A keyword that cannot be
      enforced is an error that names it; --relaxed drops it instead and lists it in "relaxed".
      """,
    options: [
      .flag("--jsonl", "one JSON text per line of FILE, one answer per line"), .json,
      .value("--whitespace", "STYLE", "compact (default) or any"),
      .flag("--relaxed", "drop keywords that cannot be enforced, and list them"),
    ]
  ) { arguments in
    let path = try arguments.operands("FILE")[0]
    let options = try arguments.machineOptions(.acceptance)
    let isRelaxed = arguments.has("--relaxed")
    for line in try Input.lines(path) {
      try Output.write(answer(line, options, isRelaxed: isRelaxed))
    }
  }

  private static func answer(
    _ line: [UInt8], _ options: MachineOptions, isRelaxed: Bool
  ) -> JSON {
    var answer: JSONObject = [
      "id": .null, "compiled": false, "error": .null, "compile_ms": 0, "verdicts": [],
    ]
    do {
      let line = try JSON(parsing: line.span, loneSurrogates: .distinct)
      answer["id"] = line["id"]
      guard let schema = line["schema"] else {
        throw CommandFailure.failed("the line has no schema")
      }
      let clock = ContinuousClock()
      let start = clock.now
      let constraint = try Constraint(.schema(schema), options: options, isRelaxed: isRelaxed)
      answer["compile_ms"] = JSON((clock.now - start) / .milliseconds(1))
      if isRelaxed { answer["relaxed"] = JSON(constraint.relaxations) }
      let acceptor = try Acceptor(constraint)
      answer["verdicts"] = .array(
        try (line["tests"]?.array ?? []).map { test in
          .bool(try acceptor.accepts((test["data"] ?? .null).bytes()))
        })
      answer["compiled"] = true
    } catch {
      answer["error"] = .string(CommandFailure(error).message)
    }
    return .object(answer)
  }
}

extension Arguments {
  /// How texts may be spelled: `options`, and what the command line says of white space and order.
  func machineOptions(_ options: MachineOptions) throws(CommandFailure) -> MachineOptions {
    var options = options
    switch string("--whitespace") {
    case nil: break
    case "compact": options.whitespace = .compact
    case "any": options.whitespace = .any
    case .some(let text): throw .usage("--whitespace takes compact or any, not '\(text)'")
    }
    switch string("--order") {
    case nil: break
    case "declared": options.order = .declared
    case "any": options.order = .any
    case .some(let text): throw .usage("--order takes declared or any, not '\(text)'")
    }
    return options
  }
}
