import OrderedJSON
import Recordings
import Replay

/// The setups in the target of a merge that the shards recorded with other ids, although tests stay that no shard recorded.
/// Such a test would get the new setup, and its own answers with the old ids.
struct ExistingSetups {
  private(set) var conflicts: [MergeConflict] = []

  /// A setup whose ids change.
  private struct Changed {
    let name: String
    /// The path of its recording in a shard.
    let path: String
    /// The beginning of the names of its tests, as the plugin for pytest names fixtures.
    let place: Substring
    /// Up to three tests that stay, and their number.
    var tests: (names: [String], count: Int) = ([], 0)
  }

  /// Compares the setups of the target with the merged ones. Other sessions are read only if a setup's ids change.
  /// - Throws: `RecordingError` if a file cannot be read.
  init(of target: ShardFolder, _ merge: SessionMerge) throws {
    var changed: [Changed] = []
    let scopes = merge.chosen.filter { $0.value.isScope && !$0.value.isCopy && !$0.value.isIncomplete }
    guard !scopes.isEmpty else { return }
    let store = try target.store()
    for (name, merged) in scopes.sorted(by: { $0.key.precedesByScalars($1.key) }) {
      guard let (existing, file) = try store.sessions.recording(of: name), existing.isScope, !existing.isIncomplete,
        ContentHash(of: SessionFormat.encode(existing)) != merged.hash
      else { continue }
      let requests = try store.resolved(existing, file: target.file(ofSession: file).path).joined()
      // A damaged answer is replaced.
      let ids = try merge.issuedIDs(Array(requests)) { try? store.sessions.answer($0, inFolder: $1) }
      guard try !ids.isSubset(of: merge.issuedIDs(of: merged)) else { continue }
      let place = name.ranges(of: "fixture ").last.map { name[..<$0.lowerBound] } ?? ""
      changed.append(
        Changed(name: name, path: merge.shards[merged.shard].file(ofSession: merged.file).path, place: place))
    }
    guard !changed.isEmpty else { return }
    for file in store.sessions.files {
      guard let session = try store.sessions.recording(inFile: file), !session.isScope,
        merge.chosen[session.name].map({ $0.isIncomplete && !session.isIncomplete }) ?? true
      else { continue }
      for index in changed.indices where session.name.hasPrefix(changed[index].place) {
        changed[index].tests.count += 1
        if changed[index].tests.count <= 3 { changed[index].tests.names.append(session.name) }
      }
    }
    let folder = RecordingError.shellQuoted(target.recordings)
    for setup in changed where setup.tests.count > 0 {
      let tests = ShardMerge.list(setup.tests.names, of: setup.tests.count)
      conflicts.append(
        MergeConflict(
          endpoint: merge.endpoint, session: setup.name,
          "the setup has other ids than in \(target.recordings). Tests that no shard recorded may have those: \(tests).",
          [
            "in \(setup.path)",
            "Record these tests, too. Or create the shards from the existing recordings, so that the ids stay (understudy shard init FOLDER --from \(folder)), and record the shards again, without --replace. If the tests are gone, remove their sessions: understudy prune --sessions --report FILE --recordings \(folder)",
          ]))
    }
  }
}
