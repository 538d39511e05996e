import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// What the endpoint handed out in this run in the place of what it had handed out when it was recorded: ids of what
/// mutations made, tokens of log-ins. A recorded request names the recorded ones; the endpoint wants its own.
struct LiveValues {
  private var live: [String: String] = [:]
  /// Recorded ids that the endpoint did not hand out again: named as they are, they would be another object's.
  private var replaced: Set<String> = []

  /// What stands for a recorded text now; nil where nothing does.
  subscript(recorded: String) -> String? { live[recorded] }

  /// Takes up the ids that an answer handed out, by where they stand in the recorded one.
  ///
  /// A short id in a list is left alone: the order of a list may be another now.
  mutating func note(_ now: Trace, standingFor recorded: Trace) {
    let ids = Dictionary(now.handedOut.map { ($0.path, $0.id.text) }, uniquingKeysWith: { first, _ in first })
    for old in recorded.handedOut where live[old.id.text] == nil {
      if ids[old.path] != old.id.text { replaced.insert(old.id.text) }
      guard let id = ids[old.path], old.id.text.utf8.count >= 16 || !old.path.contains("[") else { continue }
      live[old.id.text] = id
    }
  }

  /// Takes up what stands in an answer where the recorded one has a pseudonym.
  mutating func noteSecrets(in now: JSON, recorded: JSON) {
    switch (now, recorded) {
    case (.string(let secret), .string(let pseudonym)) where Caller.isHandedOut(pseudonym): live[pseudonym] = secret
    case (.array(let now), .array(let recorded)):
      for (now, recorded) in zip(now, recorded) { noteSecrets(in: now, recorded: recorded) }
    case (.object(let now), .object(let recorded)):
      for member in recorded.members {
        if let value = now[member.name] { noteSecrets(in: value, recorded: member.value) }
      }
    default: break
    }
  }

  /// Recorded variables as the endpoint is to get them.
  ///
  /// - Throws: why they cannot be had: what was a secret is not kept.
  func filled(_ variables: JSONObject) throws(NotAsked) -> JSONObject {
    guard case .object(let filled) = try filled(.object(variables), at: []) else { return variables }
    return filled
  }

  private func filled(_ value: JSON, at path: JSONPath) throws(NotAsked) -> JSON {
    switch value {
    case .string(let text):
      if let live = live[text] { return .string(live) }
      if replaced.contains(text) { throw NotAsked(.staleID) }
      if text.hasPrefix(UploadedFile.prefix) { throw NotAsked(.upload) }
      guard StandIn.isOne(text) else { return value }
      let name = path.description
      throw NotAsked(VariableRule.isPlaceholder(text) ? .placeholder(name) : .secret(name))
    case .array(let elements):
      var filled: [JSON] = []
      for (index, element) in elements.enumerated() {
        filled.append(try self.filled(element, at: path.appending(.index(index))))
      }
      return .array(filled)
    case .object(let object):
      var filled: [JSONObject.Member] = []
      for member in object.members {
        filled.append(.init(member.name, try self.filled(member.value, at: path.appending(.name(member.name)))))
      }
      return .object(JSONObject(filled))
    case .number:
      // Nobody knows whether it is that id or just a number: what is not sent harms nobody.
      if replaced.contains(value.compactText) { throw NotAsked(.staleID) }
      return value
    case .null, .bool: return value
    }
  }
}

extension LiveValues {
  /// Whether an operation's text names an id that another one stands for now: it cannot be put in its place there.
  func areNamed(in document: Document) -> Bool {
    guard !replaced.isEmpty else { return false }
    var visitor = StaleLiterals(ids: replaced)
    document.visit(with: &visitor)
    return visitor.isFound
  }
}

private struct StaleLiterals: DocumentVisitor {
  let ids: Set<String>
  var isFound = false

  mutating func enter(_ value: Value) -> VisitStep {
    switch value {
    case .string(let text): isFound = isFound || ids.contains(text.value)
    case .int(let digits, _): isFound = isFound || ids.contains(digits)
    default: break
    }
    return .descend
  }
}

/// A recorded request that cannot be asked, and why.
struct NotAsked: Error {
  let reason: Unasked

  init(_ reason: Unasked) { self.reason = reason }
}
