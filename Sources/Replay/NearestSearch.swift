package import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// What is recorded for an endpoint, as far as a miss needs to know: names first, the rest on demand.
package protocol RecordedOperations {
  /// The folders, sorted by name.
  var listings: [OperationListing] { get }
  /// The operation of a folder, parsed; nil where it cannot be read.
  func document(of listing: OperationListing) -> Document?
  /// Up to `limit` of a folder's recordings, sorted by file name.
  func recordings(of listing: OperationListing, limit: Int) -> [RecordingListing]
}

/// One operation's folder.
package struct OperationListing: Hashable, Sendable {
  package var kind: OperationKind
  package var name: String?
  package var folder: String
  /// Whether its operation is the very one that was asked for.
  package var isSameOperation: Bool

  package init(kind: OperationKind, name: String?, folder: String, isSameOperation: Bool) {
    self.kind = kind
    self.name = name
    self.folder = folder
    self.isSameOperation = isSameOperation
  }
}

/// One recording of an operation.
package struct RecordingListing: Hashable, Sendable {
  /// In the operation's folder; of a named session its path below the endpoint's folder.
  package var file: String
  package var variables: JSONObject
  package var identity: String
  /// The request's header fields that count.
  package var headers: [RecordedResponse.Header]

  package init(
    file: String, variables: JSONObject, identity: String, headers: [RecordedResponse.Header] = []
  ) {
    self.file = file
    self.variables = variables
    self.identity = identity
    self.headers = headers
  }
}

extension Miss {
  /// How many folders and files are looked into: enough for a good guess, bounded however much is recorded.
  private static let folderLimit = 12
  private static let fileLimit = 60

  /// Looks for the recording that comes nearest to a request, and says in what it differs.
  ///
  /// The same operation with other variables is nearest, then one of the same name, then one with a similar name or
  /// similar fields. Among equals the one with the fewest differences wins, then the first by name, so that the
  /// same miss always tells the same.
  package static func explain(
    _ request: AskedOperation, command: String, among recorded: some RecordedOperations
  ) -> Miss {
    var miss = nearest(request, among: recorded)
    miss.command = command
    return miss
  }

  private static func nearest(_ request: AskedOperation, among recorded: some RecordedOperations) -> Miss {
    let listings = recorded.listings.filter { $0.kind == request.kind }
    let same = listings.filter(\.isSameOperation)
    if let miss = nearestVariables(request, same, recorded) { return miss }
    let named = listings.filter { $0.name == request.name && !$0.isSameOperation && request.name != nil }
    if let miss = nearestDocument(request, named, .sameName, recorded) { return miss }
    let similar = request.name.map { name in listings.filter { $0.name.map { isSimilar($0, name) } ?? false } } ?? []
    let others = similar.isEmpty ? listings : similar
    return nearestDocument(request, others, .similar, recorded) ?? Miss(request: request, command: "")
  }

  private static func nearestVariables(
    _ request: AskedOperation, _ listings: [OperationListing], _ recorded: some RecordedOperations
  ) -> Miss? {
    var best: Miss?
    for listing in listings.prefix(folderLimit) {
      if best == nil {
        let empty = Nearest(
          kind: listing.kind, name: listing.name, folder: listing.folder, file: nil, relation: .sameOperation)
        best = Miss(request: request, command: "", nearest: empty)
      }
      var sameButHeaders: [RecordingListing] = []
      for recording in recorded.recordings(of: listing, limit: fileLimit) {
        var differences: [Difference] = []
        if recording.identity != request.identity {
          differences.append(.identity(recorded: recording.identity, asked: request.identity))
        }
        differences += variableDifferences(recorded: recording.variables, asked: request.variables)
        guard !differences.isEmpty else {
          sameButHeaders.append(recording)
          continue
        }
        // A folder without a file stands there only until one is found.
        guard best?.nearest?.file == nil || differences.count < best?.differences.count ?? .max else { continue }
        let nearest = Nearest(
          kind: listing.kind, name: listing.name, folder: listing.folder, file: recording.file, relation: .sameOperation
        )
        best = Miss(request: request, command: "", nearest: nearest, differences: differences)
      }
      let headers = headerDifferences(request, sameButHeaders)
      if let first = sameButHeaders.first, !headers.isEmpty {
        let nearest = Nearest(
          kind: listing.kind, name: listing.name, folder: listing.folder, file: first.file, relation: .sameOperation)
        return Miss(request: request, command: "", nearest: nearest, differences: headers)
      }
      if let first = sameButHeaders.first {
        let nearest = Nearest(
          kind: listing.kind, name: listing.name, folder: listing.folder, file: first.file, relation: .sameRequest)
        return Miss(request: request, command: "", nearest: nearest)
      }
    }
    return best
  }

  /// In which header fields a request differs from recordings with which it agrees in all else.
  private static func headerDifferences(
    _ request: AskedOperation, _ recordings: [RecordingListing]
  ) -> [Difference] {
    let names = Set((request.headers + recordings.flatMap(\.headers)).map(\.name))
    return names.sorted { $0.precedesByScalars($1) }.compactMap { name in
      let asked = request.headers.first { $0.name == name }?.value
      let recorded = Set(recordings.flatMap { $0.headers.filter { $0.name == name }.map(\.value) })
      if let asked, recorded.contains(asked) { return nil }
      return .header(name: name, recorded: recorded.sorted { $0.precedesByScalars($1) }, asked: asked)
    }
  }

  private static func nearestDocument(
    _ request: AskedOperation, _ listings: [OperationListing], _ relation: Nearest.Relation,
    _ recorded: some RecordedOperations
  ) -> Miss? {
    var best: Miss?
    let asked = DocumentComparison(request.document)
    for listing in listings.prefix(folderLimit) {
      guard let document = recorded.document(of: listing).map(DocumentComparison.init) else { continue }
      let differences = document.differences(to: asked)
      // An operation that shares no field with the request is not near, only there.
      guard
        relation == .sameName || document.sharesField(with: asked)
          || listing.name.map({ isSimilar($0, request.name ?? "") }) ?? false
      else { continue }
      guard differences.count < best?.differences.count ?? .max else { continue }
      let nearest = Nearest(
        kind: listing.kind, name: listing.name, folder: listing.folder, file: nil, relation: relation)
      best = Miss(request: request, command: "", nearest: nearest, differences: differences)
    }
    return best
  }

  static func variableDifferences(recorded: JSONObject, asked: JSONObject) -> [Difference] {
    JSON.differences(from: .object(recorded), to: .object(asked), limit: 50).map { difference in
      let path = difference.path.description
      return switch difference.kind {
      case .missing(let recorded): .variable(path: path, recorded: recorded, asked: nil)
      case .unexpected(let asked): .variable(path: path, recorded: nil, asked: asked)
      case .changed(let recorded, let asked): .variable(path: path, recorded: recorded, asked: asked)
      }
    }
  }

  private static func isSimilar(_ left: String, _ right: String) -> Bool {
    left.lowercased() == right.lowercased() || !suggestionList(left, [right]).isEmpty
      || (min(left.count, right.count) > 3 && (left.hasPrefix(right) || right.hasPrefix(left)))
  }
}
