import Subprocess

/// A command line that the shell runs. Its output goes to standard error.
struct ShellCommand {
  private let line: String

  init(_ line: String) { self.line = line }

  /// Runs it to its end.
  ///
  /// - Returns: why it failed; nil if it did not.
  func failure() async -> String? {
    do {
      let result = try await Subprocess.run(
        .name("sh"), arguments: ["-c", line], output: .currentStandardError, error: .currentStandardError)
      switch result.terminationStatus {
      case .exited(0): return nil
      case .exited(let code): return "\"\(line)\" failed with exit code \(code)."
      case .signaled(let signal): return "\"\(line)\" was ended by signal \(signal)."
      }
    } catch {
      return "\"\(line)\" could not be run: \(error)"
    }
  }
}
