import TernCommand

/// The program `tern`.
///
/// All of it is a library, because a clean build may compile the tests before they can import an
/// executable's module.
@main
enum Main {
  static func main() async {
    await Command.main()
  }
}
