import EndpointConfiguration
import Fakes
import GraphQLSchema
import Recordings
import Replay
import SchemaSources
import Synchronization

/// An endpoint's schema with what follows from it. Replaced as a whole when its files change.
struct LoadedSchema: Sendable {
  /// The schema; nil if it has no file.
  var schema: Schema?
  /// Its information about ids and types.
  var hints: any SchemaHints
  /// The world generated from it alone; nil if this run generates nothing.
  var world: FakeWorld?
  /// The world generated from it and the recordings; nil if nothing is learned.
  var learned: LearnedRecordings?
  /// The worlds with other settings; nil if this run generates nothing.
  var variants: WorldVariants?
}

/// Loads an endpoint's schema again when its files have changed.
package struct SchemaSource: Sendable {
  typealias Load = @Sendable (SchemaFiles) throws -> (schema: Schema, generated: GeneratedData?, warnings: [String])?

  let endpoint: String
  /// The folder of schemas.
  let folder: String
  /// The stamps of the files, from before they were read first.
  let stamps: [String: FileStamp]
  /// True if generated data includes recorded objects.
  let learns: Bool
  /// Loads the schema; nil if there is none.
  let load: Load

  init(of endpoint: String, in files: SchemaFiles, learns: Bool = false, load: @escaping Load) throws(RecordingError) {
    self.endpoint = endpoint
    folder = files.folder
    stamps = try files.stamps(of: endpoint)
    self.learns = learns
    self.load = load
  }
}

/// An endpoint's schema that follows its files on disk.
final class WatchedSchema: Sendable {
  private let source: SchemaSource?
  private let rules: EndpointRules
  /// The recordings that generated data is learned from; nil for none.
  private let store: RecordingStore?
  private let state: Mutex<(current: LoadedSchema, stamps: [String: FileStamp])>

  /// The result of a look at the disk.
  enum Look {
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
  init(_ current: LoadedSchema, source: SchemaSource?, rules: EndpointRules, store: RecordingStore?) {
    self.source = source
    self.rules = rules
    self.store = source?.learns == true ? store : nil
    state = Mutex((current: current, stamps: source?.stamps ?? [:]))
  }

  var current: LoadedSchema { state.withLock { $0.current } }

  /// The path of the schema's file, without those that extend it; nil if there is none.
  var file: String? {
    guard let source else { return nil }
    let stem = "\(source.folder)/\(source.endpoint)"
    return state.withLock { state in
      SchemaFiles.endings.lazy.map { stem + $0 }.first { state.current.schema != nil && state.stamps[$0] != nil }
    }
  }

  /// Loads the schema again if its files have changed. One that cannot be used leaves the current one in use.
  func refresh() -> Look {
    guard let source else { return .unchanged }
    let (stamps, hadSchema) = state.withLock { ($0.stamps, $0.current.schema != nil) }
    var file = "\(source.folder)/\(source.endpoint).graphqls"
    do {
      let files = try SchemaFiles(folder: source.folder)
      let now = try files.stamps(of: source.endpoint)
      guard now != stamps else { return .unchanged }
      file = Set(now.keys).union(stamps.keys).sorted().first { now[$0] != stamps[$0] } ?? file
      state.withLock { $0.stamps = now }
      guard let (schema, generated, warnings) = try source.load(files) else {
        return .failed("\(file) is gone. \(Self.kept(hadSchema)) Restore it, or start again without it.")
      }
      let learned = store.flatMap { store in generated.map { LearnedRecordings($0.world, from: store) } }
      let loaded = LoadedSchema(
        schema: schema, hints: Endpoints.hints(schema, rules), world: generated?.world, learned: learned,
        variants: generated?.variants(learningFrom: store))
      state.withLock { $0.current = loaded }
      return .loaded(file: file, warnings: warnings)
    } catch {
      return .failed("\(file) changed and cannot be used. \(Self.kept(hadSchema)) Correct it.\n\(error)")
    }
  }

  private static func kept(_ hadSchema: Bool) -> String {
    hadSchema ? "The schema that was loaded before stays in use." : "No schema is in use."
  }
}
