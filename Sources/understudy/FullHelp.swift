/// `--help-all`: the help with the options that `--help` skips. In swift-argument-parser it is `--help-hidden`, which
/// its `help` command does not know.
enum FullHelp {
  /// Returns the arguments as swift-argument-parser expects them.
  static func asked(_ arguments: ArraySlice<String>) -> [String] {
    let own = arguments.prefix { $0 != "--" }
    guard own.contains("--help-all") else { return Array(arguments) }
    return own.drop { $0 == "help" }.map { $0 == "--help-all" ? "--help-hidden" : $0 } + arguments.dropFirst(own.count)
  }
}
