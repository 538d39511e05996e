import GraphQLLanguage
import OrderedJSON
package import Recordings
import Requests
import Transports

/// The requests to import from some files, and their endpoints; made before anything is written.
package struct ImportPlan: Sendable {
  /// The endpoints, sorted by name.
  package let targets: [Target]
  /// The requests to these endpoints that are not imported, in order.
  package let skipped: [Skipped]
  /// The number of other requests: pages, pictures, other APIs.
  package let others: Int

  /// An endpoint.
  package struct Target: Sendable {
    package let name: String
    /// The real API's URL; nil if the files do not have it.
    package let upstream: String?
    package let sessions: [CapturedSession]
  }

  /// The requests of one file.
  package struct CapturedSession: Sendable {
    package let name: String
    package let entries: [CapturedEntry]
  }

  /// A request that is not imported, with the reason.
  package struct Skipped: Hashable, Sendable {
    package let path: String
    package let place: RecordingError.Place?
    package let title: String
    package let reason: String

    /// The line for messages: `file:line:column: POST https://…: reason`.
    package var description: String { InterchangeError(path, place, "\(title): \(reason)").description }
  }

  /// Plans the import of files, each of which is a session.
  ///
  /// - Throws: `InterchangeError` if they have no GraphQL, the tool kept none of it, or its endpoint is not clear.
  package init(_ files: [CaptureFile], _ options: ImportOptions = ImportOptions()) throws(InterchangeError) {
    let sorted = try EndpointGuess(files, options).sorted()
    var skipped: [Skipped] = []
    var targets: [Target] = []
    for group in sorted.groups {
      var sessions: [CapturedSession] = []
      for (index, file) in files.enumerated() {
        var kept: [CapturedEntry] = []
        // The first request that is not imported and may have changed something.
        var lost: String?
        for entry in file.entries where group.contains(entry) {
          let unknown = lost.map { "it came after \($0), which is not imported, so the state is unknown" }
          if let reason = Self.obstacle(entry) ?? unknown {
            if lost == nil, Self.mayChange(entry) { lost = entry.title }
            skipped.append(
              Skipped(
                // Finding a place reads the whole file.
                path: file.path, place: skipped.count < 20 ? file.place(of: entry) : nil, title: entry.title,
                reason: reason))
          } else {
            kept.append(entry)
          }
        }
        if !kept.isEmpty {
          sessions.append(CapturedSession(name: files.count == 1 ? "" : "import-\(index + 1)", entries: kept))
        }
      }
      if !sessions.isEmpty { targets.append(Target(name: group.name, upstream: group.upstream, sessions: sessions)) }
    }
    if targets.isEmpty, let first = skipped.first { throw Self.nothingKept(first, skipped, files) }
    self.targets = targets
    self.skipped = skipped
    others = sorted.others
  }

  /// Returns the reason why an entry at an endpoint's URL is not imported; nil if it is.
  private static func obstacle(_ entry: CapturedEntry) -> String? {
    if entry.method == "OPTIONS" || entry.method == "HEAD" { return "\(entry.method) requests are not GraphQL" }
    if case .missing(let reason) = entry.requestBody { return reason }
    if case .missing(let reason) = entry.answer, entry.messages.isEmpty { return reason }
    if case .whole(_, _, let body) = entry.answer, isArray(body), !isArray(entry.requestBody.bytes),
      entry.requestHeaders.mediaType != "multipart/form-data"
    {
      return "the answer is an array, but the request is not a batch"
    }
    let source = entry.responseHeaders[first: AnswerSource.header]
    if let source, source != AnswerSource.upstream.rawValue, source != AnswerSource.recorded.rawValue {
      return "Understudy answered it (\(source.prefix(20))), not the API"
    }
    if case .whole(status: 101, _, _) = entry.answer, entry.messages.isEmpty {
      return "the file does not contain the WebSocket messages"
    }
    if !entry.messages.isEmpty, !entry.messages.contains(where: Self.starts) {
      return "no operation starts in the WebSocket messages: the WebSocket was opened before the capture began"
    }
    return nil
  }

  /// Indicates whether an entry that is not imported may have changed the API's data: a mutation, or an upload whose
  /// bytes are missing.
  private static func mayChange(_ entry: CapturedEntry) -> Bool {
    guard entry.method == "POST" else { return false }
    let source = entry.responseHeaders[first: AnswerSource.header]
    if let source, source != AnswerSource.upstream.rawValue { return false }
    if case .missing = entry.requestBody { return true }
    guard let json = try? JSON.parse(entry.requestBody.bytes) else { return false }
    return (json.arrayValue ?? [json]).contains { SessionScript.kind(of: $0) == .mutation }
  }

  private static func starts(_ message: CapturedMessage) -> Bool {
    guard message.isSent, let type = (try? JSON.parse(text: message.text))?["type"]?.stringValue else { return false }
    return type == "subscribe" || type == "start"
  }

  private static func isArray(_ body: [UInt8]) -> Bool {
    body.first { !CaptureFile.isSpace($0) } == UInt8(ascii: "[")
  }

  private static func nothingKept(_ first: Skipped, _ all: [Skipped], _ files: [CaptureFile]) -> InterchangeError {
    let isWithoutContent = all.contains { $0.reason.contains("without content") }
    let advice =
      isWithoutContent
      ? "Save it again with content: in Chrome \"Export HAR\", in Firefox \"Save All As HAR\", in Playwright recordHar: { content: 'embed' }."
      : "Nothing was imported."
    let count = all.count == 1 ? "The one GraphQL request" : "None of the \(all.count) GraphQL requests"
    let verb = all.count == 1 ? " cannot be imported" : " can be imported"
    return InterchangeError(
      first.path, first.place,
      "\(count) of \(files.count == 1 ? "the file" : "the files")\(verb): \(first.reason). \(advice)")
  }
}
