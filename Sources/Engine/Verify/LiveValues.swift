import OrderedJSON
import Recordings
import Replay

/// What the endpoint handed out in this run in the place of what it had handed out when it was recorded: ids of what
/// mutations made, tokens of log-ins. A recorded request names the recorded ones; the endpoint wants its own.
///
/// A mutation that names a recorded one may hit an object of somebody else's, to whom the endpoint has given that id
/// meanwhile. So what is not known to be one of this run's is not sent (`filled`).
struct LiveValues {
  private var live: [String: String] = [:]
  /// Ids that the endpoint did not hand out again.
  private var stale: Set<String> = []
  /// Values of mutations' answers that are other ones now. Nothing says that they are ids, and they may be.
  private var unclear: Set<String> = []

  /// What stands for a recorded text now; nil where nothing does.
  subscript(recorded: String) -> String? { live[recorded] }

  // MARK: Learning

  /// Takes up what stands in an answer where the recorded one has a pseudonym.
  mutating func noteSecrets(in now: JSON, recorded: JSON) {
    for (old, new) in AnswerLeaves(of: recorded).beside(now) {
      if case .string(let pseudonym) = old.value, Caller.isHandedOut(pseudonym), case .string(let secret)? = new {
        live[pseudonym] = secret
      }
    }
  }

  /// Takes up what a mutation's answer handed out, by where it stands in the recorded one.
  ///
  /// A short id in a list gets no other one: the order of a list may be another now.
  ///
  /// - Parameters:
  ///   - answer: of now, and the recorded one.
  ///   - trace: of both.
  ///   - request: what the recorded request named itself. An answer that repeats it has not made it.
  mutating func noteMutation(
    _ answer: (now: JSON?, recorded: JSON?), _ trace: (now: Trace, recorded: Trace), request: IDPlaces.Values
  ) {
    let ids = Dictionary(trace.now.handedOut.map { ($0.path, $0.id.text) }, uniquingKeysWith: { first, _ in first })
    for old in trace.recorded.handedOut {
      let (text, new) = (old.id.text, ids[old.path])
      if text != new { replace(text, by: new, isInList: old.path.contains("[")) }
    }
    for (old, new) in AnswerLeaves(of: answer.recorded ?? .null).beside(answer.now ?? .null) {
      let id = new.flatMap { ObjectID($0)?.text }
      guard let text = old.id, text != id else { continue }
      if ObjectID.isName(old.key) || Self.isToken(text) {
        if !request.ids.contains(text) { replace(text, by: id, isInList: old.isInList) }
      } else if Self.mayBeID(text), !request.all.contains(text) {
        unclear.insert(text)
      }
    }
  }

  /// Takes up which ids a query's answer behind a mutation has no more: `tickets` tells the one that was made.
  ///
  /// - Parameters:
  ///   - answer: of now, and the recorded one.
  ///   - trace: of both.
  ///   - known: the ids of before all mutations. They name what they named.
  mutating func noteQuery(
    _ answer: (now: JSON?, recorded: JSON?), _ trace: (now: Trace, recorded: Trace), known: Set<String>
  ) {
    let there = Self.ids(answer.now).union(trace.now.ids.map(\.text))
    for (old, new) in AnswerLeaves(of: answer.recorded ?? .null).beside(answer.now ?? .null) {
      guard let text = old.id, ObjectID.isName(old.key), !there.contains(text), !known.contains(text) else { continue }
      replace(text, by: old.isInList ? nil : new.flatMap { ObjectID($0)?.text }, isInList: old.isInList)
    }
    for old in trace.recorded.handedOut where !there.contains(old.id.text) && !known.contains(old.id.text) {
      let isInList = old.path.contains("[")
      let new = isInList ? nil : trace.now.handedOut.first { $0.path == old.path }?.id.text
      replace(old.id.text, by: new, isInList: isInList)
    }
  }

  /// The ids of an answer, as the names of its members tell.
  static func ids(_ answer: JSON?) -> Set<String> {
    Set(AnswerLeaves(of: answer ?? .null).all.compactMap { ObjectID.isName($0.key) ? $0.id : nil })
  }

  private mutating func replace(_ old: String, by new: String?, isInList: Bool) {
    guard !StandIn.isOne(old) else { return }
    stale.insert(old)
    // What stands for it keeps standing for it: later answers have it elsewhere.
    guard live[old] == nil, let new, Self.isToken(old) || !isInList, !old.contains("{") else { return }
    live[old] = new
  }

