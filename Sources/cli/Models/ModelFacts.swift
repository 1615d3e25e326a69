import Tern
import TernChat
import TernDecode
import TernFormat
import TernKernels
import TernModel
import TernQuant
import TernTokens

/// What the header of a model's file says of it, and whether it runs on this machine.
struct ModelFacts: Sendable {
  /// What this machine can do with a model.
  enum Use: Sendable, Equatable {
    case generates
    /// It makes vectors of texts, or ranks them.
    case embeds
    /// Nothing, because of this.
    case nothing(String)

    var problem: String? { if case .nothing(let reason) = self { reason } else { nil } }
  }

  let model: FoundModel
  let summary: Summary
  /// Of how many files it is made.
  let partCount: Int
  let title: String?
  /// Tokens of the longest context; `nil` where the file does not say.
  let context: Int?
  /// How the model writes calls of tools; `nil` where it shows nothing.
  let dialect: String?
  /// Bytes of keys and values of a context as large as a conversation gets without an option.
  let cacheBytes: Int?
  /// Bytes of weights that one generated token reads, as the file has them.
  let bytesPerToken: Int?
  let use: Use

  /// Reads the header.
  ///
  /// - Throws: `FormatError` for a damaged file, or one that is none of this format, without its path;
  ///   ``ModelError`` for one that holds no language model.
  init(_ model: FoundModel) throws {
    let file: GGUFFile
    do { file = try GGUFFile(path: model.path) } catch {
      if case .file(path: model.path, let reason) = error { throw reason }
      throw error
    }
    self.model = model
    summary = Summary(file)
    partCount = file.partCount
    title = file.string("general.name")
    let architecture = summary.architecture
    let length = architecture.flatMap { file.int("\($0).context_length") }
    do throws(ModelError) {
      let config = try Config(file)
      context = config.contextLength
      let matrices = config.multipliedTensors(of: file)
      bytesPerToken = config.generates ? matrices.reduce(0) { $0 + $1.byteCount } : nil
      cacheBytes = try? config.cacheBytes(context: config.defaultContext, .f16)
      let tokenizer = Result { () throws(TokenError) in try Tokenizer(file) }
      dialect = config.generates ? (try? tokenizer.get()).flatMap { Self.dialect(file, $0) } : nil
      use =
        Self.problem(tokenizer, matrices, bytes: Self.sum(summary.tensorByteCount, cacheBytes))
        .map { Use.nothing($0) } ?? (config.generates ? .generates : .embeds)
    } catch .notLanguageModel(let kind, let architecture) {
      throw ModelError.notLanguageModel(kind, architecture: architecture)
    } catch {
      (context, dialect, cacheBytes, bytesPerToken) = (length, nil, nil, nil)
      use = .nothing(Self.phrase(error))
    }
  }

  /// Bytes of all that a running model takes.
  var memoryBytes: Int { Self.sum(summary.tensorByteCount, cacheBytes) }

  private static func sum(_ bytes: Int, _ more: Int?) -> Int {
    let (sum, isTooLarge) = bytes.addingReportingOverflow(more ?? 0)
    return isTooLarge ? .max : sum
  }
}

extension ModelFacts {
  private static func dialect(_ file: GGUFFile, _ tokenizer: Tokenizer) -> String? {
    guard let template = try? ChatTemplate(file, tokenizer) else { return nil }
    return template.dialectSource == .guessed ? nil : template.dialect.name
  }

  /// Why a model of a known architecture does not run here.
  private static func problem(
    _ tokenizer: Result<Tokenizer, TokenError>, _ matrices: [MultipliedTensor], bytes: Int
  ) -> String? {
    if case .failure(let error) = tokenizer { return "\(error)" }
    let types = matrices.map(\.tensor.type)
    if let type = types.first(where: { $0.float == nil && !Quant.hasCodes($0) }) {
      return "weights of type \(type.name)"
    }
    guard bytes > Machine.memory else { return nil }
    return "needs \(Quantity.bytes(bytes)), the machine has \(Quantity.bytes(Machine.memory))"
  }

  /// Why a file's model does not run, in few words.
  private static func phrase(_ error: ModelError) -> String {
    switch error {
    case .unknownArchitecture(let name, let nearest, _):
      "architecture \(name) is not known" + (nearest.map { ", \($0.name) is like it" } ?? "")
    default: "\(error)"
    }
  }

  /// About how many tokens a second are generated where `bandwidth` bytes are read a second.
  ///
  /// A token reads the weights once; keys and values, and what is computed, come on top.
  func rate(_ bandwidth: Double?) -> Double? {
    guard use == .generates, let bandwidth, let bytesPerToken, bytesPerToken > 0 else { return nil }
    return bandwidth / Double(bytesPerToken)
  }
}

extension Summary {
  /// The mix of types as people call it: what the file says, where its tensors are of that type;
  /// otherwise the type of most bytes.
  var quantization: String {
    guard let most = types.first?.type.name else { return "none" }
    guard let name = fileType?.name else { return most }
    let isThere = types.contains { share in
      name == share.type.name || name.hasPrefix(share.type.name + "_")
    }
    return isThere ? name : most
  }
}
