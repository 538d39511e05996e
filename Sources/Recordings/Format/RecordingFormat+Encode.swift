import OrderedJSON

extension RecordingFormat {
  /// Encodes a recording. The same recording always gives the same bytes, on every machine.
  ///
  /// Answers that differ only in their `extensions` are merged. `keepingExtensions` keeps them separate, because a rule
  /// says that `extensions` is not volatile.
  package static func encode(_ recording: Recording, keepingExtensions: Bool = false) -> [UInt8] {
    let states = recording.states.sorted { $0.name.precedesByScalars($1.name) }
    let identified = IdentifiedResponses(states, keepingExtensions: keepingExtensions)
    var writer = Writer()
    writer.line("{")
    writer.line("  \"format\": \(version),")
    writer.line("  \"identity\": \"\(recording.identity.description)\",")
    if !recording.headers.isEmpty {
      writer.write("  \"headers\": ")
      writer.pretty(json(of: recording.headers), level: 1)
      writer.line(",")
    }
    writer.write("  \"variables\": ")
    writer.pretty(.object(recording.variables), level: 1)
    writer.line(",")
    writer.line("  \"states\": {")
    for (index, state) in states.enumerated() {
      writer.write("    \(text(of: state, identified))")
      writer.line(index + 1 < states.count ? "," : "")
    }
    writer.line("  },")
    writer.line("  \"responses\": {")
    for (index, response) in identified.sorted.enumerated() {
      writer.write("    \"\(response.id)\": ")
      writer.pretty(json(of: response.response), level: 2)
      writer.line(index + 1 < identified.sorted.count ? "," : "")
    }
    writer.line("  }")
    writer.line("}")
    return writer.bytes
  }

  /// Formats a state on one line, so that branches that add states merge line by line.
  private static func text(of state: Recording.State, _ identified: IdentifiedResponses) -> String {
    let ids = state.responses.map { "\"\(identified.id(of: $0))\"" }.joined(separator: ", ")
    var members = state.next.map { ["\"\(nextMember)\": \"\($0)\""] } ?? []
    if state.isOverlapped { members.append("\"\(overlappedMember)\": true") }
    if members.isEmpty { return "\"\(state.name)\": [\(ids)]" }
    return "\"\(state.name)\": { \"\(responsesMember)\": [\(ids)], \(members.joined(separator: ", ")) }"
  }

  static func json(of response: RecordedResponse) -> JSON {
    let body: [JSONObject.Member] =
      switch response.body {
      case .json(let json): [.init("body", json)]
      case .text(let text): [.init("text", .string(LoneSurrogates.encoded(text)))]
      case .bytes(let bytes): [.init("base64", .string(Base64.encode(bytes)))]
      case .file(let bytes): [.init(fileMember, .string(BodyFile.place(of: bytes, response)))]
      case .events(let events): members(of: events)
      }
    return .object(
      JSONObject(
        [
          .init("status", .number(JSONNumber(validated: String(response.status)))),
          .init("headers", json(of: response.headers)),
        ] + body))
  }

  static func json(of headers: [RecordedResponse.Header]) -> JSON {
    .object(
      JSONObject(
        headers.map { header in
          guard header.name == RecordedResponse.setCookie else {
            return .init(header.name, .string(LoneSurrogates.encoded(header.value)))
          }
          return .init(header.name, .array(header.lines.map { .string(LoneSurrogates.encoded($0)) }))
        }))
  }

  private struct Writer {
    var bytes: [UInt8] = []

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func line(_ text: String) {
      write(text)
      bytes.append(0x0A)
    }

    mutating func pretty(_ json: JSON, level: Int) { json.appendPretty(to: &bytes, level: level) }
  }
}

/// The distinct responses of a recording with their ids. An id is the first digits of the digest: four, or as many as
/// distinguish all responses in the file. So ids depend on the content of the file, not on the order of recording.
struct IdentifiedResponses {
  /// Sorted by id.
  private(set) var sorted: [(id: String, response: RecordedResponse)] = []
  private var ids: [ContentHash: String] = [:]
  private let ignored: VolatilePlaces

  init(_ states: [Recording.State], keepingExtensions: Bool = false) {
    ignored = keepingExtensions ? .none : .standard
    var distinct: [(hash: ContentHash, response: RecordedResponse)] = []
    var seen: Set<ContentHash> = []
    for state in states {
      for response in state.responses {
        let hash = response.digest(ignoring: ignored)
        if seen.insert(hash).inserted { distinct.append((hash, response)) }
      }
    }
    let order = distinct.map { (hex: $0.hash.hex, hash: $0.hash, response: $0.response) }.sorted { $0.hex < $1.hex }
    for (index, item) in order.enumerated() {
      // In sorted order, the longest common prefix is that with a neighbor.
      var common = 0
      if index > 0 { common = max(common, Self.commonPrefix(item.hex, order[index - 1].hex)) }
      if index + 1 < order.count { common = max(common, Self.commonPrefix(item.hex, order[index + 1].hex)) }
      let id = String(item.hex.prefix(max(RecordingFormat.shortestID, common + 1)))
      sorted.append((id, item.response))
      ids[item.hash] = id
    }
  }

  /// The id of a response that is in one of the states.
  func id(of response: RecordedResponse) -> String {
    let hash = response.digest(ignoring: ignored)
    return ids[hash] ?? hash.hex
  }

  private static func commonPrefix(_ left: String, _ right: String) -> Int {
    zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
  }
}
