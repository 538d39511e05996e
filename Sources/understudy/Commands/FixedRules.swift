import EndpointConfiguration
import OrderedJSON
import Recordings
import Replay

/// The rules that `exec --fix` added to `endpoint.yaml`, and those that it could not add.
struct FixedRules {
  /// The rules that were added, in the order of the misses.
  private(set) var added: [ClientValueAdvice] = []
  /// The rules that must be added by hand, with the reason.
  private(set) var byHand: [(advice: ClientValueAdvice, reason: String)] = []

  /// Adds the rules that the misses propose.
  init(_ misses: [Miss]) {
    var known: Set<ClientValueAdvice> = []
    var random: [ClientValueAdvice] = []
    for advice in misses.compactMap(\.clientValues) where known.insert(advice).inserted {
      if !advice.looksRandom {
        byHand.append((advice, "the values do not look random. If the client generates them in each run"))
      } else if let index = random.firstIndex(where: { $0.isOfSameOperation(as: advice) }) {
        // So that the lines that are printed are those that are added.
        random[index].lines = random[index].lines.joined(with: advice.lines)
        random[index].hasUnnamedRecordings = random[index].hasUnnamedRecordings || advice.hasUnnamedRecordings
      } else {
        random.append(advice)
      }
    }
    for advice in random {
      do throws(RecordingError) {
        if try advice.lines.add(inFolder: advice.folder) {
          added.append(advice)
        } else {
          byHand.append((advice, "its layout cannot be edited safely. To use the rule"))
        }
      } catch {
        byHand.append((advice, "\(error) Then"))
      }
    }
  }

  /// The result as lines for people.
  var text: [String] {
    if added.isEmpty, byHand.isEmpty {
      return [
        "--fix: added no rule. No file was changed. A rule is added if a request differs from exactly one request of its session's recording, only in values that look random. Record the session again, or write a rule yourself if the client generates the value in each run."
      ]
    }
    var lines: [String] = []
    for advice in added { lines += ["Added to \(advice.file):", ""] + advice.lines.lines + [""] }
    for (advice, reason) in byHand {
      lines += ["NOT ADDED to \(advice.file): \(reason), add these lines yourself, below \"operations:\":", ""]
      lines += advice.lines.linesBelowOperations + [""]
    }
    for advice in added where advice.hasUnnamedRecordings {
      lines.append(
        "Update the recordings of \(advice.lines.operation) without a session: understudy check --rules --apply")
    }
    return added.isEmpty ? lines : lines + ["Run the command again, without --fix."]
  }

  /// The result as a JSON line.
  var json: JSON {
    func object(_ advice: ClientValueAdvice) -> JSONObject {
      ["file": .string(advice.file), "lines": .array(advice.lines.lines.map { .string($0) })]
    }
    return .object([
      "event": "fix", "added": .array(added.map { .object(object($0)) }),
      "notAdded": .array(
        byHand.map { item in
          var members = object(item.advice)
          members["reason"] = .string(item.reason)
          return .object(members)
        }),
    ])
  }
}

extension ClientValueAdvice {
  fileprivate func isOfSameOperation(as other: ClientValueAdvice) -> Bool {
    folder == other.folder && lines.operation == other.lines.operation
  }
}

extension Reporter {
  /// Prints the result of `exec --fix`.
  func fixed(_ rules: FixedRules) {
    if output.json { return Terminal.out(rules.json) }
    Terminal.err(rules.text.joined(separator: "\n"))
  }
}
