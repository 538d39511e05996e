import EndpointConfiguration
import Engine
import OrderedJSON
import Recordings
import Redaction
import SchemaSources

/// A new folder for one shard's recordings (`understudy shard init`).
///
/// It has what all shards must share, so that their recordings can be merged: `endpoint.yaml`, the salt, the texts of
/// persisted queries, and the recorded setups, whose ids the tests of every shard then get.
package struct ShardSetup {
  /// A line for each endpoint.
  package private(set) var lines: [String] = []
  private let folder: String

  /// Creates the folder with the endpoints of the folder `from`, or the named one. With `upstream`, the endpoint is that
  /// of the URL, as in `understudy record`, and `from` need not have it.
  /// - Throws: `ConfigurationError` if the folder is not empty, or there is no endpoint; `RecordingError` if a file cannot
  ///   be read or written.
  package init(_ folder: String, from: String, upstream: String?, endpoint: String?) throws {
    self.folder = folder
    if try FileReading.exists(folder) {
      let names = try FileReading.names(inFolder: folder) + FileReading.folders(inFolder: folder)
      guard names.isEmpty else {
        throw ConfigurationError(
          "\(folder) is not empty, so nothing was written. Choose another folder.")
      }
    }
    if let upstream {
      let url = try UpstreamURL(upstream)
      let name = try Endpoints.name(endpoint, of: url, in: folder)
      let source = EndpointFolder(name: name, below: from)
      if endpoint == nil { try source.requireHost(of: url) }
      try add(source, upstream: url)
      return
    }
    guard try FileReading.exists(from), try !RecordingsFolder(path: from).endpoints.isEmpty else {
      throw ConfigurationError(
        "There are no recordings in \(from)/ to start from. For a new API, name it: understudy shard init \(RecordingError.shellQuoted(folder)) --upstream \(UpstreamURL.example) --endpoint shop"
      )
    }
    for source in try Endpoints.maintainedFolders(recordings: from, endpoint: endpoint) { try add(source) }
  }

  private mutating func add(_ source: EndpointFolder, upstream: UpstreamURL? = nil) throws {
    guard try !source.hasUnfinishedRewriting() else { throw RecordingError.unfinishedRewriting(source.path) }
    let target = EndpointFolder(name: source.name, below: folder)
    let configuration = try source.configuration()
    for manifest in configuration.persistedQueries
    where try !configuration.innerManifests.contains(manifest.name)
      && FileReading.exists(manifest.path(below: source.path))
      && !FileReading.exists(manifest.path(below: target.path))
    {
      throw ConfigurationError(
        "\(source.configurationPath) names the file \(manifest.name), which is not at the same place from \(target.path). Choose a folder beside \(source.parent), such as shard-1, or write an absolute path in endpoint.yaml."
      )
    }
    try FileWriting.makeFolders(target.path)
    let files = [EndpointFolder.configurationFileName, RedactionSalt.fileName, PersistedDocuments.fileName]
    for file in files + configuration.innerManifests {
      guard let bytes = try FileReading.bytes(ifPresent: "\(source.path)/\(file)") else { continue }
      if let slash = file.lastIndex(of: "/") { try FileWriting.makeFolders("\(target.path)/\(file[..<slash])") }
      _ = try FileWriting.replace("\(target.path)/\(file)", by: bytes)
    }
    _ = try target.writeSaltIfAbsent(RedactionSalt(endpoint: target.name))
    var kept = ""
    switch try upstream.map({ try target.remember($0) }) {
    case .byHand(let line)?:
      throw ConfigurationError("\(target.configurationPath) cannot be edited safely. Add this line to it: \(line)")
    case .known?:
      if let upstream, let known = configuration.upstream, known != upstream.remembered.url {
        kept =
          " Its endpoint.yaml still has the upstream \(known.shown). To record \(upstream.shown), name it: understudy exec --mode record --recordings \(RecordingError.shellQuoted(folder)) --upstream \(upstream.shown) --endpoint \(target.name) -- <your command>"
      }
    case .written?, nil: break
    }
    let count = try copySetups(source, to: target, rules: configuration.rules)
    let setups = count == 0 ? "" : count == 1 ? ", with 1 recorded setup" : ", with \(count) recorded setups"
    lines.append(RecordingError.printable("Created \(target.path)\(setups).\(kept)"))
  }

  /// Copies the recordings of scopes, so that each shard writes their ids, not those of its own run.
  private func copySetups(_ source: EndpointFolder, to target: EndpointFolder, rules: EndpointRules) throws -> Int {
    guard try FileReading.exists(source.path) else { return 0 }
    let store = try source.store(readingAllUpTo: 0, rules: rules)
    let copy = try target.store(readingAllUpTo: 0, rules: rules)
    var count = 0
    for file in store.sessions.files {
      guard var recording = try store.sessions.recording(inFile: file), recording.isScope, !recording.isIncomplete
      else {
        continue
      }
      var folders: [String: String] = [:]
      for request in try store.resolved(recording, file: "\(store.sessions.folder)/\(file)").joined() {
        let folder = try copy.requireFolder(of: request.key.document, document: request.document)
        folders[FolderName.identity(request.request.operation)] = folder
        for id in request.request.answers {
          let answer = try store.sessions.answer(id, inFolder: request.request.operation)
          try BodyFile.write(answer, inFolder: target.path)
          _ = try copy.sessions.write(answer, as: id, inFolder: folder)
        }
      }
      recording = recording.renaming { folders[FolderName.identity($0)] ?? $0 }
      recording.isCopy = true
      var beginning = try copy.sessions.beginning(of: recording.name)
      _ = try copy.sessions.save(recording, since: &beginning)
      count += 1
    }
    return count
  }
}
