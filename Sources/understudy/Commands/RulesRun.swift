import ArgumentParser
import Maintenance
import OrderedJSON
import Recordings

/// `understudy check --rules`: lists or applies what the rules of each endpoint change in its recordings.
struct RulesRun {
  let command: CheckCommand

  func run() throws {
    var isFine = true
    for check in try checks() {
      write(check)
      // After --apply, changes are done. Only problems need attention.
      if command.apply ? check.hasProblems : check.needsAttention { isFine = false }
    }
    if !isFine { throw ExitCode(1) }
  }

  private func checks() throws -> [RulesCheck] {
    let (recordings, schemas) = (command.recordings.recordings, command.schemas.schemas)
    do {
      let names = try command.endpoint.map { [$0] } ?? RecordingsFolder(path: recordings).endpoints.map(\.name)
      return try names.map { name in
        command.apply
          ? try RulesCheck.apply(recordings: recordings, endpoint: name, schemas: schemas)
          : try RulesCheck.rehearse(recordings: recordings, endpoint: name, schemas: schemas)
      }
    } catch {
      throw WorkFailure("\(error)")
    }
  }

  private func write(_ check: RulesCheck) {
    if command.json {
      Terminal.out(
        JSON.object([
          "event": "rules", "endpoint": .string(check.endpoint), "applied": .bool(command.apply),
          "changes": .array(check.changeLines.map { .string($0) }),
          "findings": .array(check.findingLines.map { .string($0) }),
        ]))
      return
    }
    for line in check.findingLines + check.changeLines { Terminal.out(line) }
    let count = check.changeLines.count
    let changes = count == 0 ? "no recording" : count == 1 ? "1 recording" : "\(count) recordings"
    let advice = count == 0 || command.apply ? "" : " To apply: understudy check --rules --apply"
    Terminal.out(
      "\(check.endpoint): the rules \(command.apply ? "changed" : "would change") \(changes).\(advice)")
  }
}
