import Tern
import TernChat
import TernDecode
import TernFormat
import TernGrammar
import TernHTTP
import TernJSON
import TernKernels
import TernModel
import TernQuant
import TernRemote
import TernTemplate
import TernTesting
import TernTokens

@testable import TernCommand
@testable import TernServe

/// Errors of every module, each case at least once.
enum ErrorSamples {
  static var all: [any Error] { lower + middle + upper + command }

  private static let format: [FormatError] = [
    .file(path: "a.gguf", .empty), .system(operation: "open", reason: "No such file or directory"),
    .notRegularFile, .empty, .notGGUF(found: [1, 2, 3, 4]), .notGGUF(found: Array("abcd".utf8)),
    .bigEndian, .unsupportedVersion(9),
    .truncated(what: "a key", offset: 1, needed: 2, available: 1),
    .limit(what: "a count", offset: 1, found: 2, limit: 1), .invalidUTF8(what: "a key", offset: 1),
    .emptyKey(offset: 1), .duplicateKey("k"), .unknownValueType(key: "k", found: 99, offset: 1),
    .invalidBool(key: "k", found: 2, offset: 1), .invalidAlignment(.int32(-1)),
    .invalidAlignment(.array(.uint8([1]))), .duplicateTensor("t"),
    .unknownTensorType(tensor: "t", found: 99), .tensorTooLarge(tensor: "t", dimensions: [1, 2]),
    .partialBlock(tensor: "t", type: .q4_0, rowLength: 3),
    .misalignedTensor(tensor: "t", offset: 1, alignment: 32),
    .tensorOutsideFile(tensor: "t", offset: 1, byteCount: 2, fileSize: 3),
    .overlappingTensors("a", "b"), .splitName(number: 0, count: 2),
    .splitCount(expected: 2, found: 1), .splitPart(expected: 0, of: 2, found: nil, foundOf: nil),
    .splitPart(expected: 0, of: 2, found: 1, foundOf: 3), .splitTensors(expected: 1, found: 2),
    .unexpectedTensor(expected: nil, found: "t"), .unexpectedTensor(expected: "a", found: "t"),
    .wrongByteCount(tensor: "t", expected: 1, found: 2), .writerClosed,
  ]

  private static let model: [ModelError] =
    [
      .unknownArchitecture("x", nearest: nil, known: ["llama"]),
      .unknownArchitecture("x", nearest: NearestFamily(name: "llama", differences: []), known: []),
      .unknownArchitecture("x", nearest: nearest, known: ["llama"]), .missingKey("k"),
      .badValue(key: "k", found: "-1", expected: "a number"), .missingTensor("t"),
      .wrongShape(tensor: "t", expected: [1], found: [2]), .badTensor("t", reason: "it is odd"),
      .unusedTensor("t", architecture: "llama"), .unsupportedCache(type: "q8_0", headDimension: 3),
      .tokenOutOfRange(9, vocabulary: 3), .contextExceeded(position: 9, limit: 8),
      .badContext(requested: 9, limit: 8), .positionGap(expected: 1, found: 2), .cancelled,
      .format(.empty), .notFinite(position: 3), .memory(.outOfMemory(bytes: 64)),
      .encoderOnly(architecture: "bert"), .noRankingHead(architecture: "bert"),
    ] + FileKind.allCases.map { .notLanguageModel($0, architecture: "x") }

  private static let nearest = NearestFamily(
    name: "llama",
    differences: [
      .furtherTensor("blk.*.a", blocks: 2), .missingTensor("t", blocks: 0),
      .shape(tensor: "t", blocks: 1, expected: [1], found: [2]), .furtherKey("k"),
      .missingKey("k"), .value(key: "k", found: "0", expected: "a number"),
      .unusable(tensor: "t", reason: "it is odd"),
    ], furtherCount: 3)

  private static let memory: [MemoryError] = [
    .outOfMemory(bytes: 64), .pageLimit(bytes: 64),
  ]

