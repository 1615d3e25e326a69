import Foundation
import Tern
import TernFormat
import TernKernels
import TernModel

/// The file that is measured, the model in it, and how its threads compute.
struct Subject {
  let path: String
  let name: String
  let compute: Compute
  private let isTemporary: Bool

  /// Finds the file, or writes one with random weights.
  ///
  /// - Parameter compute: Threads that there are already.
  init(_ settings: Settings, compute: Compute? = nil) throws {
    if let synthetic = settings.synthetic {
      path = try Synthetic(
        synthetic, vocabulary: settings.vocabulary, seed: settings.seed
      ).write()
      name = synthetic
    } else {
      let found: (path: String, model: FoundModel?)
      do {
        found = try ModelCatalog.resolve(settings.model ?? "", in: { .onThisMachine() })
      } catch { throw BenchError.failed("\(error)") }
      path = found.path
      name = found.model?.name ?? URL(fileURLWithPath: path).lastPathComponent
    }
    isTemporary = settings.synthetic != nil
    self.compute = compute ?? Compute(threads: settings.threads)
  }

  /// Removes a file that was written here.
  func remove() { if isTemporary { try? FileManager.default.removeItem(atPath: path) } }

  /// Loads the model with room for `context` tokens.
  func load(_ file: GGUFFile, _ settings: Settings, context: Int) throws -> Model {
    try Model(
      file, compute: compute, options: ModelOptions(context: context, cacheType: settings.cache))
  }
}
