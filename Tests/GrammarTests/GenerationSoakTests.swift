import Foundation
import TernDecode
import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

/// Wild answers of a model with random weights, held to the schemas that people write.
@Suite(.enabled(if: SharedSuites.available)) struct GenerationSoakTests {
  private struct Entry {
    var id: String
    var schema: JSON
  }

  /// The schemas of all corpora that compile.
  private static func entries() throws -> [Entry] {
    var entries: [Entry] = []
    let corpus = try #require(SharedSuites.url("suites/mask-bench/corpus.json"))
    for entry in try JSON(parsing: Array(Data(contentsOf: corpus))).array ?? [] {
      entries.append(Entry(id: entry["id"]?.string ?? "", schema: try #require(entry["schema"])))
    }
    for name in ["cat", "hedgehog", "person", "petClub"] {
      let url = try #require(SharedSuites.url("suites/apple-documents/\(name).json"))
      entries.append(Entry(id: name, schema: try JSON(parsing: Array(Data(contentsOf: url)))))
    }
    let folder = try #require(SharedSuites.url("suites/jsonschemabench"))
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where file.hasSuffix(".jsonl") {
      let text = try Data(contentsOf: folder.appendingPathComponent(file))
      for line in text.split(separator: UInt8(ascii: "\n")) {
        let entry = try JSON(parsing: Array(line))
        entries.append(
          Entry(id: entry["id"]?.string ?? "", schema: try #require(entry["schema"])))
      }
    }
    return entries
  }

  private static func engine(context: Int?) async throws -> Engine {
    var options = EngineOptions()
    options.threads = 1
    options.context = context
    return try await Engine.open(path: Fixtures.tinyLlama, options: options)
  }

  /// Options of one round; every other has a budget, down to absurd ones.
  private static func options(
    _ constraint: Constraint, seed: Int, _ random: inout SeededGenerator
  ) -> GenerationOptions {
    var options = GenerationOptions()
    options.constraint = constraint
    options.sampling.temperature = 2
    options.sampling.seed = UInt64(seed)
    if Bool.random(using: &random) {
      options.sampling.topK = 0
      options.sampling.topP = 1
      options.sampling.minP = 0
    }
    let budgets: [Int?] = [nil, nil, 5, 20, 40, 80, 150]
    options.maximumTokens = budgets[Int.random(in: budgets.indices, using: &random)]
    return options
  }

  @Test func `answers to the schemas of all corpora parse and satisfy them`() async throws {
    let entries = try Self.entries()
    var random = SeededGenerator(seed: 17)
    var (answers, refusals) = (0, 0)
    var complex: [String] = []
    for context in [nil, 48] {
      let engine = try await Self.engine(context: context)
      for round in 0..<SharedSuites.rounds(5_000) {
        let entry = entries[Int.random(in: entries.indices, using: &random)]
        var machine = MachineOptions.generation
        if Int.random(in: 0..<3, using: &random) == 0 { machine.whitespace = .any }
        guard let constraint = try? Constraint(.schema(entry.schema), options: machine),
          constraint.isSatisfiable
        else { continue }
        let options = Self.options(constraint, seed: round, &random)
        do {
          let done = try await engine.generate([300], options: options)
          let value = try JSON(parsing: Array(done.text.utf8))
          let validator = SlowValidator(try SchemaDocument(entry.schema))
          #expect(validator.accepts(value), "\(entry.id): \(done.text)")
          #expect(done.tokens.count <= options.maximumTokens ?? .max)
          #expect(Self.isInOrder(value, entry.schema), "\(entry.id): \(done.text)")
          answers += 1
        } catch EngineError.answerTooLong(let tokens, let left) {
          #expect(tokens > left)
          refusals += 1
        } catch EngineError.grammar(.tooComplex) {
          complex.append(entry.id)
        } catch EngineError.grammar(.schema(let error)) where error.reason == .tooComplex {
          complex.append(entry.id)
        }
      }
    }
    // Intersections of counted patterns, written to be hard: a clear error is what they get.
    #expect(complex.allSatisfy { $0.hasPrefix("Handwritten---") }, "\(complex)")
    #expect(complex.count <= answers / 100)
    #expect(answers > 4 * refusals / 3, "\(answers) answers, \(refusals) refusals")
  }

  /// Whether the members of an object, where it has an `x-order`, come in it.
  private static func isInOrder(_ value: JSON, _ schema: JSON) -> Bool {
    guard case .object(let members) = value, let order = schema["x-order"]?.array else {
      return true
    }
    let places = members.compactMap { name, _ in order.firstIndex { $0.string == name } }
    return places == places.sorted()
  }
}
