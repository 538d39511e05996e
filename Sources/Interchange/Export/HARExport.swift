import Engine
package import OrderedJSON
package import Recordings

/// Recordings as a HAR 1.2: what importing it again makes the same recordings of.
///
/// Nothing in it is by chance: times are counted from 2000, credentials are pseudonyms. Sessions are told apart by the
/// header `X-Understudy-Session`.
package struct HARExport: Sendable {
  /// The HAR.
  package let har: JSON
  /// How many requests are in it.
  package let count: Int
  /// What is recorded and not in it, a line each.
  package let left: [String]

  /// - Parameters:
  ///   - folders: the endpoints, in order.
  ///   - version: of the program.
  /// - Throws: if a recording cannot be read.
  package init(_ folders: [EndpointFolder], version: String) throws {
    var schedule = HARSchedule()
    for folder in folders {
      let configuration = try folder.configuration()
      let itinerary = try Itinerary(folder)
      let url = configuration.upstream.map(\.description) ?? "http://127.0.0.1:4000/\(folder.name)"
      schedule.left += itinerary.left
      for (index, session) in itinerary.sessions.enumerated() {
        var extra: [RecordedResponse.Header] = []
        if itinerary.sessions.count > 1 || folders.count > 1 {
          extra.append(.init(name: "X-Understudy-Session", value: "\(folder.name)-\(index + 1)"))
        }
        if let start = session.start { extra.append(.init(name: "X-Understudy-Start", value: start)) }
        schedule.add(session, HARWriter(url: url, identity: configuration.identity, extra: extra))
      }
    }
    count = schedule.entries.count
    left = schedule.left
    har = [
      "log": [
        "version": "1.2", "creator": ["name": "understudy", "version": .string(version)],
        "entries": .array(schedule.entries),
      ]
    ]
  }
}
