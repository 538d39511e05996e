import EndpointConfiguration
import Engine
import GraphQLSchema
package import OrderedJSON
import Recordings
import Replay
import SchemaSources

/// The findings of `understudy check`: problems of recordings, and their differences from the schema.
package struct RecordingsCheck: Sendable {
  /// The problems: schemas that are not read, then by endpoint its schema, configuration and recordings in file order.
  package private(set) var findings: [CheckFinding] = []
  /// The notes, in the same order.
  package private(set) var notes: [CheckFinding] = []
  package private(set) var count = 0
  package private(set) var endpoints: [String] = []
  private var said: Set<CheckFinding> = []

  /// Checks every endpoint with recordings or a schema, or only the named one.
  /// - Throws: if there is no such folder, or nothing in it to check.
  package init(recordings: String, schemas: String, endpoint: String?) throws {
    let files = try SchemaFiles(folder: schemas)
    // A project that only generates data has no recordings.
    let hasOnlySchemas = try !files.names.isEmpty && !FileReading.exists(recordings)
    let recorded = hasOnlySchemas ? [] : try RecordingsFolder(path: recordings).endpoints.map(\.name)
    let all = Set(recorded + files.names).sorted { $0.precedesByScalars($1) }
    let names = try Endpoints.chosen(endpoint, from: all, what: "folder", place: recordings)
    if names.isEmpty { throw Endpoints.noRecordings(in: recordings) }
    if hasOnlySchemas, recordings != RecordingsFolder.usualPath {
      notes.append(
        CheckFinding(
          .note, file: recordings, "there is no such folder, so only schemas are checked. Correct it if it is a typo."))
    }
    add(
      files.ignored(for: endpoint).map { ignored in
        CheckFinding(.finding, file: "\(schemas)/\(ignored.file)", ignored.sentence(inFolder: schemas))
      })
    for name in names {
      endpoints.append(name)
      let (schema, problems) = files.checkedSchema(of: name)
      add(problems)
      if problems.isEmpty { add(Self.fakes(EndpointFolder(name: name, below: recordings), files)) }
      guard recorded.contains(name) else { continue }
      let folder = EndpointFolder(name: name, below: recordings)
      if schema == nil, problems.isEmpty {
        let upstream = (try? folder.configuration())?.upstream?.shown
        let sentence =
          "there is no schema \(schemas)/\(name).graphqls, so operations and responses are not checked against one. To check them: understudy schema fetch \(upstream ?? UpstreamURL.example) --output \(schemas)/\(name).graphqls"
        add([CheckFinding(.note, file: folder.path, sentence)])
      }
      check(folder, schema, files)
    }
  }

  /// Returns the problems of the `fakes` section. Problems of `endpoint.yaml` as a whole are reported elsewhere.
  private static func fakes(_ folder: EndpointFolder, _ files: SchemaFiles) -> [CheckFinding] {
    guard let said = try? folder.configuration().fakes else { return [] }
    let path = "\(folder.path)/\(EndpointFolder.configurationFileName)"
    do {
      guard let faked = try FakedSchema(of: folder.name, in: files, said, configurationPath: path) else { return [] }
      let found = (faked.errors + faked.warnings).map { CheckFinding($0, in: faked.path) }
      return found + faked.fixtureProblems(endpoint: folder.name).map { CheckFinding(.finding, $0) }
    } catch let error as RecordingError {
      return [CheckFinding(error)]
    } catch {
      return [CheckFinding(.finding, "\(error)")]
    }
  }

  /// Returns the problems of the manifests of persisted documents.
  private static func persisted(_ folder: EndpointFolder, _ configuration: EndpointConfiguration) -> [CheckFinding] {
    do throws(RecordingError) {
      return try PersistedDocuments.load(folder, configuration.persistedQueries).warnings.map {
        CheckFinding(.finding, $0)
      }
    } catch {
      return [CheckFinding(error)]
    }
  }

  /// Reports files left by killed recorders.
  private static func leftovers(
    _ leftovers: Leftovers, in folder: EndpointFolder, _ configuration: EndpointConfiguration
  ) -> [CheckFinding] {
    let command =
      "understudy record\(configuration.upstream == nil ? " --upstream \(UpstreamURL.example)" : "") --endpoint \(folder.name)"
    var found: [CheckFinding] = []
    if leftovers.unwritten > 0, let file = leftovers.counts.first {
      let sentence =
        "\(leftovers.unwrittenSentence(endpoint: folder.name)) To record that run again: \(command), then send its requests."
      found.append(CheckFinding(.finding, file: file, sentence))
    }
    if let first = leftovers.temporary.first {
      let more = leftovers.temporary.count > 1 ? " (And \(leftovers.temporary.count - 1) more.)" : ""
      let sentence =
        "a recorder that was killed left this temporary file. The next recorder removes it. To run one: \(command)\(more)"
      found.append(CheckFinding(.note, file: first, sentence))
    }
    return found
  }

  private mutating func check(_ folder: EndpointFolder, _ schema: Schema?, _ schemas: SchemaFiles) {
    do {
      let configuration = try folder.configuration()
      add(Self.leftovers(try folder.leftovers(), in: folder, configuration))
      add(Self.persisted(folder, configuration))
      let store = try folder.store(readingAllUpTo: 0, rules: configuration.rules)
      let sessions = store.sessionIndex()
      add(sessions.problems.map { CheckFinding($0) })
      count += store.fileCount + store.sessions.count
      let rules = ValidationRule.rules(configuration.validation)
      var names = RecordedNames()
      for entry in store.entries { checkOperation(entry, of: store, sessions, schema, rules, &names) }
      // Names in rules that are not in the schema, or operations that are not recorded.
      let (unknown, others) = configuration.mentions.held(against: schema)
      add(unknown.map { CheckFinding($0, in: folder) })
      // Without recordings, the rules are for future ones or for generated data.
      if store.fileCount + store.sessions.count > 0 {
        add(names.neverRecorded(others).map { CheckFinding($0, in: folder) })
      }
      guard let replayIndex = try Endpoints.endpoint(folder, schema: schema).wholeReplayIndex else { return }
      add(
        replayIndex.unreachable.map { place in
          let sentence =
            "the answer in state \(place.state) can never be served, because no recorded mutation leads to that state. Was a mutation's file deleted? Restore it, record again, or delete this state."
          return CheckFinding(.finding, file: "\(folder.path)/\(place.file)", sentence)
        })
      add(replayIndex.undeliverable.map { CheckFinding($0, below: folder.path) })
      // The unused answers are unknown if a session cannot be read.
      if sessions.problems.isEmpty { add(Self.unused(try store.unusedAnswers(sessions), folder)) }
    } catch let error as RecordingError {
      add([CheckFinding(error)])
    } catch {
      add([CheckFinding(.finding, "\(error)")])
    }
  }

  private static func unused(_ answers: [String], _ folder: EndpointFolder) -> [CheckFinding] {
    guard let first = answers.first else { return [] }
    let more = answers.count > 1 ? " (And \(answers.count - 1) more.)" : ""
    let sentence = "no session uses this answer. To remove it: understudy prune --yes\(more)"
    return [CheckFinding(.note, file: "\(folder.path)/\(first)", sentence)]
  }

  private mutating func checkOperation(
    _ entry: OperationEntry, of store: RecordingStore, _ sessions: SessionIndex, _ schema: Schema?,
    _ rules: [ValidationRule], _ names: inout RecordedNames
  ) {
    let folder = entry.folder
    var problems: [CheckFinding] = []
    do {
      var check: OperationCheck?
      var uncarried: UncarriedRule?
      if let (document, key) = try store.document(inFolder: folder) {
        if let note = Self.misleadingName(entry, key, "\(store.path)/\(folder)") { add([note]) }
        names.add(document)
        uncarried = UncarriedRule(document, store.rules)
        if let schema {
          let path = store.operationPath(inFolder: folder)
          add(CheckFinding.untypedCoordinates(document, store.rules, schema, path: path))
          check = try OperationCheck(document, path: path, schema: schema, rules: rules)
        }
      }
      try store.readEach(inFolder: folder) { recording in
        switch recording {
        case .success(let stored):
          check?.check(stored)
          if let finding = uncarried?.finding(stored) { problems.append(finding) }
        case .failure(let error): problems.append(CheckFinding(error))
        }
      }
      var seen: Set<String> = []
      for request in sessions.requests(inFolder: folder) {
        do throws(RecordingError) {
          for stored in try store.answers(to: request)
          where seen.insert("\(stored.file) \(stored.key.hash.hex)").inserted { check?.check(stored, of: request) }
        } catch {
          problems.append(CheckFinding(error))
        }
      }
      add(problems)
      add(check?.found() ?? [])
    } catch let error as RecordingError {
      add(problems + [CheckFinding(error)])
    } catch {
      add(problems + [CheckFinding(.finding, "\(error)")])
    }
  }

  /// Reports a folder named after another operation. Such a name has no effect, but misleads people.
  private static func misleadingName(_ entry: OperationEntry, _ key: DocumentKey, _ path: String) -> CheckFinding? {
    guard let right = entry.correctedName(for: key), let said = entry.operationName, let name = key.name else {
      return nil
    }
    let sentence =
      "the folder is named after operation \"\(said)\", but contains \"\(name)\" and answers only its requests. Rename the folder to \(right). If clients use the new name: understudy mv \(name) \(said)"
    return CheckFinding(.note, file: path, sentence)
  }

  private mutating func add(_ found: [CheckFinding]) {
    for finding in found where said.insert(finding).inserted {
      switch finding.kind {
      case .finding: findings.append(finding)
      case .note: notes.append(finding)
      }
    }
  }

  // MARK: For people

  /// The last line: `2 findings in 3 recordings of 1 endpoint. 1 note.`
  package var summary: String {
    func counted(_ count: Int, _ thing: String) -> String { count == 1 ? "1 \(thing)" : "\(count) \(thing)s" }
    let found = findings.isEmpty ? "No problems" : counted(findings.count, "finding")
    let place = "\(counted(count, "recording")) of \(counted(endpoints.count, "endpoint"))"
    if count == 0, !findings.isEmpty {
      return "\(found). No recording was checked.\(notes.isEmpty ? "" : " \(counted(notes.count, "note")).")"
    }
    return "\(found) in \(place).\(notes.isEmpty ? "" : " \(counted(notes.count, "note")).")"
  }

  package var summaryJSON: JSON {
    .object([
      "event": "summary", "recordings": .int(count), "findings": .int(findings.count), "notes": .int(notes.count),
      "endpoints": .array(endpoints.map { .string($0) }),
    ])
  }
}
