import TernFormat

/// What a file is that holds no model that reads and writes text.
package enum FileKind: Sendable, Equatable, CaseIterable, CustomStringConvertible {
  case adapter, projector, vocabulary, importanceMatrix, controlVector, imageModel, encoderDecoder
  case audioDecoder

  package var description: String {
    switch self {
    case .adapter: "an adapter (LoRA), which changes the weights of a model"
    case .projector: "a projector (mmproj), which turns images or sound into a model's input"
    case .vocabulary: "a vocabulary without weights"
    case .importanceMatrix: "an importance matrix, which guides quantization"
    case .controlVector: "a control vector, which changes the states of a model"
    case .imageModel: "a part of a diffusion model, which makes images or videos"
    case .encoderDecoder: "a model of an encoder and a decoder"
    case .audioDecoder: "a decoder of sound"
    }
  }
}

extension FileKind {
  /// What the file is by its metadata and the names of its tensors; `nil`: a model, known or not.
  init?(_ file: GGUFFile) {
    if let kind = Self.byType(file) {
      self = kind
      return
    }
    let architecture = file.string("general.architecture")
    guard Family.named(architecture ?? "") == nil else {
      // Some files have a vocabulary only.
      guard file.tensors.isEmpty, file.value("tokenizer.ggml.tokens") != nil else { return nil }
      self = .vocabulary
      return
    }
    guard let kind = Self.byArchitecture(architecture ?? "") ?? Self.byTensors(file) else {
      return nil
    }
    self = kind
  }

  private static func byType(_ file: GGUFFile) -> FileKind? {
    switch file.string("general.type") {
    case "adapter": .adapter
    case "mmproj": .projector
    case "imatrix": .importanceMatrix
    default: nil
    }
  }

  private static func byArchitecture(_ name: String) -> FileKind? {
    switch name {
    case "clip": .projector
    case "controlvector": .controlVector
    case "wavtokenizer-dec": .audioDecoder
    case "t5": .encoderDecoder
    default: images.contains(name) ? .imageModel : nil
    }
  }

  /// Names that files of diffusion models have.
  private static let images: Set = [
    "aura", "chroma", "cosmos", "flux", "flux2", "hidream", "hyvid", "ltxv", "lumina2", "pig",
    "qwen_image", "sd1", "sd2", "sd3", "sd3.5", "sdxl", "wan", "z_image",
  ]

  /// Beginnings of the names of tensors that no language model has.
  private static let beginnings: [(String, FileKind)] = [
    ("model.diffusion_model.", .imageModel), ("first_stage_model.", .imageModel),
    ("cond_stage_model.", .imageModel), ("double_blocks.", .imageModel),
    ("joint_blocks.", .imageModel), ("transformer_blocks.", .imageModel),
    ("input_blocks.", .imageModel), ("v.blk.", .projector), ("mm.", .projector),
    ("direction.", .controlVector), ("dec.blk.", .encoderDecoder),
  ]

  /// What the names of tensors say where there are no embeddings of tokens, or a decoder beside them.
  private static func byTensors(_ file: GGUFFile) -> FileKind? {
    if file.tensors.isEmpty {
      return file.value("tokenizer.ggml.tokens") == nil ? nil : .vocabulary
    }
    let hasTokens = file.tensor(named: "token_embd.weight") != nil
    for tensor in file.tensors {
      if !hasTokens, tensor.name.hasSuffix(".lora_a") { return .adapter }
      guard let kind = beginnings.first(where: { tensor.name.hasPrefix($0.0) })?.1 else { continue }
      if !hasTokens || kind == .encoderDecoder { return kind }
    }
    return nil
  }
}
