package import EndpointConfiguration
import Fakes
import GraphQLLanguage
package import GraphQLSchema
package import Recordings
import Redaction
import Replay
import Requests
package import SchemaSources

/// Loads the endpoints of a run: folders below `recordings`, files below `schemas`.
package enum Endpoints {
  /// Loads the endpoints to record: that of the upstream's URL, or without one every endpoint whose `endpoint.yaml`
  /// names its upstream.
  ///
  /// - Parameters:
  ///   - upstream: the URL of the real API.
  ///   - name: the endpoint's name; without one, the URL gives it.
  ///   - recordings: the folder of recordings.
  ///   - schemas: the folder of schemas, which describe ids and types.
  ///   - replaces: true if the run replaces all unnamed recordings when it has passed, and setups keep their new ids.
  ///   - remembers: true to write the upstream to `endpoint.yaml` with the first recording, if the file names none.
  ///   - isProxy: true to accept that there is none yet, since clients make them by using the proxy.
  /// - Returns: at least one endpoint, unless `isProxy`.
  /// - Throws: `ConfigurationError` if there is nothing to record, or files cannot be read.
  package static func forRecording(
    upstream: String?, name: String?, recordings: String, schemas: String = "schemas", replaces: Bool = false,
    remembers: Bool = true, isProxy: Bool = false
  ) throws -> [Endpoint] {
    let endpoints = try recorded(
      upstream: upstream, name: name, recordings: recordings, schemas: schemas, remembers: remembers, isProxy: isProxy)
    for endpoint in endpoints where replaces {
      try endpoint.store?.beginReplacing()
      endpoint.replaceSetups()
    }
    return endpoints
  }

  private static func recorded(
    upstream: String?, name: String?, recordings: String, schemas: String, remembers: Bool, isProxy: Bool
  ) throws -> [Endpoint] {
    let files = try SchemaFiles(folder: schemas)
    guard let upstream else { return try known(name: name, recordings: recordings, files, isProxy: isProxy) }
    let url = try UpstreamURL(upstream)
    let folder = EndpointFolder(name: try self.name(name, of: url, in: recordings), below: recordings)
    try folder.requireWritable()
    if name == nil { try folder.requireHost(of: url) }
    return [
      try endpoint(
        folder, upstream: url, schemas: files, warnings: files.warnings(for: name), writesSalt: true,
        remembers: remembers)
    ]
  }

  /// Returns the name of the endpoint of an upstream: the given one, or else one made from the URL's host. `recordings` is
  /// the folder that it is recorded to.
  ///
  /// - Throws: `ConfigurationError` if there is no valid name.
  package static func name(
    _ given: String?, of url: UpstreamURL, in recordings: String
  ) throws(ConfigurationError) -> String {
    guard let name = given ?? url.suggestedName else {
      throw ConfigurationError(
        "No name can be derived from the host of \(url). Name the endpoint: --endpoint NAME (its folder in \(recordings)/)."
      )
    }
    guard EndpointFolder.isName(name) else {
      throw ConfigurationError(
        "\"\(name)\" cannot be the name of an endpoint, which is a folder name and part of a URL. Use letters, digits, dots, dashes and underscores."
      )
    }
    return name
  }

  private static func known(
    name: String?, recordings: String, _ files: SchemaFiles, isProxy: Bool
  ) throws -> [Endpoint] {
    var names: [String] = []
    if try FileReading.exists(recordings) {
      let folder = try RecordingsFolder(path: recordings)
      names = try chosen(name, from: folder.endpoints.map(\.name), what: "folder", place: recordings)
    }
    let endpoints = try names.map {
      try endpoint(
        EndpointFolder(name: $0, below: recordings), schemas: files,
        warnings: $0 == names.first ? files.warnings(for: name) : [], writesSalt: true)
    }
    let ready = endpoints.filter { $0.upstream != nil }
    for endpoint in ready { try EndpointFolder(name: endpoint.name, below: recordings).requireWritable() }
    guard isProxy || !ready.isEmpty else {
      throw ConfigurationError(
        "There is nothing to record: no endpoint.yaml in \(recordings)/ has an upstream. Start with --upstream, for example: --upstream \(UpstreamURL.example)\((name ?? names.first).map { " --endpoint \($0)" } ?? "")"
      )
    }
    return ready
  }

  /// Loads the endpoints to replay: every folder below `recordings`, or the named one.
  package static func forReplay(
    name: String?, recordings: String, schemas: String, seed: UInt64, onMiss: EngineConfiguration.MissPolicy
  ) throws -> [Endpoint] {
    let names = try recordedNames(name, recordings: recordings)
    let files = try SchemaFiles(folder: schemas)
    let ignored = files.warnings(for: name)
    return try names.map { name in
      let folder = EndpointFolder(name: name, below: recordings)
      // Warnings about no endpoint or several are given once, with the first.
      let odd = (name == names.first ? ignored : []) + (onMiss == .record ? try leftoverWarnings(folder) : [])
      guard onMiss == .fake else { return try endpoint(folder, schemas: files, warnings: odd, seed: seed) }
      // For generated data, a schema that cannot be used is an error.
      let source = try SchemaSource(of: name, in: files, learns: true) { files in
        try generated(folder, files, FakeConfiguration(), seed: seed).map { ($0.world.schema, $0, $0.warnings) }
      }
      guard let generated = try generated(folder, files, FakeConfiguration(), seed: seed) else {
        let warning =
          "There is no schema \(schemas)/\(name).graphqls, so requests to \(name) that are not recorded miss."
        return try endpoint(folder, schema: nil, warnings: odd + [warning], source: source)
      }
      return try endpoint(
        folder, schema: generated.world.schema, generated: generated, warnings: odd + generated.warnings,
        source: source)
    }
  }

  /// Loads the endpoints to generate: every schema below `schemas`, or the named one.
  ///
  /// - Parameters:
  ///   - name: the endpoint's name; nil for all.
  ///   - schemas: the folder of schemas.
  ///   - recordings: the folder of recordings to learn from, and of `endpoint.yaml`. It need not exist.
  ///   - seed: another seed generates another world.
  ///   - overrides: settings for this run, which take precedence over `endpoint.yaml`.
  ///   - learns: true if the worlds learn from recordings.
  /// - Returns: at least one endpoint.
  /// - Throws: `ConfigurationError` without a usable schema; `RecordingError` for an invalid `endpoint.yaml`.
  package static func forFaking(
    name: String?, schemas: String, recordings: String = "recordings", seed: UInt64,
    overrides: FakeConfiguration = FakeConfiguration(), learns: Bool = true
  ) throws -> [Endpoint] {
    let files = try SchemaFiles(folder: schemas)
    let names = try chosen(name, from: files.names, what: "schema", place: schemas)
    guard !names.isEmpty else {
      throw ConfigurationError(
        "\(files.noneFound)Save one as \(schemas)/<endpoint>.graphqls, or choose another folder with --schemas. To fetch one: understudy schema fetch \(UpstreamURL.example) --output \(schemas)/shop.graphqls"
      )
    }
    try files.requireExtended(for: name)
    let ignored = files.warnings(for: name)
    var endpoints: [Endpoint] = []
    var failures: [String] = []
    var used: [FakeConfiguration] = []
    for name in names {
      let folder = EndpointFolder(name: name, below: recordings)
      do {
        let source = try SchemaSource(of: name, in: files, learns: learns) { files in
          try generated(folder, files, overrides, seed: seed).map { ($0.world.schema, $0, $0.warnings) }
        }
        guard let generated = try generated(folder, files, overrides, seed: seed) else { continue }
        used.append(generated.used)
        let configuration = try folder.configuration()
        let documents = try EndpointDocuments(in: folder, configuration)
        let (learned, unread) = learns ? learned(generated.world, folder, configuration) : (nil, [])
        endpoints.append(
          Endpoint(
            name: name, configuration: configuration, schema: generated.world.schema, world: generated.world,
            learned: learned, variants: generated.variants(learningFrom: learned?.store), documents: documents,
            warnings: (name == names.first ? ignored : []) + generated.warnings + unread + documents.warnings,
            schemaSource: source))
      } catch let error as ConfigurationError {
        // Reports the errors in all schemas at once.
        failures.append(error.description)
      }
    }
    guard failures.isEmpty else { throw ConfigurationError(failures.joined(separator: "\n")) }
    try overrides.requireUse(by: used)
    return endpoints
  }

  /// Creates a world that knows the recordings; nil and a warning if the folder cannot be read.
  private static func learned(
    _ world: FakeWorld, _ folder: EndpointFolder, _ configuration: EndpointConfiguration
  ) -> (LearnedRecordings?, [String]) {
    do {
      return (LearnedRecordings(world, from: try folder.store(readingAllUpTo: 0, rules: configuration.rules)), [])
    } catch {
      return (nil, ["Generated data of \(folder.name) does not use its recordings: \(error)"])
    }
  }

  /// Generates the data of an endpoint; nil if it has no schema.
  private static func generated(
    _ folder: EndpointFolder, _ files: SchemaFiles, _ overrides: FakeConfiguration, seed: UInt64
  ) throws -> GeneratedData? {
    let path = "\(folder.path)/\(EndpointFolder.configurationFileName)"
    let faked = try FakedSchema(
      of: folder.name, in: files, try folder.configuration().fakes, overrides: overrides, configurationPath: path)
    return try faked.map { try GeneratedData($0, seed: seed, endpoint: folder.name) }
  }

  /// Loads an endpoint from its folder, with its schema, if there is one. With `writesSalt`, a new salt is saved once
  /// something is redacted; with `remembers`, a new upstream once something is recorded.
  package static func endpoint(
    _ folder: EndpointFolder, upstream: UpstreamURL? = nil, schemas: SchemaFiles, warnings: [String] = [],
    writesSalt: Bool = false, remembers: Bool = false, seed: UInt64 = 0
  ) throws -> Endpoint {
    var schema: Schema?
    var warnings = try warnings + (writesSalt ? leftoverWarnings(folder) : [])
    let source = try SchemaSource(of: folder.name, in: schemas, learns: true) { files in
      try files.schema(of: folder.name).map { ($0, nil, $0.warnings.map(\.description)) }
    } generating: { files in
      try generated(folder, files, FakeConfiguration(), seed: seed).map { ($0.world.schema, $0, $0.warnings) }
    }
    do {
      schema = try schemas.schema(of: folder.name)
    } catch {
      // Without it, ids and types are less known, and introspection gets no answer.
      warnings.append(
        "The schema of \(folder.name) is not used: \(error)\nTo list its problems: understudy schema print \(folder.name)"
      )
    }
    return try endpoint(
      folder, upstream: upstream, schema: schema, warnings: warnings, writesSalt: writesSalt,
      remembers: remembers, source: source)
  }

  /// Creates the endpoint of a folder. `source` loads the schema again when its files change.
  package static func endpoint(
    _ folder: EndpointFolder, upstream: UpstreamURL? = nil, schema: Schema?, generated: GeneratedData? = nil,
    warnings: [String] = [], writesSalt: Bool = false, remembers: Bool = false,
    source: SchemaSource? = nil
  ) throws -> Endpoint {
    let configuration = try folder.configuration()
    let salt = try folder.salt()
    let store = try folder.store(rules: configuration.rules)
    let documents = try EndpointDocuments(in: folder, configuration)
    // Another URL of this run does not change the file.
    let kept =
      configuration.upstream.map { upstream == nil || upstream == $0 ? $0 : nil } ?? (remembers ? upstream : nil)
    let endpoint = Endpoint(
      name: folder.name, store: store, configuration: configuration,
      salt: EndpointSalt(
        salt ?? RedactionSalt(endpoint: folder.name), writingTo: salt == nil && writesSalt ? folder : nil),
      hints: LoadedSchemaHints.hints(schema, configuration.rules), schema: schema, world: generated?.world,
      learned: generated.map { LearnedRecordings($0.world, from: store) },
      variants: generated?.variants(learningFrom: store),
      upstream: upstream ?? configuration.upstream,
      memory: kept.map { UpstreamMemory($0, writingTo: folder, isWritten: configuration.upstream != nil) },
      documents: documents,
      warnings: warnings + documents.warnings + (schema?.warnings.map(\.description) ?? []), schemaSource: source)
    endpoint.loadReplayIndex()
    return endpoint
  }

  /// Removes the files that killed recorders left in a folder. Returns the warnings.
  private static func leftoverWarnings(_ folder: EndpointFolder) throws(RecordingError) -> [String] {
    let leftovers = try folder.removeLeftovers()
    guard leftovers.unwritten > 0 else { return [] }
    return [
      "\(leftovers.unwrittenSentence(endpoint: folder.name))\nTo record them, send the requests of that run again."
    ]
  }

  /// The names of the recorded endpoints, or the given one if it is recorded. Throws an error if there are none.
  package static func recordedNames(_ name: String?, recordings: String) throws -> [String] {
    let folder = try RecordingsFolder(path: recordings)
    let names = try chosen(name, from: folder.endpoints.map(\.name), what: "folder", place: recordings)
    guard !names.isEmpty else { throw noRecordings(in: recordings) }
    return names
  }

  package static func noRecordings(in recordings: String) -> ConfigurationError {
    ConfigurationError(
      "There are no recordings in \(recordings)/. \(RecordingsFolder.elsewhere(than: recordings))\nTo record, for example: understudy record --upstream \(UpstreamURL.example)"
    )
  }

  package static func chosen(_ name: String?, from names: [String], what: String, place: String) throws -> [String] {
    guard let name else { return names }
    guard names.contains(name) else {
      let known =
        names.isEmpty
        ? "There are none there. Choose another folder with --\(what == "schema" ? "schemas" : "recordings")."
        : "There are: \(names.joined(separator: ", "))."
      let suggestions = didYouMean(suggestionList(name, names))
      let missing = what == "folder" ? "endpoint" : "\(what) for endpoint"
      throw ConfigurationError("There is no \(missing) \"\(name)\" in \(place)/.\(suggestions) \(known)")
    }
    return [name]
  }
}
