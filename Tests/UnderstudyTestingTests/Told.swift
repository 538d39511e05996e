import Synchronization
import Testing

/// What a test was told by known issues: the texts and the lines.
final class Told: Sendable {
  private let issues = Mutex<[(text: String, line: Int?)]>([])

  var texts: [String] { issues.withLock { $0.map(\.text) } }
  var lines: [Int?] { issues.withLock { $0.map(\.line) } }

  @Sendable func hear(_ issue: Issue) -> Bool {
    issues.withLock {
      $0.append((issue.comments.map(\.rawValue).joined(separator: "\n"), issue.sourceLocation?.line))
    }
    return true
  }
}
