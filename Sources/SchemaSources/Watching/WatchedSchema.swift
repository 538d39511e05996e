package import Fakes
package import GraphQLSchema
package import Recordings
package import Replay
import Synchronization

/// An endpoint's schema with what follows from it. Replaced as a whole when its files change.
package struct LoadedSchema: Sendable {
  /// The schema; nil if it has no file.
  package let schema: Schema?
  /// Its information about ids and types.
  package let hints: any SchemaHints
  /// The world generated from it alone; nil if this run generates nothing.
  let world: FakeWorld?
  /// The world generated from it and the recordings; nil if nothing is learned.
  package let learned: LearnedRecordings?
  /// The worlds with other settings; nil if this run generates nothing.
  package let variants: WorldVariants?

  package init(
    schema: Schema?, hints: any SchemaHints, world: FakeWorld?, learned: LearnedRecordings?, variants: WorldVariants?
  ) {
    self.schema = schema
    self.hints = hints
    self.world = world
    self.learned = learned
    self.variants = variants
  }

  /// True if this run generates data; does not generate any.
  package var generatesData: Bool { learned != nil || world != nil }

  /// The world that answers are generated from; nil if this run generates nothing.
  package var generated: FakeWorld? { learned?.world ?? world }
}

/// Loads an endpoint's schema again when its files have changed.
package struct SchemaSource: Sendable {
  package typealias Load =
    @Sendable (SchemaFiles) throws -> (schema: Schema, generated: GeneratedData?, warnings: [String])?

  let endpoint: String
  /// The folder of schemas.
  let folder: String
  /// The stamps of the files, from before they were read first.
  let stamps: [String: FileStamp]
  /// True if generated data includes recorded objects.
  let learns: Bool
  /// Loads the schema; nil if there is none.
  let load: Load
  /// Loads the schema and generates data, in a run that usually generates none; nil if `load` does so.
  let generating: Load?

  package init(
    of endpoint: String, in files: SchemaFiles, learns: Bool = false, load: @escaping Load, generating: Load? = nil
  ) throws(RecordingError) {
    self.endpoint = endpoint
    folder = files.folder
    stamps = try files.stamps(of: endpoint)
    self.learns = learns
    self.load = load
    self.generating = generating
  }
}

/// An endpoint's schema that follows its files on disk.
package final class WatchedSchema: Sendable {
  let source: SchemaSource?
  private let rules: EndpointRules
  /// The recordings that generated data is learned from; nil for none.
  private let store: RecordingStore?
  private let state: Mutex<State>
  /// Held while files are read or written.
  let loading = Mutex(())

  private struct State: Sendable {
    var current: LoadedSchema
    var stamps: [String: FileStamp]
    /// True once a run that usually generates nothing generates data.
    var generates = false
  }

  /// The result of a look at the disk.
  package enum Look {
    case unchanged
    /// The changed file whose schema is used from now on, and anything odd about it.
    case loaded(file: String, warnings: [String])
    /// The reason why the schema on disk is not used.
    case failed(String)
  }

  /// - Parameters:
  ///   - current: the schema, as it was loaded.
  ///   - source: loads it again; nil for a schema that stays as it is.
  ///   - rules: of the endpoint.
  ///   - store: the recordings that generated data may be learned from.
  package init(_ current: LoadedSchema, source: SchemaSource?, rules: EndpointRules, store: RecordingStore?) {
    self.source = source
    self.rules = rules
    self.store = source?.learns == true ? store : nil
    state = Mutex(State(current: current, stamps: source?.stamps ?? [:]))
  }

  package var current: LoadedSchema { state.withLock { $0.current } }

  /// The path of the schema's file, without those that extend it; nil if there is none.
  package var file: String? {
    guard let source else { return nil }
    let stem = "\(source.folder)/\(source.endpoint)"
    return state.withLock { state in
      SchemaFiles.endings.lazy.map { stem + $0 }.first { state.current.schema != nil && state.stamps[$0] != nil }
    }
  }

  /// Loads the schema again if its files have changed. One that cannot be used leaves the current one in use.
  package func refresh() -> Look { loading.withLock { _ in look() } }

  private func look() -> Look {
    guard let source else { return .unchanged }
    let (stamps, hadSchema, generates) = state.withLock { ($0.stamps, $0.current.schema != nil, $0.generates) }
    var file = "\(source.folder)/\(source.endpoint).graphqls"
    do {
      let files = try SchemaFiles(folder: source.folder)
      let now = try files.stamps(of: source.endpoint)
      guard now != stamps else { return .unchanged }
      file = Set(now.keys).union(stamps.keys).sorted().first { now[$0] != stamps[$0] } ?? file
      state.withLock { $0.stamps = now }
      let load = generates ? source.generating ?? source.load : source.load
      guard let (schema, generated, warnings) = try load(files) else {
        return .failed("\(file) is gone. \(Self.kept(hadSchema)) Restore it, or start again without it.")
      }
      let loaded = loaded(schema, generated)
      state.withLock { $0.current = loaded }
      return .loaded(file: file, warnings: warnings)
    } catch {
      return .failed("\(file) changed and cannot be used. \(Self.kept(hadSchema)) Correct it.\n\(error)")
    }
  }

  private func loaded(_ schema: Schema, _ generated: GeneratedData?) -> LoadedSchema {
    let learned = store.flatMap { store in generated.map { LearnedRecordings($0.world, from: store) } }
    return LoadedSchema(
      schema: schema, hints: LoadedSchemaHints.hints(schema, rules), world: generated?.world, learned: learned,
      variants: generated?.variants(learningFrom: store))
  }

  private static func kept(_ hadSchema: Bool) -> String {
    hadSchema ? "The schema that was loaded before stays in use." : "No schema is in use."
  }

  // MARK: Generated data on request

  /// True if data can be generated, although this run may usually generate none.
  package var canGenerate: Bool {
    let current = current
    return current.generatesData || (source?.generating != nil && current.schema != nil)
  }

  /// Generates data from now on, as if the run had been started to do so. Returns nil if it did already, else warnings.
  ///
  /// - Throws: `ConfigurationError` if there is no schema, or for one that no data can be generated from.
  package func generate() throws -> [String]? {
    try loading.withLock { _ in
      guard !current.generatesData else { return nil }
      guard let source, let load = source.generating else { throw withoutSchema }
      let files = try SchemaFiles(folder: source.folder)
      let stamps = try files.stamps(of: source.endpoint)
      guard let (schema, generated, warnings) = try load(files) else { throw withoutSchema }
      let loaded = loaded(schema, generated)
      state.withLock { $0 = State(current: loaded, stamps: stamps, generates: true) }
      return warnings
    }
  }

  private var withoutSchema: ConfigurationError {
    let path = "\(source?.folder ?? "schemas")/\(source?.endpoint ?? "<endpoint>").graphqls"
    return ConfigurationError("Data cannot be generated without a schema. Save it as \(path), and try again.")
  }
}
