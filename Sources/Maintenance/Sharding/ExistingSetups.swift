import OrderedJSON
import Recordings

/// The setups in the target of a merge that the shards recorded with other ids, although sessions stay that have the
/// existing ones. Such a session would get the new setup, and its own answers with the old ids. An existing setup stays,
/// too, if it is incomplete in the shards.
struct ExistingSetups {
  private(set) var conflicts: [MergeConflict] = []

  /// Compares the setups of the target, whose sessions are read one by one, with the merged ones.
  /// - Throws: `RecordingError` if a file cannot be read.
  init(of target: ShardFolder, _ sessions: SessionMerge) throws {
    let reader = try ShardReader(target)
    var setups: [(recording: SessionRecording, file: String)] = []
    var (staying, count): ([String], Int) = ([], 0)
    for file in reader.files {
      guard let recording = try reader.recording(inFile: file) else { continue }
      let merged = sessions.chosen[recording.name]
      if merged.map({ $0.isIncomplete && !recording.isIncomplete }) ?? !recording.isScope {
        count += 1
        if staying.count < 3 { staying.append(RecordingError.shown(.string(recording.name))) }
      }
      if let merged, merged.isScope, !merged.isCopy, recording.isScope, !recording.isIncomplete,
        !merged.isIncomplete || sessions.recorded.contains(merged.shard)
      {
        setups.append((recording, file))
      }
    }
    guard count > 0 else { return }
    let names = staying.joined(separator: ", ") + (count > staying.count ? " and \(count - staying.count) more" : "")
    for (recording, file) in setups {
      guard let path = try sessions.fileWithOtherIDs(than: recording, inFile: file, of: target) else { continue }
      conflicts.append(
        MergeConflict(
          endpoint: sessions.endpoint, session: recording.name,
          "the setup has other ids than in \(target.recordings), where sessions stay that have those: \(names).",
          [
            "in \(path)",
            "Create the shards from the existing recordings, so that its ids stay (understudy shard init FOLDER --from \(RecordingError.shellQuoted(target.recordings))), and record them again. If the tests of these sessions are gone, remove the sessions first: understudy prune --sessions --report FILE",
          ]))
    }
  }
}
