import OrderedJSON
import Testing

@testable import Recordings
@testable import Replay

/// What holds for all rules that come after all recordings.
@Suite struct RuleLawTests {
  static let seeds = 0..<400

  @Test func `rules that come later lose nothing, and are obeyed at once`() throws {
    var (withConflicts, changed, exact) = (0, 0, 0)
    for seed in Self.seeds {
      var model = try RuleModel(seed: seed)
      let before = model.tape
      let baseline = try model.replay(.none)
      let rehearsal = model.apply()
      if !rehearsal.changes.isEmpty { changed += 1 }

      // Done once, done for good.
      let again = model.rehearse()
      #expect(again.changes.isEmpty, "seed \(seed): \(again.changes.map { $0.text(in: "") })")
      #expect(again.refused == rehearsal.refused, "seed \(seed)")

      // What could be reached can be reached.
      #expect(try model.tape.timeline().unreachable == before.timeline().unreachable, "seed \(seed)")
      try expectNothingLost(before, model, rehearsal)

      // Nothing that is refused has changed.
      let files = Dictionary(uniqueKeysWithValues: model.tape.files.map { ($0.path, $0.recording) })
      for file in before.files where rehearsal.refused.contains(file.path) {
        #expect(files[file.path] == file.recording, "seed \(seed)")
      }

      // What was answered exactly is answered exactly, and with what was recorded.
      guard rehearsal.refused.isEmpty else {
        withConflicts += 1
        continue
      }
      for (flow, (old, new)) in zip(baseline, try model.replay(model.rules)).enumerated() {
        for (step, (old, new)) in zip(old, new).enumerated() where old.isExact && old.isRight {
          exact += 1
          #expect(new.isExact && new.isRight, "seed \(seed), flow \(flow), step \(step): \(new)")
        }
      }
    }
    // Otherwise the test would say nothing.
    #expect(changed > 150 && withConflicts > 30 && exact > 1_500, "\(changed) \(withConflicts) \(exact)")
  }

  /// Each answer stands in the recording that its file has become.
  private func expectNothingLost(_ before: RuleTape, _ model: RuleModel, _ rehearsal: RuleRehearsal) throws {
    let rules = model.rules
    let after = try model.tape.recorded(rules)
    for file in before.files where !rehearsal.refused.contains(file.path) {
      let key = file.key.document.key(of: file.recording, rules: rules)
      let ignored = rules.volatilePlaces(of: key.document.name, kind: key.document.kind)
      let now = Set(
        (after[key.hash]?.states ?? []).flatMap(\.responses).map { $0.fingerprint(ignoring: ignored) })
      for response in file.recording.states.flatMap(\.responses) {
        #expect(now.contains(response.fingerprint(ignoring: ignored)), "seed \(model.seed): \(file.path)")
      }
    }
  }
}
