import Tern
import TernDecode
import TernFormat
import TernKernels
import TernModel

/// The models of a catalog with what their headers say, and how fast this machine reads memory.
struct ModelSurvey: Sendable {
  /// Those of which the header could be read, in the order of their names.
  let models: [ModelFacts]
  /// Files and folders that hold no model, or cannot be read.
  let problems: [ModelProblem]
  /// Bytes a second that are read with all threads; `nil` where no model generates.
  let bandwidth: Double?

  /// Reads the headers of all files, several at a time.
  init(_ catalog: ModelCatalog, threads: Int) async {
    let read = await Self.read(catalog.models)
    models = read.compactMap { try? $0.get() }
      .sorted { $0.model.name.lowercased() < $1.model.name.lowercased() }
    problems =
      catalog.problems
      + read.compactMap { if case .failure(let problem) = $0 { problem.told } else { nil } }
    bandwidth =
      models.contains { $0.use == .generates } ? Bandwidth.measured(threads: threads) : nil
  }

  private static func read(_ models: [FoundModel]) async -> [Result<ModelFacts, UnreadModel>] {
    await withTaskGroup(of: (Int, Result<ModelFacts, UnreadModel>).self) { group in
      var results = [Result<ModelFacts, UnreadModel>?](repeating: nil, count: models.count)
      var next = 0
      func add() {
        guard next < models.count else { return }
        let (place, model) = (next, models[next])
        next += 1
        group.addTask { (place, facts(model)) }
      }
      for _ in 0..<Machine.processors { add() }
      while let (place, result) = await group.next() {
        results[place] = result
        add()
      }
      return results.compactMap(\.self)
    }
  }

  private static func facts(_ model: FoundModel) -> Result<ModelFacts, UnreadModel> {
    do { return .success(try ModelFacts(model)) } catch {
      // A projector is a part of the model beside it.
      if case ModelError.notLanguageModel(.projector, _) = error {
        return .failure(UnreadModel(told: nil))
      }
      let reason =
        if case ModelError.notLanguageModel(let kind, _) = error { "\(kind)" } else {
          CommandFailure(error).message
        }
      return .failure(UnreadModel(told: ModelProblem(path: model.path, reason: reason)))
    }
  }
}

/// A file that holds no model; what is told of it, if anything.
private struct UnreadModel: Error {
  let told: ModelProblem?
}

/// How fast memory is read.
enum Bandwidth {
  /// Bytes that are read: many times the caches of most processors, and yet done in a tenth of a
  /// second.
  private static let byteCount = 1 << 28

  /// Bytes a second, by all threads together.
  static func measured(threads: Int) -> Double {
    let compute = Compute(threads: threads)
    let bytes = min(byteCount, max(1 << 24, Machine.memory / 16) / 4096 * 4096)
    return MachineLimits(isa: compute.isa, byteCount: bytes).readRate(compute.team)
  }
}
