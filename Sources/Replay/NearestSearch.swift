package import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// The recordings of an endpoint, as the search for the nearest one reads them: names first, the rest on demand.
package protocol RecordedOperations {
  /// The folders, sorted by name.
  var listings: [OperationListing] { get }
  /// Returns the parsed operation of a folder; nil if it cannot be read.
  func document(of listing: OperationListing) -> Document?
  /// Returns up to `limit` recordings of a folder, sorted by file name.
  func recordings(of listing: OperationListing, limit: Int) -> [RecordingListing]
}

/// The folder of one operation.
package struct OperationListing: Hashable, Sendable {
  package var kind: OperationKind
  package var name: String?
  package var folder: String
  /// Indicates whether its operation is the requested one.
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
  /// The path below the operation's folder; for a named session, below the endpoint's folder.
  package var file: String
  package var variables: JSONObject
  package var identity: String
  /// The request's header fields that are part of the key.
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
  /// The most folders and files that are compared, however much is recorded.
  private static let folderLimit = 12
  private static let fileLimit = 60

  /// Finds the recording nearest to a request, and the differences. The same operation with other variables is nearest,
  /// then one of the same name, then one with a similar name or similar fields. Among equals the fewest differences
  /// win, then the first name, so that results are deterministic.
  package static func explain(
    _ request: MissedOperation, command: String, among recorded: some RecordedOperations
  ) -> Miss {
    var miss = nearest(request, among: recorded)
    miss.command = command
    return miss
  }

  private static func nearest(_ request: MissedOperation, among recorded: some RecordedOperations) -> Miss {
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
    _ request: MissedOperation, _ listings: [OperationListing], _ recorded: some RecordedOperations
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
        // Any file replaces a folder without a file.
        guard best?.nearest?.file == nil || weight(differences) < best.map({ weight($0.differences) }) ?? .max else {
          continue
        }
        var nearest = Nearest(
          kind: listing.kind, name: listing.name, folder: listing.folder, file: recording.file, relation: .sameOperation
        )
        nearest.line = HTTPExchange.title(listing.name, recording.variables)
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

  /// The number of differences. That of a path counts more than all parameters of an exchange.
  private static func weight(_ differences: [Difference]) -> Int {
    differences.reduce(0) { sum, difference in
      if case .variable(let path, _, _) = difference, path.hasPrefix("\(HTTPExchange.path)[") { return sum + 100 }
      return sum + 1
    }
  }

  /// Returns the header fields in which a request differs from recordings that match in all else.
  private static func headerDifferences(
    _ request: MissedOperation, _ recordings: [RecordingListing]
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
    _ request: MissedOperation, _ listings: [OperationListing], _ relation: Nearest.Relation,
    _ recorded: some RecordedOperations
  ) -> Miss? {
    var best: Miss?
    let asked = DocumentComparison(request.document)
    for listing in listings.prefix(folderLimit) {
      guard let document = recorded.document(of: listing).map(DocumentComparison.init) else { continue }
      let differences = document.differences(to: asked)
      // An operation that shares no field with the request is not near.
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