  private static let grammar: [GrammarError] = [
    .schema(TernGrammar.SchemaError(keyword: "type", pointer: "/a", reason: .mustBe("a string"))),
    .pattern(text: "(", offset: 1, reason: "a group has no end"), .unsatisfiable, .tooComplex,
    .name("n"), .noChoices, .rule(name: "a", problem: .repetition(3)),
    .rule(name: "a", problem: .depth(3)), .rule(name: "a", problem: .size(3)),
  ]

  private static let grammars: [any Error] = [
    GrammarSyntaxError(line: 1, column: 2, message: "expected a name, found '*'")
  ]

  /// What a structural tag without a format is refused with, and one with an unknown format.
  private static let tags: [any Error] = ["{}", #"{"format":{"type":"x"}}"#].compactMap { text in
    do {
      _ = try StructuralTagReader.format(JSON(parsing: text))
      return nil
    } catch {
      return error
    }
  }

  private static let reasons: [TernGrammar.SchemaError.Reason] = [
    .mustBe("a string"), .unknownType("odd"), .unresolved(reference: "#/x"), .remote(uri: "http:x"),
    .circular, .unknownDialect("x"), .unsupported("not supported"), .tooManySchemas(limit: 1),
    .tooManyScopes(limit: 1), .tooDeep(limit: 1),
  ]

  private static let problems: [JSONError.Problem] = [
    .unexpected(0x61, expected: .value), .unexpected(1, expected: .commaOrBrace),
    .unexpectedEnd(expected: .quote), .controlCharacter(1), .invalidEscape(0x78), .invalidUTF8,
    .tooDeep(limit: 3),
  ]

  private static var lower: [any Error] {
    let quant: [QuantError] = [
      .lengthMismatch(type: .q4_0, bytes: 1, elements: 2), .cannotEncode(.iq1_s),
    ]
    let kernel: [KernelError] = [
      .byteCount(expected: 1, found: 2), .shape(rows: -1, columns: 3, type: .q4_0),
      .unsupported(.i8),
    ]
    let tokens: [TokenError] = [
      .unknownModel(name: "x", known: ["gpt2"]), .unknownPreTokenizer(name: "x", known: ["gpt-2"]),
      .missingKey("k"), .wrongType(key: "k", expected: "a list"),
      .wrongLength(key: "k", expected: 1, found: 2), .invalidToken(id: 9, count: 3),
    ]
    let schemas = reasons.map {
      TernGrammar.SchemaError(keyword: "items", pointer: "", reason: $0)
    }
    let json = problems.map { JSONError(problem: $0, offset: 1, line: 1, column: 2) }
    return format + quant + kernel + tokens + grammar + grammars + tags + schemas + json
  }

  private static var middle: [any Error] {
    let quantizer: [QuantizerError] = [
      .format(.empty), .model(.missingKey("k")), .quant("t", .cannotEncode(.iq1_s)),
      .cannotWrite(.iq1_s), .requantizing("t", from: .q8_0, to: .q4_0), .ontoItself("a.gguf"),
    ]
    let sampling: [SamplingError] = [
      .outOfRange(option: "top-p", value: 2, allowed: 0...1), .badBias(token: 1, value: .nan),
    ]
    let engine: [EngineError] = [
      .file(.empty), .tokens(.missingKey("k")), .model(.missingKey("k")),
      .sampling(.badBias(token: 1, value: .nan)), .grammar(.unsatisfiable), .emptyPrompt,
      .promptTooLong(tokens: 2, context: 1), .promptTooLarge(tokens: 2, room: 1),
      .answerTooLong(tokens: 2, left: 1),
      .noToken(position: 1), .badOption(name: "threads", value: 0), .cancelled,
      .tooManyRequests(limit: 2),
    ]
    let reasons: [TranscriptMessageError.Reason] = [
      .notJSON("at 1"), .notAnArray, .notAnObject, .unknownRole(nil), .unknownRole("wizard"),
      .unreadableContent, .unsupportedPart(nil), .unsupportedPart("video"), .unreadableImage,
      .noName, .unreadableArguments, .unreadableParameters("at 1"), .repeatedName("a"),
    ]
    let messages = reasons.map { TranscriptMessageError($0, at: "/0") }
    let tools: [ToolDefinitionError] = [
      .notAnArray, .notAnObject(index: 0), .noName(index: 0), .invalidParameters(name: "a"),
      .repeatedName("a"),
    ]
    let template = TemplateError(.syntax, "an expression is missing", line: 1, column: 2)
    let chat: [ChatError] = [.template(template), .noMessages, .unknownDialect("x")]
    let dialect: [DialectError] = [
      .notJSON("at 1"), .wrongType(pointer: "/name", expected: "a text"),
      .missing(pointer: "/call"),
      .unknownMember(pointer: "/a"), .unknownValue(pointer: "/a", value: "b", known: ["c"]),
      .nameIsTaken("glm45"), .incompleteCall(pointer: "/call"), .sampleNotWritten(accepted: "<"),
      .sampleNotRead(found: "nothing"),
    ]
    return model + memory + quantizer + sampling + engine + messages + tools + [template] + chat
      + dialect
  }

