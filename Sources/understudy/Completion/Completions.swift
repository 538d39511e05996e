import ArgumentParser
import Maintenance
import Recordings

/// What shells offer where only this program knows: endpoints, operations, schemas. A folder that cannot be read offers
/// nothing.
enum Completions {
  /// The endpoints that have recordings.
  static let recordedEndpoints = CompletionKind.custom { words, _, _ in CommandLineWords(words).recordedEndpoints }

  /// The endpoints that have a schema.
  static let fakedEndpoints = CompletionKind.custom { words, _, _ in CommandLineWords(words).schemaNames }

  /// The endpoints that have either.
  static let anyEndpoint = CompletionKind.custom { words, _, _ in
    let words = CommandLineWords(words)
    return Set(words.recordedEndpoints + words.schemaNames).sorted()
  }

  /// Recorded operations; an anonymous one by its folder.
  static let operations = CompletionKind.custom { words, _, _ in CommandLineWords(words).operations }

  /// Recorded named sessions.
  static let sessions = CompletionKind.custom { words, _, _ in CommandLineWords(words).sessions }

  /// Recorded sessions behind `--session`, else recorded operations.
  static let operationsOrSessions = CompletionKind.custom { words, _, _ in
    let line = CommandLineWords(words)
    return words.contains("--session") ? line.sessions : line.operations
  }

  /// Endpoints that have a schema, and files that may hold one.
  static let schemas = CompletionKind.custom { words, _, prefix in
    CommandLineWords(words).schemaNames + schemaFiles(prefix)
  }

  private static let schemaEndings = [".graphqls", ".graphql", ".json"]

  /// The folders, and the files with a schema's ending, that a path begun leads to.
  private static func schemaFiles(_ prefix: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    return FolderListing.entries(folder.isEmpty ? "." : folder).compactMap { entry in
      let path = folder + entry.name
      if entry.isFolder { return "\(path)/" }
      return schemaEndings.contains(where: entry.name.hasSuffix) ? path : nil
    }
  }
}

/// The words of a command line that is being written, as the shell has them.
struct CommandLineWords {
  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// The names of the endpoints in `--recordings`.
  var recordedEndpoints: [String] { endpointFolders.map(\.name) }

  /// The names of the operations that were recorded, of the endpoint of `--endpoint` if that is there.
  var operations: [String] {
    let names = chosenFolders.flatMap { folder in
      FolderListing.entries(folder.path).filter(\.isFolder).compactMap { Self.operation(inFolder: $0.name) }
    }
    return Set(names).sorted()
  }

  /// The names of the sessions that were recorded, of the endpoint of `--endpoint` if that is there.
  var sessions: [String] { Set(chosenFolders.flatMap { (try? $0.sessionNames()) ?? [] }).sorted() }

  /// The names of the endpoints that have a schema in `--schemas`.
  var schemaNames: [String] {
    let names = FolderListing.entries(value(of: "--schemas") ?? "schemas").compactMap { entry -> String? in
      let parts = entry.name.split(separator: ".", maxSplits: 1)
      guard parts.count == 2, ["graphqls", "graphql", "json"].contains(parts[1]) else { return nil }
      return String(parts[0])
    }
    return Set(names).sorted()
  }

  private var chosenFolders: [EndpointFolder] {
    let only = value(of: "--endpoint")
    return endpointFolders.filter { only == nil || $0.name == only }
  }

  private var endpointFolders: [EndpointFolder] {
    (try? RecordingsFolder(path: value(of: "--recordings") ?? "recordings"))?.endpoints ?? []
  }

  /// `LaunchList` of `query.LaunchList-501f4243`; of an operation without a name the folder itself.
  private static func operation(inFolder name: String) -> String? {
    let kinds = ["query", "mutation", "subscription"]
    guard let kind = kinds.first(where: name.hasPrefix), let dash = name.lastIndex(of: "-") else { return nil }
    let rest = name.dropFirst(kind.count)
    return rest.first == "." ? String(rest[..<dash].dropFirst()) : rest.first == "-" ? name : nil
  }

  /// What stands behind an option, by itself or with an equals sign (which bash makes a word of its own); without
  /// quotes.
  private func value(of option: String) -> String? {
    for (index, word) in words.enumerated() where word.hasPrefix(option) {
      if word.hasPrefix("\(option)=") { return Self.plain(word.dropFirst(option.count + 1)) }
      guard word == option else { continue }
      let rest = words[(index + 1)...]
      return (rest.first == "=" ? rest.dropFirst() : rest).first.map { Self.plain($0[...]) }
    }
    return nil
  }

  private static func plain(_ word: Substring) -> String {
    let text = word.filter { !"'\"\\".contains($0) }
    guard text.hasPrefix("~/"), let home = Terminal.variable("HOME") else { return text }
    return home + text.dropFirst()
  }
}
