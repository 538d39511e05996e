import OrderedJSON

/// The names of the request headers that answers may depend on.
///
/// A server splits the fields of a request by it (`HeaderList.unread`), so that an engine cannot read any other header,
/// and repeats an answer to requests that differ only in others, such as a trace or a time stamp.
package struct HeaderNames: Sendable {
  /// In lower case, by length, which rules out most others without reading them; nil for all names.
  private let names: [[String]]?

  /// All names.
  package static let all = HeaderNames(names: nil)

  /// The headers of HTTP that some part of the program reads.
  private static let standard: Set<String> = [
    "accept", "accept-encoding", "authorization", "connection", "content-encoding", "content-length", "content-type",
    "cookie", "expect", "host", "last-event-id", "origin", "range", "transfer-encoding", "upgrade",
  ]

  /// The beginnings of further such names.
  private static let prefixes = ["access-control-", "if-", "proxy-", "sec-", "understudy-", "x-understudy-"]

  private init(names: [[String]]?) { self.names = names }

  /// The standard ones, and `others`, in any case.
  package init(besides others: some Sequence<String>) {
    let all = Self.standard.union(others.map { $0.lowercased() }).sorted()
    let longest = all.reduce(0) { max($0, $1.utf8.count) }
    names = (0...longest).map { length in all.filter { $0.utf8.count == length } }
  }

  /// Indicates whether a name in any case is among them.
  package func contains(_ name: String) -> Bool {
    guard let names else { return true }
    let length = name.utf8.count
    if length < names.count, names[length].contains(where: { $0.equalsIgnoringASCIICase(name) }) { return true }
    // The first letter rules out most, since every request compares its headers.
    guard let first = name.utf8.first else { return false }
    return Self.prefixes.contains {
      $0.utf8.first == first | 0x20 && Substring(name.utf8.prefix($0.utf8.count)).equalsIgnoringASCIICase($0)
    }
  }
}
