import EndpointConfiguration
import OrderedJSON
import Recordings

/// Finds the endpoints of the GraphQL requests of some files: by the user's options, else by their URLs.
struct EndpointGuess {
  /// Requests that belong to one endpoint.
  struct Group {
    let name: String
    let upstream: String?
    let bases: Set<String>

    func contains(_ entry: CapturedEntry) -> Bool { bases.contains(entry.url.base) }
  }

  private let files: [CaptureFile]
  private let options: ImportOptions

  init(_ files: [CaptureFile], _ options: ImportOptions) {
    self.files = files
    self.options = options
  }

  /// Returns the endpoints, sorted by name, and the number of other requests.
  ///
  /// - Throws: if there is no GraphQL, or its endpoint is not clear.
  func sorted() throws(InterchangeError) -> (groups: [Group], others: Int) {
    let entries = files.flatMap(\.entries)
    var counts: [String: Int] = [:]
    var spoken: Set<String> = []
    for entry in entries where isWanted(entry) && GraphQLDetector.isGraphQL(entry) {
      counts[entry.url.base, default: 0] += 1
      if entry.messages.isEmpty { spoken.insert(entry.url.base) }
    }
    let bases = counts.keys.sorted { $0.precedesByScalars($1) }
    guard !bases.isEmpty else { throw nothing(entries) }
    let groups = try groups(bases, counts, spoken)
    let others = entries.filter { entry in !groups.contains { $0.contains(entry) } }.count
    return (groups.sorted { $0.name.precedesByScalars($1.name) }, others)
  }

  private func isWanted(_ entry: CapturedEntry) -> Bool {
    guard let prefix = options.url else { return true }
    return entry.url.base.hasPrefix(CapturedURL(prefix).base)
  }

  private func groups(
    _ bases: [String], _ counts: [String: Int], _ spoken: Set<String>
  ) throws(InterchangeError) -> [Group] {
    // A prefix in the options makes one group.
    if let prefix = options.url {
      let url = bases.count == 1 ? bases[0] : CapturedURL(prefix).base
      return [Group(name: try name(of: url), upstream: upstream(url), bases: Set(bases))]
    }
    let owners = owners(bases, spoken)
    let heads = bases.filter { owners[$0] == $0 }
    func family(_ head: String) -> Set<String> { Set(bases.filter { owners[$0] == head }) }
    if heads.count == 1 {
      return [Group(name: try name(of: heads[0]), upstream: upstream(heads[0]), bases: family(heads[0]))]
    }
    let names = heads.map(suggestedName)
    guard options.endpoint == nil, !names.contains(nil), Set(names.compactMap(\.self)).count == heads.count else {
      throw several(heads, counts)
    }
    return heads.map { Group(name: suggestedName($0) ?? "", upstream: upstream($0), bases: family($0)) }
  }

  /// Returns the URL to which each belongs: itself; for a WebSocket, the only other URL of its host.
  private func owners(_ bases: [String], _ spoken: Set<String>) -> [String: String] {
    var owners: [String: String] = [:]
    for base in bases {
      let kin = spoken.filter { CapturedURL($0).origin == CapturedURL(base).origin }
      owners[base] = spoken.contains(base) ? base : kin.count == 1 ? kin.first : base
    }
    return owners
  }

  private func suggestedName(_ base: String) -> String? { (try? UpstreamURL(base))?.suggestedName }

  private func upstream(_ base: String) -> String? {
    options.upstream ?? (CapturedURL(base).origin == nil ? nil : base)
  }

  private func name(of base: String) throws(InterchangeError) -> String {
    if let name = options.endpoint { return name }
    if let upstream = options.upstream, let name = suggestedName(upstream) { return name }
    if let name = suggestedName(base) { return name }
    let why =
      CapturedURL(base).origin == nil
      ? "A tape does not name its API" : "No name can be derived from the host of \(base)"
    throw InterchangeError(
      nil, nil, "\(why). Name the endpoint: --endpoint NAME (its folder in \(options.recordings)/).")
  }

  // MARK: Errors

  private func nothing(_ entries: [CapturedEntry]) -> InterchangeError {
    let path = files.count == 1 ? files[0].path : nil
    if entries.isEmpty {
      return InterchangeError(path, nil, "has no requests. Record some traffic first, then save it again.")
    }
    let none =
      entries.count == 1
      ? "its request is not a GraphQL request" : "none of its \(entries.count) requests is a GraphQL request"
    guard let prefix = options.url else {
      return InterchangeError(
        path, nil,
        "\(none): looked for POST with a JSON body that has \"query\", GET with ?query=, and persisted queries. Check which tab or host was captured, and capture again."
      )
    }
    let known = Set(entries.filter(GraphQLDetector.isGraphQL).map(\.url.base)).sorted { $0.precedesByScalars($1) }
    let said =
      known.isEmpty
      ? "Other URLs have none either. Capture the traffic again."
      : "Pass --url with one of these: \(known.prefix(5).joined(separator: ", "))."
    return InterchangeError(path, nil, "no GraphQL request has a URL that starts with \(prefix). \(said)")
  }

  private func several(_ heads: [String], _ counts: [String: Int]) -> InterchangeError {
    let lines = heads.map { base in
      "  \(counts[base] ?? 0) at \(base)\n    --url \(base) --endpoint \(suggestedName(base) ?? "NAME")"
    }
    return InterchangeError(
      files.count == 1 ? files[0].path : nil, nil,
      "has GraphQL requests for \(heads.count) URLs. Import one at a time, with the name of its endpoint:\n\(lines.joined(separator: "\n"))"
    )
  }
}
