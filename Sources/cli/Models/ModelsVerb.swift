import Tern
import TernJSON

extension Verb {
  static let models = Verb(
    name: "models",
    summary: "Lists the models on this machine, and how fast they would run.",
    discussion: """
      Looks for GGUF files where people and programs keep them, and reads their headers only:

        the folders of --models-dir, else those that TERN_MODELS names (with ':' between them), else
          ~/.local/share/tern/models and ~/models
        Hugging Face's cache (HF_HUB_CACHE, HF_HOME, ~/.cache/huggingface/hub)
        llama.cpp's cache (LLAMA_CACHE, ~/.cache/llama.cpp)
        LM Studio's models (~/.lmstudio/models, ~/.cache/lm-studio/models)
        Ollama's models (OLLAMA_MODELS, ~/.ollama/models, /usr/share/ollama/.ollama/models)

      A file that is found twice is one model, and so are the parts of a split one. Every verb takes
      a name of the list, or a part of it that no other model has, in the place of a file; so it does
      Ollama's name:tag and Hugging Face's organisation/name:type:

        tern models
        tern chat -m qwen3-0.6b
        tern chat -m llama3.2:1b
        tern chat -m unsloth/Qwen3-0.6B-GGUF:Q8_0

      The columns: parameters, bytes, type of the weights, tokens of the context, how the model writes
      calls of tools, and about how many tokens a second it writes at most: the rate at which this
      machine reads memory, measured in a moment, divided by the bytes of weights that a
      token reads (of a mixture those of the experts that it uses). A model that does not run here has
      the reason instead. Files that are damaged or no models stand below with the reason.

      NAME shows one model in full. --json prints {models, problems, read_bytes_per_s}, each model with
      its path and all its names; with NAME the model alone.
      """,
    ModelsArguments()
  ) { arguments in
    let catalog = arguments.catalog
    guard let name = arguments.names.first else {
      let survey = await ModelSurvey(catalog, threads: arguments.threads)
      guard arguments.printsJSON else {
        let columns = Output.isTerminal ? Terminal.columns : .max
        return try Output.write(ModelTable(survey).text(columns: columns))
      }
      return try Output.write(survey.document)
    }
    let facts = try arguments.facts(name, in: catalog)
    let bandwidth =
      facts.use == .generates ? Bandwidth.measured(threads: arguments.threads) : nil
    if arguments.printsJSON {
      try Output.write(facts.document(bandwidth))
    } else {
      try Output.write(ModelPage(facts, bandwidth).text)
    }
  }
}

/// The options of `tern models`.
struct ModelsArguments: VerbOptions {
  @Operands(.optional("NAME")) var names
  private let folders = ModelFolders()
  @Option(.threads) var threads
  @Option(.json) var printsJSON

  /// The models that there are.
  var catalog: ModelCatalog { folders.catalog }

  /// What the header of the model says that a name or a path means.
  func facts(_ word: String, in catalog: ModelCatalog) throws -> ModelFacts {
    let found = try ModelCatalog.resolve(word, in: { catalog })
    let model = found.model ?? catalog.model(at: found.path)
    do { return try ModelFacts(model) } catch {
      throw CommandFailure.failed("\(model.path): \(CommandFailure(error).message)")
    }
  }
}
