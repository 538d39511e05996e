import GraphQLLanguage
import OrderedJSON
package import Recordings

extension Miss: BoundedElement {
  /// Returns the miss for a log, without the parts that no message and no report shows. Values are cut where reports
  /// cut them, with an ellipsis. Misses that differ only in a part that is cut stay different.
  package func bounded() -> Miss {
    guard wholeHash == nil else { return self }
    var miss = self
    miss.wholeHash = contentHash
    miss.request.shownTitle = MissText.title(request).beginning(limit: Self.textLimit)
    miss.request.document = Document(definitions: [])
    miss.request.name = request.name?.beginning(limit: Self.textLimit)
    if case .object(let variables) = JSON.object(request.variables).beginning(limit: MissJSON.valueLimit) {
      miss.request.variables = variables
    }
    miss.request.headers = []
    miss.differences = differences.map { $0.bounded() }
    miss.state = state?.bounded()
    switch obstacle {
    case .missing(let fields)?: miss.obstacle = .missing(fields.bounded())
    case .invalid(let reason)?: miss.obstacle = .invalid(reason.beginning(limit: Self.textLimit))
    case .conflict?, .otherState?, .otherUser?, nil: break
    }
    miss.follows = follows?.beginning(limit: Self.textLimit)
    miss.setupID = setupID?.beginning(limit: Self.textLimit)
    return miss
  }

  /// The most Unicode scalars that are kept of a text.
  static let textLimit = MissJSON.valueLimit

  /// The hash of the whole miss, also if this one is bounded.
  package var contentHash: ContentHash {
    if let wholeHash { return wholeHash }
    let headers = request.headers.flatMap { [$0.name, $0.value] }
    let states = state?.recorded.flatMap { [$0.name] + ($0.history ?? []) } ?? []
    return ContentHash(
      ofParts: [
        MissJSON.object(self).compactText, JSON.object(request.variables).compactText, request.document.printed(),
      ] + headers + ["differences"] + differences.map(\.text) + ["history"] + (state?.history ?? []) + ["states"]
        + states)
  }

  package var heldBytes: Int {
    var bytes = 1_000 + JSON.object(request.variables).heldBytes
    bytes += (request.shownTitle ?? "").utf8.count + command.utf8.count + request.identity.utf8.count
    bytes += differences.reduce(0) { $0 + $1.heldBytes } + (state?.heldBytes ?? 0) + (follows ?? "").utf8.count
    bytes += (setupID ?? "").utf8.count
    if case .missing(let fields)? = obstacle { bytes += fields.paths.reduce(100) { $0 + 16 + $1.utf8.count } }
    bytes += clientValues?.lines.lines.reduce(200) { $0 + $1.utf8.count } ?? 0
    return bytes
  }
}

extension Difference {
  /// The whole difference as a unique text.
  fileprivate var text: String {
    guard case .variable(let path, let recorded, let asked) = self else { return description }
    return "variable \(path) \(recorded?.compactText ?? "absent") \(asked?.compactText ?? "absent")"
  }

  func bounded() -> Difference {
    func text(_ text: String) -> String { text.beginning(limit: Miss.textLimit) }
    switch self {
    case .selectionNotRecorded(let path): return .selectionNotRecorded(text(path))
    case .selectionNotAsked(let path): return .selectionNotAsked(text(path))
    case .selectionOrder: return self
    case .declaration(let recorded, let asked): return .declaration(recorded: text(recorded), asked: text(asked))
    case .identity(let recorded, let asked): return .identity(recorded: text(recorded), asked: text(asked))
    case .header(let name, let recorded, let asked):
      return .header(name: text(name), recorded: recorded.prefix(20).map(text), asked: asked.map(text))
    case .variable(let path, var recorded, var asked):
      func isLong(_ value: JSON?) -> Bool { (value?.heldBytes ?? 0) > MissJSON.valueLimit }
      // Keep the place where two long texts differ.
      if isLong(recorded) || isLong(asked), let parted = Self.parted(recorded, asked) { (recorded, asked) = parted }
      return .variable(
        path: text(path), recorded: recorded?.beginning(limit: MissJSON.valueLimit),
        asked: asked?.beginning(limit: MissJSON.valueLimit))
    }
  }

  var heldBytes: Int {
    switch self {
    case .selectionNotRecorded(let path), .selectionNotAsked(let path): 64 + path.utf8.count
    case .selectionOrder: 64
    case .declaration(let recorded, let asked), .identity(let recorded, let asked):
      64 + recorded.utf8.count + asked.utf8.count
    case .header(let name, let recorded, let asked):
      recorded.reduce(64 + name.utf8.count + (asked ?? "").utf8.count) { $0 + 16 + $1.utf8.count }
    case .variable(let path, let recorded, let asked):
      64 + path.utf8.count + (recorded?.heldBytes ?? 0) + (asked?.heldBytes ?? 0)
    }
  }
}

extension StateMiss {
  /// The most entries that are shown of a list, so that errors stay short.
  static let listLimit = 20

  func bounded() -> StateMiss {
    var miss = self
    (miss.history, miss.unlistedMutations) = Self.bounded(history)
    miss.recorded = recorded.prefix(Self.listLimit).map { state in
      guard let history = state.history else { return state }
      var state = state
      (state.history, state.unlistedMutations) = Self.bounded(history)
      return state
    }
    miss.unlistedStates = recorded.count - miss.recorded.count
    miss.between?.mutation = (between?.mutation ?? "").beginning(limit: Miss.textLimit)
    return miss
  }

  /// Returns the last mutations of a history, and the number of mutations before them.
  private static func bounded(_ history: [String]) -> ([String], Int) {
    let last = history.suffix(listLimit).map { $0.beginning(limit: 200) }
    return (last, history.count - last.count)
  }

  var heldBytes: Int {
    func bytes(_ texts: [String]) -> Int { texts.reduce(0) { $0 + 16 + $1.utf8.count } }
    let reasons = between?.reasons.reduce(0) { $0 + $1.description.utf8.count } ?? 0
    return 200 + bytes(history) + recorded.reduce(0) { $0 + 64 + bytes($1.history ?? []) } + reasons
      + (between?.mutation.utf8.count ?? 0)
  }
}
