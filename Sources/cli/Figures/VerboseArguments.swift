/// Whether a verb tells what its work took.
struct VerboseArguments: SettingOptions {
  @Option(
    .flag("--verbose", "tell on standard error, or in --json, what was loaded, reused and read")
      .short("-v"))
  var isVerbose
}
