// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// Every target: Swift 6 language mode (from the tools version) and strict memory safety.
let safe: [SwiftSetting] = [.strictMemorySafety()]

/// Arithmetic and parsing loops are 30 to 200 times slower at `-Onone`, so these rooms are
/// optimised in debug builds too.
///
/// A whole module at a time, because otherwise generic code is neither specialised for, nor
/// inlined into, another file of the module.
///
/// The thread sanitizer would otherwise guard every call against exceptions, and so turn the
/// prefetch instruction, which is a call to LLVM, into what LLVM refuses; Swift throws none.
let fast: [SwiftSetting] =
  safe + [
    .unsafeFlags(
      [
        "-O", "-disable-batch-mode", "-wmo", "-num-threads", "2", "-Xllvm",
        "-tsan-handle-cxx-exceptions=0",
      ], .when(configuration: .debug))
  ]

/// Rooms in which nothing is hot: not optimised in release builds either.
///
/// They compile three times as fast, and what they do waits for people, networks and models.
let cold: [SwiftSetting] =
  safe + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Does not check accesses for overlaps in release builds.
///
/// For the constrained decoder, the templates' machine, the kernels and the forward pass: they live
/// on classes that one thread uses, where the checks cost a tenth of a mask or a prompt. Debug
/// builds check, and so do the tests.
let unchecked: SwiftSetting =
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))

/// The library makes enumeration cases that are unavailable to others.
///
/// Code written for version 26 of FoundationModels switches over the cases of that version alone. It
/// stays exhaustive where later cases are unavailable; those who know them can still match them.
let ownCases: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-disable-availability-checking"])]

#if arch(x86_64)
  let isX86 = true
#else
  let isX86 = false
#endif
#if arch(arm64)
  let isArm = true
#else
  let isArm = false
#endif

/// What a target needs that is compiled for certain instructions.
///
/// One instruction set is one target: Swift has no per-function target attribute.
func instructions(_ flags: [String]) -> [SwiftSetting] {
  fast + [.unsafeFlags(flags.flatMap { ["-Xcc", $0] })]
}

/// Instructions of x86-64 processors; on others the target has nothing to compile with them.
func instructionSet(_ flags: [String]) -> [SwiftSetting] { isX86 ? instructions(flags) : fast }

/// Instructions of 64-bit Arm processors.
///
/// The compiler's scheduler is left out: it begins all rows of a tile side by side, and then their
/// sums no longer fit into the registers. The processor takes instructions in its own order anyway.
func armInstructionSet(_ flags: [String]) -> [SwiftSetting] {
  isArm
    ? instructions(flags) + [.unsafeFlags(["-Xllvm", "-enable-misched=false"])] : fast
}

/// The folders of `Sources/KernelsShared` that are left out of a module whose instructions the
/// processor does not have.
func shared(_ folders: [String], unless isNative: Bool) -> [String] { isNative ? [] : folders }

/// The files that the process reading this manifest has loaded, as lines that end with a path.
///
/// The list is read line by line: it can change its length while it is read.
func loadedFiles() -> [String] {
  #if os(Linux)
    guard let maps = fopen("/proc/self/maps", "r") else { return [] }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var files: [String] = []
    while getline(&line, &capacity, maps) > 0, let line { files.append(String(cString: line)) }
    return files
  #else
    return (0..<_dyld_image_count()).compactMap { index in
      _dyld_get_image_name(index).map { String(cString: $0) }
    }
  #endif
}

/// The folder of the toolchain's own SwiftSyntax, which the macros are built on: nothing is downloaded.
///
/// The path of the toolchain's manifest library tells where the toolchain is installed.
let syntaxFolder: String = {
  let roots = loadedFiles().compactMap { file -> Substring? in
    guard let start = file.firstIndex(of: "/"),
      let end = file.range(of: "/lib/swift/pm/ManifestAPI/libPackageDescription.")
    else { return nil }
    return file[start..<end.lowerBound]
  }
  return "\(roots.first ?? "/usr")/lib/swift/host"
}()

/// What a target needs that imports the toolchain's SwiftSyntax.
let syntax: [SwiftSetting] = cold + [.unsafeFlags(["-I", syntaxFolder])]

