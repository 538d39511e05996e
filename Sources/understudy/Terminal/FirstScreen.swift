/// The first lines of a server: the URLs of its endpoints, and examples for clients.
struct FirstScreen {
  /// `Replaying`.
  let verb: String
  let origin: String
  /// The endpoints with the number of their recordings; nil if recordings are not used.
  let endpoints: [(name: String, recordings: Int?)]
  /// The path of the CA certificate that clients must trust; nil without TLS.
  let authority: String?
  /// The effect of using the port as an HTTP proxy, as the end of a sentence.
  let proxy: String

  var lines: [String] {
    let proxy = ["", "This port is also an HTTP proxy (HTTPS_PROXY=\(origin)): \(proxy)"]
    guard !endpoints.isEmpty else { return ["\(verb) what clients send through this proxy.", proxy[1], "", Self.stop] }
    let width = endpoints.map { TextColumns.count($0.name) }.max() ?? 0
    let counts = endpoints.map { endpoint in
      endpoint.recordings.map { $0 == 1 ? "1 recording" : "\($0) recordings" } ?? ""
    }
    let countWidth = counts.map(\.count).max() ?? 0
    let table = zip(endpoints, counts).map { endpoint, count in
      let columns =
        [TextColumns.padded(endpoint.name, to: width)]
        + (countWidth == 0 ? [] : [TextColumns.padded(count, to: countWidth)]) + ["\(origin)/\(endpoint.name)"]
      return "  " + columns.joined(separator: "  ")
    }
    let title = endpoints.count == 1 ? "\(verb) 1 endpoint:" : "\(verb) \(endpoints.count) endpoints:"
    return [title] + table + clients + ["", "Watch the requests in a browser: \(origin)/"] + proxy + ["", Self.stop]
  }

  private static let stop = "Press Ctrl-C to stop."

  private var clients: [String] {
    guard let first = endpoints.first else { return [] }
    let url = "\(origin)/\(first.name)"
    let certificate = authority.map { " --cacert '\($0)'" } ?? ""
    return [
      "", "Point your client at \(endpoints.count == 1 ? "this URL" : "one of these URLs"), for example:",
      "  curl           curl \(url)\(certificate) -H content-type:application/json -d '{\"query\":\"{__typename}\"}'",
      "  Apollo iOS     ApolloClient(url: URL(string: \"\(url)\")!)",
      "  Apollo Client  new HttpLink({ uri: \"\(url)\" })",
      "  gql            Client(transport=AIOHTTPTransport(url=\"\(url)\"))",
    ]
  }
}