  private static var upper: [any Error] {
    let local: [LocalLanguageModelError] = [
      .unusableModel("the file is empty"), .badOption("threads 0 is not allowed"),
      .contextExceeded(tokens: 2, limit: 1), .memoryExceeded(tokens: 2, limit: 1),
      .badConstraint("nothing satisfies the constraint"),
      .answerTooLong(tokens: 2, left: 1), .refusedByTemplate("line 1: no"), .failed("no numbers"),
      .outOfMemory("the system has no memory for 64 more bytes"), .tooManyRequests(limit: 2),
      .cannotFillIn, .cancelled,
    ]
    let file: [SessionFileError] = [
      .notASession, .version(9), .damaged, .otherModel, .file("a: cannot open: no such file"),
    ]
    let session: [TernSessionError] = [
      .toolRoundLimitExceeded(rounds: 3), .unknownTool(name: "a", available: ["b"]), .noToolToCall,
      .noModel, .toolCallsReturned([]), .nothingToAnswer, .toolIsOnlyDeclared(name: "a"),
    ]
    let scripted: [ScriptedLanguageModelError] = [
      .noAnswerLeft(request: 1, prompt: "x"), .noPlaceholder(keyword: "pattern", path: ""),
    ]
    let use: [LanguageModelSession.Error] = [
      .concurrentRequests, .transcriptMutationWhileResponding,
    ]
    let document = documentError
    let parsing = GeneratedContent.ParsingError(rawContent: "x", debugDescription: "It is no JSON.")
    return local + file + session + scripted + use + generation + [document, parsing] + schema
      + provider + servers
  }

  private static var servers: [any Error] {
    let remote: [RemoteLanguageModelError] = [
      .unreachable("connection refused"), .unauthorized(message: "wrong key"),
      .refused(status: 404, code: nil, message: "no such model"), .brokenOff("it has no end"),
      .unreadable("no JSON"), .unknownTool(name: "a"),
      .invalidArguments(tool: "a", reason: "/b is missing"),
      .invalidAnswer(schemaName: "A", reason: "/b is missing"),
    ]
    let http: [HTTPServerError] = [
      .noTransport, .cannotListen(address: "127.0.0.1:80", reason: "Permission denied"),
      .cannotStart,
    ]
    let batch: [BatchProgress.Mismatch] = [
      .init(line: 1, found: "a", expected: "b"), .init(line: 1, found: nil, expected: nil),
    ]
    return remote + http + batch
  }

  /// Why a document is no schema.
  private static var documentError: any Error {
    do {
      _ = try GenerationSchema(document: ["type": "odd"])
      return CancellationError()
    } catch { return error }
  }

