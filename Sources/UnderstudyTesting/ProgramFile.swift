import Foundation

/// Finds the file of the program.
struct ProgramFile {
  let environment: [String: String]
  /// The folder of the tests' own binary.
  var testFolder = CommandLine.arguments.first.map { ($0 as NSString).deletingLastPathComponent }
  var isExecutable: (String) -> Bool = { FileManager.default.isExecutableFile(atPath: $0) }

  /// The variable that names the file.
  static let variable = "UNDERSTUDY_BIN"
  private static let usualFolders = ["/usr/local/bin", "/opt/homebrew/bin", "~/.local/bin"]

  /// The path: what `UNDERSTUDY_BIN` says, else the first file of the name beside the tests, on the `PATH`, and in the folders
  /// where programs usually are.
  ///
  /// - Throws: `UnderstudyError` with the ways to get the program.
  func path() throws(UnderstudyError) -> String {
    if let named = environment[Self.variable], !named.isEmpty {
      guard isExecutable(named) else {
        throw UnderstudyError(
          "\(Self.variable) is \"\(named)\", and there is no program at that path. Correct it, or unset it.")
      }
      return named
    }
    for folder in folders where isExecutable("\(folder)/understudy") { return "\(folder)/understudy" }
    throw UnderstudyError(
      """
      The program understudy is not installed: it is not on the PATH, and not in \(Self.usualFolders.joined(separator: ", ")).
      There are three ways to get it:
        - Install it: run `make install PREFIX=~/.local` in a clone of Understudy, or install a package that you built.
        - Name the file that you have: \(Self.variable)=/path/to/understudy swift test
        - Run the tests with a program that is installed elsewhere: /path/to/understudy exec -- swift test
      """)
  }

  private var folders: [String] {
    let home = environment["HOME"] ?? ""
    let onPath = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (testFolder.map { [$0] } ?? []) + onPath
      + Self.usualFolders.map { $0.hasPrefix("~") ? home + $0.dropFirst() : $0 }
  }
}
