package import EndpointConfiguration
package import Fakes
import GraphQLLanguage
package import GraphQLSchema
package import Recordings
import Redaction
package import Replay
package import SchemaSources

/// Finds the endpoints of a run on disk (design §1): folders below `recordings`, files below `schemas`.
package enum Endpoints {
  /// The endpoints that are recorded: that of the upstream's URL, or without one every endpoint whose `endpoint.yaml`
  /// names its upstream. Without a name the endpoint gets the URL's own.
  ///
  /// - Parameters:
  ///   - upstream: the real endpoint's URL.
  ///   - name: the endpoint's name.
  ///   - recordings: the folder of recordings.
  ///   - schemas: the folder of schemas, which tell more of ids and types.
  ///   - replaces: whether the run replaces all unnamed recordings when it has passed.
  ///   - remembers: whether the upstream's URL is written to `endpoint.yaml` once something is recorded, if the file
  ///     names none.
  /// - Returns: at least one endpoint.
  /// - Throws: `ConfigurationError` where there is nothing to record, or what is there cannot be read.
  package static func forRecording(
    upstream: String?, name: String?, recordings: String, schemas: String = "schemas", replaces: Bool = false,
    remembers: Bool = true
  ) throws -> [Endpoint] {
    let endpoints = try recorded(
      upstream: upstream, name: name, recordings: recordings, schemas: schemas, remembers: remembers)
    if replaces { for endpoint in endpoints { try endpoint.store?.beginReplacing() } }
    return endpoints
  }

  private static func recorded(
    upstream: String?, name: String?, recordings: String, schemas: String, remembers: Bool
  ) throws -> [Endpoint] {
    let files = try SchemaFiles(folder: schemas)
    guard let upstream else { return try known(name: name, recordings: recordings, files) }
    let url = try UpstreamURL(upstream)
    guard let name = name ?? url.suggestedName else {
      throw ConfigurationError(
        "The host of \(url) says nothing about the API. Name the endpoint: --endpoint NAME (its folder below \(recordings)/)."
      )
    }
    guard EndpointFolder.isName(name) else {
      throw ConfigurationError(
        "\"\(name)\" cannot be an endpoint's name: it is a folder's name and a part of a URL. Use letters, digits, dots, dashes and underscores."
      )
    }
    let folder = EndpointFolder(name: name, below: recordings)
    try folder.requireWritable()
    return [
      try endpoint(
        folder, upstream: url, schemas: files, warnings: files.warnings(for: name), writesSalt: true,
        remembers: remembers)
    ]
  }

  private static func known(
    name: String?, recordings: String, _ files: SchemaFiles
  ) throws -> [Endpoint] {
    let folder = try RecordingsFolder(path: recordings)
    let names = try chosen(name, from: folder.endpoints.map(\.name), what: "folder", place: recordings)
    let endpoints = try names.map {
      try endpoint(
        EndpointFolder(name: $0, below: recordings), schemas: files,
        warnings: $0 == names.first ? files.warnings(for: name) : [], writesSalt: true)
    }
    let ready = endpoints.filter { $0.upstream != nil }
    for endpoint in ready { try EndpointFolder(name: endpoint.name, below: recordings).requireWritable() }
    guard !ready.isEmpty else {
      throw ConfigurationError(
        "There is nothing to record: no endpoint.yaml below \(recordings)/ names an upstream. Start with --upstream, for example: --upstream \(UpstreamURL.example)\(names.first.map { " --endpoint \($0)" } ?? "")"
      )
    }
    return ready
  }

  /// The endpoints that are replayed: every folder below `recordings`, or the one that is named.
  package static func forReplay(
    name: String?, recordings: String, schemas: String, seed: UInt64, onMiss: EngineConfiguration.MissPolicy
  ) throws -> [Endpoint] {
    let names = try recordedNames(name, recordings: recordings)
    let files = try SchemaFiles(folder: schemas)
    let ignored = files.warnings(for: name)
    return try names.map { name in
      let folder = EndpointFolder(name: name, below: recordings)
      // What concerns no endpoint, or several, is said once, with the first.
      let odd = (name == names.first ? ignored : []) + (onMiss == .record ? try leftoverWarnings(folder) : [])
      guard onMiss == .fake else { return try endpoint(folder, schemas: files, warnings: odd) }
      // What makes answers up has to be right: here a schema that cannot be used is an error.
      let source = try SchemaSource(of: name, in: files, learns: true) { files in
        try faked(folder, files, FakeConfiguration(), seed: seed).map { ($0.world.schema, $0.world, $0.warnings) }
      }
      guard let faked = try faked(folder, files, FakeConfiguration(), seed: seed) else {
        let warning = "There is no schema \(schemas)/\(name).graphqls: what was not recorded of \(name) is a miss."
        return try endpoint(folder, schema: nil, warnings: odd + [warning], source: source)
      }
      return try endpoint(
        folder, schema: faked.world.schema, world: faked.world, learns: true, warnings: odd + faked.warnings,
        source: source)
    }
  }

  /// The endpoints that are made up: every schema below `schemas`, or the one that is named.
  ///
  /// - Parameters:
  ///   - name: the endpoint's name; all unless given.
  ///   - schemas: the folder of schemas.
  ///   - recordings: the folder of recordings, to learn from, and for what `endpoint.yaml` says of validation; it need
  ///     not be there.
  ///   - seed: another seed makes another world.
  ///   - overrides: what is said for this run, and goes before what `endpoint.yaml` says.
  ///   - learns: whether the worlds know what was recorded.
  /// - Returns: at least one endpoint.
  /// - Throws: `ConfigurationError` where there is no schema or one that cannot be used; `RecordingError` for an
  ///   `endpoint.yaml` that is not right.
  package static func forFaking(
    name: String?, schemas: String, recordings: String = "recordings", seed: UInt64,
    overrides: FakeConfiguration = FakeConfiguration(), learns: Bool = true
  ) throws -> [Endpoint] {
    let files = try SchemaFiles(folder: schemas)
    let names = try chosen(name, from: files.names, what: "schema", place: schemas)
    guard !names.isEmpty else {
      throw ConfigurationError(
        "\(files.noneFound)Put one there as \(schemas)/<endpoint>.graphqls, or name another folder with --schemas."
      )
    }
    try files.requireExtended(for: name)
    let ignored = files.warnings(for: name)
    var endpoints: [Endpoint] = []
    var failures: [String] = []
    for name in names {
      let folder = EndpointFolder(name: name, below: recordings)
      do {
        let source = try SchemaSource(of: name, in: files, learns: learns) { files in
          try faked(folder, files, overrides, seed: seed).map { ($0.world.schema, $0.world, $0.warnings) }
        }
        guard let faked = try faked(folder, files, overrides, seed: seed) else { continue }
        let configuration = try folder.configuration()
        let documents = try EndpointDocuments(in: folder, configuration)
        let (learned, unread) = learns ? learned(faked.world, folder, configuration) : (nil, [])
        endpoints.append(
          Endpoint(
            name: name, configuration: configuration, schema: faked.world.schema, world: faked.world,
            learned: learned, documents: documents,
            warnings: (name == names.first ? ignored : []) + faked.warnings + unread + documents.warnings,
            schemaSource: source))
      } catch let error as ConfigurationError {
        // All that is wrong with several schemas is said at once.
        failures.append(error.description)
      }
    }
    guard failures.isEmpty else { throw ConfigurationError(failures.joined(separator: "\n")) }
    return endpoints
  }

  /// A world that knows what was recorded; nil, and why, where the folder cannot be read.
  private static func learned(
    _ world: FakeWorld, _ folder: EndpointFolder, _ configuration: EndpointConfiguration
  ) -> (LearnedRecordings?, [String]) {
    do {
      return (LearnedRecordings(world, from: try folder.store(readingAllUpTo: 0, rules: configuration.rules)), [])
    } catch {
      return (nil, ["The recordings of \(folder.name) are not learned from: \(error)"])
    }
  }

  /// The world of an endpoint; nil where it has no schema.
  private static func faked(
    _ folder: EndpointFolder, _ files: SchemaFiles, _ overrides: FakeConfiguration, seed: UInt64
  ) throws -> (world: FakeWorld, warnings: [String])? {
    let said = try folder.configuration().fakes.overridden(by: overrides)
    let path = "\(folder.path)/\(EndpointFolder.configurationFileName)"
    let faked = try FakedSchema(of: folder.name, in: files, said, configurationPath: path)
    return try faked?.world(seed: seed, endpoint: folder.name)
  }

  /// An endpoint of a folder with its schema, if there is one. With `writesSalt`, a salt that is not on disk yet is
  /// written once something is redacted; with `remembers`, an upstream that is not on disk yet once something is
  /// recorded.
  package static func endpoint(
    _ folder: EndpointFolder, upstream: UpstreamURL? = nil, schemas: SchemaFiles, warnings: [String] = [],
    writesSalt: Bool = false, remembers: Bool = false
  ) throws -> Endpoint {
    var schema: Schema?
    var warnings = try warnings + (writesSalt ? leftoverWarnings(folder) : [])
    let source = try SchemaSource(of: folder.name, in: schemas) { files in
      try files.schema(of: folder.name).map { ($0, nil, $0.warnings.map(\.description)) }
    }
    do {
      schema = try schemas.schema(of: folder.name)
    } catch {
      // It would only tell more of ids and types, and answer introspection.
      warnings.append("The schema of \(folder.name) is not used: \(error)")
    }
    return try endpoint(
      folder, upstream: upstream, schema: schema, warnings: warnings, writesSalt: writesSalt,
      remembers: remembers, source: source)
  }

  /// An endpoint of a folder, with this schema, which `source` loads again when its files change.
  package static func endpoint(
    _ folder: EndpointFolder, upstream: UpstreamURL? = nil, schema: Schema?, world: FakeWorld? = nil,
    learns: Bool = false, warnings: [String] = [], writesSalt: Bool = false, remembers: Bool = false,
    source: SchemaSource? = nil
  ) throws -> Endpoint {
    let configuration = try folder.configuration()
    let salt = try folder.salt()
    let store = try folder.store(rules: configuration.rules)
    let documents = try EndpointDocuments(in: folder, configuration)
    let endpoint = Endpoint(
      name: folder.name, store: store, configuration: configuration,
      salt: EndpointSalt(
        salt ?? RedactionSalt(endpoint: folder.name), writingTo: salt == nil && writesSalt ? folder : nil),
      hints: hints(schema, configuration.rules), schema: schema, world: world,
      learned: learns ? world.map { LearnedRecordings($0, from: store) } : nil,
      upstream: upstream ?? configuration.upstream,
      memory: remembers && configuration.upstream == nil
        ? upstream.map { UpstreamMemory($0, writingTo: folder) } : nil,
      documents: documents,
      warnings: warnings + documents.warnings + (schema?.warnings.map(\.description) ?? []), schemaSource: source)
    endpoint.loadTape()
    return endpoint
  }

  /// Removes what recorders that were killed left in a folder.
  ///
  /// - Returns: what the user has to know of it.
  private static func leftoverWarnings(_ folder: EndpointFolder) throws(RecordingError) -> [String] {
    let leftovers = try folder.removeLeftovers()
    guard leftovers.unwritten > 0 else { return [] }
    return [
      "\(leftovers.unwrittenSentence(endpoint: folder.name))\nTo record them, send the requests of that run again."
    ]
  }

  /// What a schema, if there is one, and the keys that rules name tell of ids and types.
  package static func hints(_ schema: Schema?, _ rules: EndpointRules) -> any SchemaHints {
    let keys = Dictionary(
      rules.keys.map { ($0.type, $0.fields) }, uniquingKeysWith: { first, second in first + second })
    return schema.map { LoadedSchemaHints($0, keyFields: keys) } ?? NamedKeyFields(keys)
  }

  /// The names of the endpoints that are recorded, or the one that is named.
  ///
  /// - Throws: `ConfigurationError` where there is none.
  package static func recordedNames(_ name: String?, recordings: String) throws -> [String] {
    let folder = try RecordingsFolder(path: recordings)
    let names = try chosen(name, from: folder.endpoints.map(\.name), what: "folder", place: recordings)
    guard !names.isEmpty else {
      throw ConfigurationError(
        "There are no recordings in \(recordings)/. Record some first, for example: understudy record --upstream \(UpstreamURL.example); or name another folder with --recordings."
      )
    }
    return names
  }

  package static func chosen(_ name: String?, from names: [String], what: String, place: String) throws -> [String] {
    guard let name else { return names }
    guard names.contains(name) else {
      let known = names.isEmpty ? "There are none there." : "There are: \(names.joined(separator: ", "))."
      throw ConfigurationError("There is no \(what) of an endpoint \"\(name)\" in \(place)/. \(known)")
    }
    return [name]
  }
}