  private static var generation: [any Error] {
    let context = LanguageModelSession.GenerationError.Context(debugDescription: "x")
    let refusal = LanguageModelSession.GenerationError.Refusal(transcriptEntries: [])
    let old: [LanguageModelSession.GenerationError] = [
      .exceededContextWindowSize(context), .assetsUnavailable(context),
      .guardrailViolation(context), .unsupportedGuide(context),
      .unsupportedLanguageOrLocale(context), .decodingFailure(context), .rateLimited(context),
      .concurrentRequests(context), .refusal(refusal, context),
    ]
    let new: [LanguageModelError] = [
      .contextSizeExceeded(.init(contextSize: 1, tokenCount: 2, debugDescription: "x")),
      .rateLimited(.init(resetDate: nil, debugDescription: "x")),
      .guardrailViolation(.init(debugDescription: "x")),
      .refusal(.init(explanation: "x", debugDescription: "x")),
      .unsupportedCapability(.init(capability: .toolCalling, debugDescription: "x")),
      .unsupportedTranscriptContent(.init(unsupportedContent: [], debugDescription: "x")),
      .unsupportedGenerationGuide(.init(schemaName: nil, debugDescription: "x")),
      .unsupportedLanguageOrLocale(.init(languageCode: "de", debugDescription: "x")),
      .timeout(.init(debugDescription: "x")),
    ]
    return old + new
  }

  private static var schema: [any Error] {
    let context = GenerationSchema.SchemaError.Context(debugDescription: "x")
    let errors: [GenerationSchema.SchemaError] = [
      .duplicateType(schema: nil, type: "T", context: context),
      .duplicateProperty(schema: "S", property: "p", context: context),
      .emptyTypeChoices(schema: "S", context: context),
      .undefinedReferences(schema: "S", references: ["R"], context: context),
    ]
    return errors
  }

  private static var provider: [any Error] {
    let context = SystemLanguageModel.Adapter.AssetError.Context(debugDescription: "x")
    let adapter: [SystemLanguageModel.Adapter.AssetError] = [
      .invalidAsset(context), .invalidAdapterName(context), .compatibleAdapterNotFound(context),
    ]
    let cloud: [PrivateCloudComputeLanguageModel.Error] = [
      .networkFailure(.init(debugDescription: "x")),
      .quotaLimitReached(.init(debugDescription: "x")),
      .serviceUnavailable(.init(debugDescription: "x")),
    ]
    let system = SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "x"))
    return adapter + cloud + [system]
  }

  private static var command: [any Error] {
    let tool = FailingTool()
    let nested: [any Error] = [
      ToolDefinitionError.noName(index: 0), ToolProgram.Failure.signal(9, ""),
    ]
    let failures: [ToolProgram.Failure] = [
      .start("No such file or directory"), .status(1, ""), .status(1, "it is raining"),
      .signal(9, ""), .timeLimit(0.5), .notText(3),
    ]
    let conversation: [ConversationError] = [.tooLong(tokens: 2, context: 1), .otherFile, .folder]
    let calls = nested.map {
      LanguageModelSession.ToolCallError(tool: tool, underlyingError: $0)
    }
    let options: [OptionError] = [
      .unknown("--x"), .needsValue(option: "--x"), .takesNoValue(option: "--x"),
      .givenTwice(option: "--x"), .unfit(option: "--x", expected: "a number", found: "a"),
      .unlisted(option: "--x", kind: "unknown type", found: "a", known: ["F32"]),
      .missingOperand("FILE"), .surplusOperand("a"),
    ]
    let configuration: [ConfigurationError] = [
      .unreadable("cannot read a.json: Permission denied"), .notJSON(path: "a.json", "at 1"),
      .unknownKey(path: "a.json", key: "thread", nearest: "threads"),
      .unknownKey(path: "a.json", key: "x", nearest: nil),
      .wrongType(path: "a.json", key: "", expected: "an object"),
      .wrongType(path: "a.json", key: "threads", expected: "a number"),
      .unfit(path: "a.json", key: "threads", options[4]),
      .unfit(path: "a.json", key: "cache", options[5]),
    ]
    let lookup: [ModelLookupError] = [
      .unknown("a", nearest: [], hasModels: false), .unknown("a", nearest: [], hasModels: true),
      .unknown("a", nearest: ["ab"], hasModels: true), .ambiguous("a", models: ["ab", "ac"]),
    ]
    let settings: [any Error] = configuration + lookup
    return failures + settings + conversation + calls + [CommandFailure.usage("give PROMPT")]
      + options + [CancellationError()]
  }
}

/// A tool for errors to name.
private struct FailingTool: Tool {
  let name = "weather"
  let description = ""

  func call(arguments: GeneratedContent) async throws -> String { throw CancellationError() }
}
