/// `--help-all`: the help with the options that `--help` skips. swift-argument-parser calls it `--help-hidden`, and its
/// `help` command does not know it.
enum FullHelp {
  /// The arguments as swift-argument-parser expects them.
  static func asked(_ arguments: ArraySlice<String>) -> [String] {
    let own = arguments.prefix { $0 != "--" }
    guard own.contains("--help-all") else { return Array(arguments) }
    return own.drop { $0 == "help" }.map { $0 == "--help-all" ? "--help-hidden" : $0 } + arguments.dropFirst(own.count)
  }
}
