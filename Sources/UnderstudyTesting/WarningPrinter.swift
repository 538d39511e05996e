import Foundation
import Synchronization

/// Prints warnings, each once in a process, unless `UNDERSTUDY_WARNINGS` turns them off.
final class WarningPrinter: Sendable {
  static let variable = "UNDERSTUDY_WARNINGS"
  static let process = WarningPrinter(isOn: isOn(ProcessInfo.processInfo.environment)) { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  private let isOn: Bool
  private let write: @Sendable (String) -> Void
  private let printed = Mutex<Set<String>>([])

  init(isOn: Bool, write: @escaping @Sendable (String) -> Void) {
    self.isOn = isOn
    self.write = write
  }

  /// True if warnings are printed: unless the variable is `0`, `false` or `no`.
  static func isOn(_ environment: [String: String]) -> Bool {
    !["0", "false", "no"].contains((environment[variable] ?? "").lowercased())
  }

  func print(_ lines: [String], of test: String?) {
    guard isOn else { return }
    for line in lines {
      let text = "understudy: \(test.map { "\($0): " } ?? "")\(line)"
      if printed.withLock({ $0.insert(text).inserted }) { write(text) }
    }
  }
}
