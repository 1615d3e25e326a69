import Foundation
import TernLocal

/// What was computed of a model's conversations, where it outlives the model's stay in memory.
struct KeptConversations: Sendable {
  private let name: String
  private let model: any ServedModel
  /// The model's own folder; `nil` where nothing is kept in files.
  private let folder: URL?
  /// What conversations are known to begin with; `nil` where nothing is.
  private let snapshot: URL?
  private let notice: @Sendable (String) -> Void

  init(_ name: String, _ model: any ServedModel, isFirst: Bool, _ options: ServerOptions) {
    (self.name, self.model) = (name, model)
    folder = options.slotsFolder.map { $0.appending(path: Self.folderName(name)) }
    snapshot = isFirst ? options.snapshot : nil
    notice = options.onNotice ?? { _ in }
  }

  /// A name as that of a folder: other signs than letters, digits and some harmless ones are written
  /// by their numbers.
  static func folderName(_ name: String) -> String {
    name.utf8.enumerated().map { index, byte in
      let sign = Character(UnicodeScalar(byte))
      let isPlain =
        sign.isASCII && (sign.isLetter || sign.isNumber || "-_".contains(sign))
        || sign == "." && index > 0
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(sign) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }

  /// Takes what is in the files, once the weights are loaded; what cannot be taken is noted.
  func restore() async {
    guard let folder else { return }
    do {
      let (count, skipped) = try await model.restoreKept(from: folder)
      for line in skipped { notice("skipped \(line)") }
      if count > 0 { notice("\(name): \(count) kept conversations are restored") }
    } catch {
      notice("\(name): kept conversations are not restored: \(Self.text(error))")
    }
  }

  /// Computes what conversations begin with.
  func warm() async throws(LocalLanguageModelError) {
    guard let snapshot else { return }
    do { try await model.warm(with: snapshot) } catch let error as LocalLanguageModelError {
      throw error
    } catch {
      throw .badOption("\(snapshot.path): \(Self.text(error))")
    }
  }

  /// Writes the files, before the weights go; stops where the task is cancelled.
  func save() async {
    guard let folder else { return }
    do {
      let count = try await model.saveKept(in: folder)
      if count > 0 { notice("\(name): \(count) kept conversations are saved") }
    } catch is CancellationError {
      notice("\(name): not all kept conversations are saved: there was no time")
    } catch {
      notice("\(name): kept conversations are not saved: \(Self.text(error))")
    }
  }

  private static func text(_ error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? "\(error)"
  }
}
