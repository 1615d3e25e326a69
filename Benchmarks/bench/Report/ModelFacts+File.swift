import TernFormat

extension ModelFacts {
  /// What a file says of its model.
  init(_ file: GGUFFile, name shown: String, isSynthetic: Bool) {
    let summary = Summary(file)
    self.file = shown
    name = summary.name
    architecture = summary.architecture ?? "unknown"
    parameters = summary.parameterCount
    bytes = summary.fileSize
    quantization = summary.fileType?.name ?? summary.types.first?.type.name ?? "unknown"
    layers = file.int("\(architecture).block_count")
    context = file.int("\(architecture).context_length")
    self.isSynthetic = isSynthetic
  }
}