  /// Long enough, and of one piece, so that it is nothing else by chance: a UUID, a cuid, an object id of MongoDB.
  private static func isToken(_ text: String) -> Bool {
    text.utf8.count >= 16 && text.utf8.allSatisfy { $0 > 0x20 }
  }

  /// Numbers and slugs may be ids; prose is none, nor is what looks like an enum's value.
  private static func mayBeID(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > 0x20 }
      && text.utf8.contains { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 >= 0x80 }
  }

  // MARK: Filling in

  /// Recorded variables as the endpoint is to get them.
  ///
  /// - Parameters:
  ///   - variables: as recorded.
  ///   - places: where ids stand in them, and in the operation's text.
  ///   - isMutation: whether they are a mutation's. A query with another object's id only gets another answer.
  /// - Returns: them, with the ids and secrets of now.
  /// - Throws: why they cannot be had: what was a secret is not kept, and an id may be somebody else's now.
  func filled(_ variables: JSONObject, _ places: IDPlaces, isMutation: Bool) throws(NotAsked) -> JSONObject {
    for literal in places.literals where live[literal.text] != nil || stale.contains(literal.text) {
      if isMutation || literal.isID || Self.isToken(literal.text) { throw NotAsked(.staleID) }
    }
    if isMutation, places.literals.contains(where: { unclear.contains($0.text) }) { throw NotAsked(.unclearID) }
    var filled: [JSONObject.Member] = []
    let filling = Filling(places: places, isMutation: isMutation)
    for member in variables.members {
      let value = try self.filled(member.value, at: [.name(member.name)], places[variable: member.name], filling)
      filled.append(.init(member.name, value))
    }
    return JSONObject(filled)
  }

  private struct Filling {
    let places: IDPlaces
    let isMutation: Bool
  }

  private func filled(
    _ value: JSON, at path: JSONPath, _ place: IDPlaces.Place, _ filling: Filling
  ) throws(NotAsked) -> JSON {
    switch value {
    case .string(let text):
      if Caller.isHandedOut(text), let secret = live[text] { return .string(secret) }
      if let id = try id(text, place, filling) { return .string(id) }
      if text.hasPrefix(UploadedFile.prefix) { throw NotAsked(.upload) }
      guard StandIn.isOne(text) else { return value }
      let name = path.description
      throw NotAsked(VariableRule.isPlaceholder(text) ? .placeholder(name) : .secret(name))
    case .number:
      guard let text = ObjectID(value)?.text, let id = try id(text, place, filling) else { return value }
      // Of a number that became a string, the string; anything else is one number for another.
      return (try? JSON.parse(Array(id.utf8))).flatMap { $0.numberValue == nil ? nil : $0 } ?? .string(id)
    case .array(let elements):
      var filled: [JSON] = []
      for (index, element) in elements.enumerated() {
        filled.append(try self.filled(element, at: path.appending(.index(index)), place, filling))
      }
      return .array(filled)
    case .object(let object):
      // An id of several parts: nobody knows which of them to put in its place.
      if object.count > 1, let id = ObjectID(value), stale.contains(id.text) { throw NotAsked(.staleID) }
      var filled: [JSONObject.Member] = []
      for member in object.members {
        let inner = filling.places.member(member.name, of: place)
        filled.append(
          .init(member.name, try self.filled(member.value, at: path.appending(.name(member.name)), inner, filling)))
      }
      return .object(JSONObject(filled))
    case .null, .bool: return value
    }
  }

  /// What goes to the endpoint in the place of a text; nil for the text itself.
  private func id(_ text: String, _ place: IDPlaces.Place, _ filling: Filling) throws(NotAsked) -> String? {
    let isID = place.isID || Self.isToken(text)
    if isID, let id = live[text] { return id }
    if isID, stale.contains(text) { throw NotAsked(.staleID) }
    if filling.isMutation, stale.contains(text) || unclear.contains(text) { throw NotAsked(.unclearID) }
    return nil
  }
}

/// A recorded request that cannot be asked, and why.
struct NotAsked: Error {
  let reason: Unasked

  init(_ reason: Unasked) { self.reason = reason }
}
