import OrderedJSON
import Recordings

// The answers of setups that several shards recorded.

extension SessionMerge {
  /// An answer of a setup, and its request with the hash of its key.
  typealias SetupAnswer = (key: ContentHash, request: SessionRecording.Request, answer: ShardReader.Answer)

  /// Returns the first answer of a setup that differs in a shard, apart from ids that are renamed, and times. The tests of
  /// that shard expect what it got. `known` has the answers of `merged`.
  func answerConflict(
    _ name: String, _ known: [SetupAnswer], of merged: Source, _ other: Source
  ) throws -> MergeConflict? {
    var others: [ContentHash: ArraySlice<ShardReader.Answer>] = [:]
    for (key, _, answer) in try answers(of: other) { others[key, default: []].append(answer) }
    for (key, request, answer) in known {
      guard let second = others[key]?.popFirst() else { continue }
      let (left, right) = (try answer.response(), try second.response())
      guard left.digest(ignoring: answer.volatile) != right.digest(ignoring: answer.volatile),
        let difference = Self.difference(left, right, ignoring: answer.volatile)
      else { continue }
      let paths = [merged, other].map { shards[$0.shard].file(ofSession: $0.file).path }
      return MergeConflict(
        endpoint: endpoint, session: name, "\(request.title) of the setup got different answers.",
        [
          "in \(paths[0]): \(difference.left)", "in \(paths[1]): \(difference.right)",
          difference.isSecret
            ? "The placeholder of a secret depends on the values that the setup sent. Record a test of this setup without shards, for example into recordings. Then create the folder of each shard again with shard init, which copies the setup, and record the shards again."
            : "The tests of a shard expect what its setup got. Reset the API's data before each shard, or record all tests of this setup in one shard. Then record the shards again. If the value changes by itself and no test reads it again, first add it to volatile in \(EndpointFolder.configurationFileName).",
        ])
    }
    return nil
  }

  /// Notes the first value of a shard's setup that is volatile by a rule and another one than in the merged answer.
  mutating func noteRuledValue(_ setup: ShardReader.Session, ofShard number: Int) throws {
    for answer in setup.answers where !answer.volatile.hasOnlyExtensions {
      guard let merged = setupAnswers[answer.place] else {
        setupAnswers[answer.place] = answer
        continue
      }
      guard ruledValues[number] == nil,
        let difference = Self.difference(try merged.response(), try answer.response())
      else { continue }
      ruledValues[number] = "in \(setup.recording.name), \(difference.right)"
    }
  }

  /// The answers of a recording as they are merged, in order.
  func answers(of source: Source) throws -> [SetupAnswer] {
    guard let session = try session(of: source) else { return [] }
    let shard = shards[source.shard]
    let path = shard.file(ofSession: source.file).path
    let byPlace = Dictionary(session.answers.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
    let keys = try shard.store().resolved(session.recording, file: path).joined().map(\.key.hash)
    return zip(session.recording.requests, keys).flatMap { request, key in
      request.answers.compactMap { id in
        byPlace[SessionStore.place(of: id, inFolder: request.operation)].map { (key, request, $0) }
      }
    }
  }

  /// The first values that differ, apart from times, and from those in some places, or else in `extensions`, and whether
  /// both are placeholders of secrets; nil if there are none.
  private static func difference(
    _ left: RecordedResponse, _ right: RecordedResponse, ignoring places: VolatilePlaces? = nil
  ) -> (left: String, right: String, isSecret: Bool)? {
    guard left.status == right.status else { return ("status \(left.status)", "status \(right.status)", false) }
    guard let one = left.body.json, let other = right.body.json else { return ("another body", "another body", false) }
    let old = places?.removed(from: one) ?? one
    let new = places?.removed(from: other) ?? other
    for difference in JSON.differences(from: old, to: new, limit: 1_000) where !EndpointRules.isTime(difference) {
      let path = difference.path.description
      if places == nil, path.hasPrefix("extensions") { continue }
      switch difference.kind {
      case .changed(let one, let two):
        let areSecrets = [one, two].allSatisfy { $0.stringValue.map(Placeholder.isOne) ?? false }
        return ("\(path) is \(one.brief(limit: 60))", "\(path) is \(two.brief(limit: 60))", areSecrets)
      case .missing(let one): return ("\(path) is \(one.brief(limit: 60))", "\(path) is missing", false)
      case .unexpected(let two): return ("\(path) is missing", "\(path) is \(two.brief(limit: 60))", false)
      }
    }
    return nil
  }
}
