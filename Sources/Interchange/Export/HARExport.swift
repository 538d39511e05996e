import EndpointConfiguration
import Maintenance
package import OrderedJSON
package import Recordings
import Redaction

/// Recordings as a HAR 1.2; importing it makes the same recordings. It is deterministic: times are counted from 2000,
/// credentials are placeholders. The header `X-Understudy-Session` distinguishes sessions.
package struct HARExport: Sendable {
  package let har: JSON
  package let count: Int
  /// The recordings that it does not have, a line each.
  package let left: [String]
  /// Files beside the recordings that an import elsewhere needs first, a line for each endpoint.
  package let besides: [String]

  /// Exports endpoints, in order. `version` is that of the program.
  ///
  /// - Throws: if a recording cannot be read.
  package init(_ folders: [EndpointFolder], version: String) throws {
    var schedule = HARSchedule()
    var besides: [String] = []
    for folder in folders {
      let configuration = try folder.configuration()
      if let line = Self.besides(folder) { besides.append(line) }
      let plan = try SessionPlan(folder)
      let url = configuration.upstream.map(\.description) ?? "http://127.0.0.1:4000/\(folder.name)"
      schedule.left += plan.left
      if let line = try folder.skippedSessions() { schedule.left.append(line) }
      for (index, session) in plan.sessions.enumerated() {
        var extra: [RecordedResponse.Header] = []
        if plan.sessions.count > 1 || folders.count > 1 {
          extra.append(.init(name: "X-Understudy-Session", value: "\(folder.name)-\(index + 1)"))
        }
        if let start = session.start { extra.append(.init(name: "X-Understudy-Start", value: start)) }
        schedule.add(session, HARWriter(url: url, identity: configuration.identity, extra: extra))
      }
    }
    count = schedule.entries.count
    left = schedule.left
    self.besides = besides
    har = [
      "log": [
        "version": "1.2", "creator": ["name": "understudy", "version": .string(version)],
        "entries": .array(schedule.entries),
      ]
    ]
  }

  private static func besides(_ folder: EndpointFolder) -> String? {
    let files = [
      (name: RedactionSalt.fileName, needs: "with redacted values (passwords)"),
      (name: PersistedDocuments.fileName, needs: "only as a hash"),
    ].filter { (try? FileReading.bytes(of: "\(folder.path)/\($0.name)")) != nil }
    guard !files.isEmpty else { return nil }
    let names = files.map(\.name).joined(separator: " and ")
    let needs = files.map(\.needs).joined(separator: " or ")
    return
      "\(folder.name): a HAR cannot contain \(names). Without \(files.count == 1 ? "it" : "them"), requests \(needs) miss. Before importing the HAR elsewhere, copy \(files.count == 1 ? "it" : "them") there with \(EndpointFolder.configurationFileName)"
  }
}