/// What a program needs that such a target is linked into.
let syntaxLibraries: [LinkerSetting] =
  [.unsafeFlags(["-L", syntaxFolder, "-Xlinker", "-rpath", "-Xlinker", syntaxFolder])]
  + [
    "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion",
    "SwiftDiagnostics", "SwiftParser", "SwiftBasicFormat", "SwiftIfConfig",
    "SwiftCompilerPluginMessageHandling",
  ].map { .linkedLibrary($0) }

/// Where Apple's framework is missing, its name stands for Tern, so that sources need no change.
#if os(Linux)
  let framework: [Target.Dependency] = ["FoundationModels"]
  let frameworkProducts: [Product] = [
    .library(name: "FoundationModels", targets: ["FoundationModels"])
  ]
  let frameworkTargets: [Target] = [
    .target(
      name: "FoundationModels", dependencies: ["Tern"], path: "Sources/FoundationModels",
      swiftSettings: safe)
  ]
#else
  let framework: [Target.Dependency] = []
  let frameworkProducts: [Product] = []
  let frameworkTargets: [Target] = []
#endif

let package = Package(
  name: "Tern",
  platforms: [.macOS("26.0"), .iOS("26.0"), .visionOS("26.0")],
  products: [
    .library(name: "Tern", targets: ["Tern"]),
    .library(name: "TernSession", targets: ["TernSession"]),
    .library(name: "TernLocal", targets: ["TernLocal"]),
    .library(name: "TernRemote", targets: ["TernRemote"]),
    .library(name: "TernTesting", targets: ["TernTesting"]),
    .library(name: "TernServe", targets: ["TernServe"]),
    .library(name: "TernHTTP", targets: ["TernHTTP"]),
    .executable(name: "tern", targets: ["TernCLI"]),
    .executable(name: "tern-bench", targets: ["TernBench"]),
    .library(name: "TernCafe", targets: ["TernCafe"]),
  ] + frameworkProducts,
  traits: [
    .default(enabledTraits: ["Cafe"]),
    .trait(name: "Cafe", description: "The embedded default model, 16 MB, comes along."),
  ],
  targets: [
    .target(
      name: "TernCafe", path: "models", exclude: ["README.md", "training"],
      resources: [.copy("cafe.gguf")], swiftSettings: safe),
    .target(name: "TernVersion", path: "Sources/Version", swiftSettings: safe),
    .target(name: "TernQuant", path: "Sources/Quant", swiftSettings: fast),
    .target(name: "TernJSON", path: "Sources/JSON", swiftSettings: fast),
    .target(
      name: "TernKernelsPortable", dependencies: ["TernQuant"], path: "Sources/KernelsPortable",
      swiftSettings: fast + [unchecked]),
    .target(
      name: "TernKernelsAVX2", dependencies: ["TernQuant", "TernKernelsPortable"],
      path: "Sources/KernelsAVX2",
      exclude: shared(["Vector", "InstructionSets", "EightLanes"], unless: isX86),
      swiftSettings: instructionSet(["-march=x86-64-v3"])),
    .target(
      name: "TernKernelsAVXVNNI", dependencies: ["TernQuant", "TernKernelsPortable"],
      path: "Sources/KernelsAVXVNNI",
      swiftSettings: instructionSet(["-march=x86-64-v3", "-mavxvnni"])),
    .target(
      name: "TernKernelsAVX512", dependencies: ["TernQuant", "TernKernelsPortable"],
      path: "Sources/KernelsAVX512", exclude: shared(["Vector", "InstructionSets"], unless: isX86),
      swiftSettings: instructionSet(["-march=x86-64-v4", "-mavx512vnni"])),
    .target(
      name: "TernKernelsAMX", dependencies: ["TernQuant", "TernKernelsPortable"],
      path: "Sources/KernelsAMX",
      swiftSettings: instructionSet([
        "-march=x86-64-v4", "-mavx512vnni", "-mamx-tile", "-mamx-bf16",
      ]) + [.enableExperimentalFeature("BuiltinModule")]),
    .target(
      name: "TernKernelsNEON", dependencies: ["TernQuant", "TernKernelsPortable"],
      path: "Sources/KernelsNEON",
      exclude: shared(["Vector", "InstructionSets", "EightLanes"], unless: isArm),
      swiftSettings: armInstructionSet(["-march=armv8.2-a+dotprod"])),
    .target(
      name: "TernKernelsI8MM", dependencies: ["TernQuant", "TernKernelsPortable"],
      path: "Sources/KernelsI8MM",
      swiftSettings: armInstructionSet(["-march=armv8.2-a+dotprod+i8mm"])),
    .target(
      name: "TernKernels",
      dependencies: [
        "TernQuant", "TernKernelsPortable", "TernKernelsAVX2", "TernKernelsAVX512",
        "TernKernelsAVXVNNI", "TernKernelsAMX", "TernKernelsNEON", "TernKernelsI8MM",
      ],
      path: "Sources/Kernels", swiftSettings: fast + [unchecked]),
    .target(
      name: "TernFormat", dependencies: ["TernQuant"], path: "Sources/Format", swiftSettings: fast),
    .target(
      name: "TernTokens", dependencies: ["TernFormat"], path: "Sources/Tokens", swiftSettings: fast),
    .target(
      name: "TernGrammar", dependencies: ["TernTokens", "TernJSON"], path: "Sources/Grammar",
      exclude: ["README.md"], swiftSettings: fast + [unchecked]),
    .target(
      name: "TernTemplate", dependencies: ["TernJSON"], path: "Sources/Template",
      swiftSettings: fast + [unchecked]),
    .target(
      name: "TernChat", dependencies: ["TernTemplate", "TernTokens", "TernGrammar", "TernJSON"],
      path: "Sources/Chat", swiftSettings: fast),
    .target(
      name: "TernModel", dependencies: ["TernFormat", "TernKernels", "TernQuant"],
      path: "Sources/Model", swiftSettings: safe + [unchecked]),
    .target(
      name: "TernDecode", dependencies: ["TernModel", "TernTokens", "TernGrammar", "TernKernels"],
      path: "Sources/Decode", swiftSettings: safe),
    // The tests depend on this library and not on the plugin: all tests would otherwise be programs of
    // the compiler's side, for which SwiftPM compiles every module a second time.
    .target(
      name: "TernMacroExpansion", path: "Sources/Macros", swiftSettings: syntax,
      linkerSettings: syntaxLibraries),
    .macro(
      name: "TernMacros", dependencies: ["TernMacroExpansion"], path: "Sources/MacroPlugin",
      swiftSettings: syntax),
    .target(
      name: "TernSession", dependencies: ["TernMacros", "TernJSON"], path: "Sources/Session",
      swiftSettings: cold + ownCases),
    .target(
      name: "TernRemote", dependencies: ["TernSession", "TernJSON", "TernVersion"],
      path: "Sources/Remote",
      swiftSettings: cold),
    .target(
      name: "TernTesting", dependencies: ["TernSession", "TernJSON"], path: "Sources/Testing",
      swiftSettings: safe + ownCases),
    .target(
      name: "TernLocal",
      dependencies: [
        "TernSession", "TernTemplate", "TernChat", "TernDecode", "TernModel", "TernTokens",
        "TernGrammar", "TernJSON", "TernFormat", "TernKernels",
      ],
      path: "Sources/Local", swiftSettings: cold + ownCases),
    .target(
      name: "Tern",
      dependencies: [
        "TernSession", "TernLocal", "TernJSON",
        .target(name: "TernCafe", condition: .when(traits: ["Cafe"])),
      ],
      path: "Sources/Tern", swiftSettings: safe + ownCases),
    .target(
      name: "TernServe",
      dependencies: ["TernLocal", "TernSession", "TernChat", "TernJSON", "TernVersion"],
      path: "Sources/Serve", resources: [.embedInCode("Page/chat.html")], swiftSettings: cold),
    .target(
      name: "TernHTTP", dependencies: ["TernServe"], path: "Sources/HTTP", swiftSettings: cold),
    .target(
      name: "TernCommand",
      dependencies: [
        "Tern", "TernServe", "TernHTTP", "TernRemote", "TernChat", "TernTemplate", "TernDecode",
        "TernGrammar",
        "TernModel", "TernTokens",
        "TernFormat", "TernKernels", "TernQuant", "TernJSON", "TernVersion",
      ],
      path: "Sources/cli", exclude: ["Main"], swiftSettings: cold),
    .executableTarget(
      name: "TernCLI", dependencies: ["TernCommand"], path: "Sources/cli/Main", swiftSettings: safe),
    .executableTarget(
      name: "TernBench",
      dependencies: [
        "Tern",
        "TernChat", "TernTemplate", "TernDecode", "TernGrammar", "TernModel", "TernTokens",
        "TernFormat", "TernKernels", "TernQuant", "TernJSON", "TernVersion",
        .target(name: "TernCafe", condition: .when(traits: ["Cafe"])),
      ],
      path: "Benchmarks/bench", swiftSettings: safe),

    .target(
      name: "TernTestSupport", dependencies: ["TernFormat", "TernQuant", "TernTokens"],
      path: "Tests/Support",
      swiftSettings: safe),
    .testTarget(
      name: "QuantTests", dependencies: ["TernQuant", "TernTestSupport"], swiftSettings: safe),
    .testTarget(
      name: "JSONTests", dependencies: ["TernJSON", "TernTestSupport"], swiftSettings: safe),
    .target(
      name: "TernKernelCases",
      dependencies: ["TernKernelsPortable", "TernQuant", "TernTestSupport"],
      path: "Tests/KernelCases", swiftSettings: fast),
    .testTarget(
      name: "KernelsTests",
      dependencies: [
        "TernKernels", "TernKernelsPortable", "TernKernelCases", "TernQuant", "TernTestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "FormatTests", dependencies: ["TernFormat", "TernQuant", "TernTestSupport"],
      swiftSettings: safe),
    .testTarget(
      name: "TokensTests", dependencies: ["TernTokens", "TernFormat", "TernTestSupport"],
      swiftSettings: safe),
    .testTarget(
      name: "GrammarTests",
      dependencies: [
        "TernGrammar", "TernDecode", "TernTokens", "TernJSON", "TernFormat", "TernSession",
        "TernTestSupport",
      ],
      exclude: ["Expected"],
      swiftSettings: safe),
    .testTarget(
      name: "TemplateTests", dependencies: ["TernTemplate", "TernJSON", "TernTestSupport"],
      swiftSettings: safe),
    .testTarget(
      name: "ChatTests",
      dependencies: [
        "TernChat", "TernDecode", "TernTemplate", "TernTokens", "TernGrammar", "TernJSON",
        "TernFormat", "TernTestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "ModelTests",
      dependencies: ["TernModel", "TernFormat", "TernKernels", "TernQuant", "TernTestSupport"],
      swiftSettings: safe),
    .testTarget(
      name: "DecodeTests",
      dependencies: [
        "TernDecode", "TernModel", "TernGrammar", "TernJSON", "TernKernels", "TernTokens",
        "TernFormat", "TernQuant", "TernTestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "TernTests",
      dependencies: [
        "Tern", "TernSession", "TernLocal", "TernTesting", "TernCafe", "TernGrammar", "TernJSON",
        "TernFormat",
        "TernTokens", "TernTestSupport",
      ]
        + framework,
      swiftSettings: safe),
    .testTarget(
      name: "ServeTests",
      dependencies: [
        "TernServe", "TernLocal", "TernSession", "TernChat", "TernDecode", "TernCafe", "TernTokens",
        "TernJSON", "TernFormat", "TernTestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "HTTPTests",
      dependencies: [
        "TernHTTP", "TernServe", "TernLocal", "TernCafe", "TernJSON", "TernTestSupport",
      ], swiftSettings: safe),
    .testTarget(
      name: "CafeTests", dependencies: ["TernCafe", "TernFormat", "TernTestSupport"],
      swiftSettings: safe),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "TernCommand", "TernCLI", "TernBench", "Tern", "TernServe", "TernHTTP", "TernRemote",
        "TernChat", "TernTemplate", "TernDecode",
        "TernGrammar", "TernModel", "TernTokens", "TernFormat", "TernKernels", "TernQuant",
        "TernTesting", "TernJSON", "TernVersion", "TernTestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "TestingTests", dependencies: ["TernTesting", "TernSession"], swiftSettings: safe),
    .testTarget(
      name: "RemoteTests",
      dependencies: [
        "TernRemote", "TernSession", "TernTesting", "TernJSON", "TernHTTP", "TernServe",
        "TernLocal", "TernCafe", "TernTestSupport",
      ], swiftSettings: safe),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "Tern", "TernServe", "TernHTTP", "TernRemote", "TernTesting", "TernCafe", "TernJSON",
        "TernTestSupport",
      ] + framework,
      path: "Tests/Examples", exclude: ["README.md", "notes.txt"], swiftSettings: safe),
    .testTarget(
      name: "MacrosTests", dependencies: ["TernMacroExpansion"], swiftSettings: syntax),
    .testTarget(
      name: "MacrosModeTests", dependencies: ["Tern"] + framework,
      swiftSettings: safe + [
        .swiftLanguageMode(.v5), .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
  ] + frameworkTargets
)
