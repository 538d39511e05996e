import ArgumentParser
import Maintenance
import Recordings

/// The completions that only this program knows: endpoints, operations, sessions and schemas. Unreadable folders are
/// skipped.
enum Completions {
  static let recordedEndpoints = CompletionKind.custom { words, _, _ in CommandLineWords(words).recordedEndpoints }

  /// The endpoints that have a schema.
  static let fakedEndpoints = CompletionKind.custom { words, _, _ in CommandLineWords(words).schemaNames }

  /// The endpoints that have recordings or a schema.
  static let anyEndpoint = CompletionKind.custom { words, _, _ in
    let words = CommandLineWords(words)
    return Set(words.recordedEndpoints + words.schemaNames).sorted()
  }

  /// The recorded operations. The name of an anonymous one is its folder.
  static let operations = CompletionKind.custom { words, _, _ in CommandLineWords(words).operations }

  /// The recorded named sessions.
  static let sessions = CompletionKind.custom { words, _, _ in CommandLineWords(words).sessions }

  /// The recorded sessions if the line has `--session`, else the recorded operations.
  static let operationsOrSessions = CompletionKind.custom { words, _, _ in
    let line = CommandLineWords(words)
    return words.contains("--session") ? line.sessions : line.operations
  }

  /// The endpoints that have a schema, and the files that may be one.
  static let schemas = CompletionKind.custom { words, _, prefix in
    CommandLineWords(words).schemaNames + schemaFiles(prefix)
  }

  private static let schemaEndings = [".graphqls", ".graphql", ".json"]

  /// Returns the folders and schema files in the folder of an unfinished path.
  private static func schemaFiles(_ prefix: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    return FolderListing.entries(folder.isEmpty ? "." : folder).compactMap { entry in
      let path = folder + entry.name
      if entry.isFolder { return "\(path)/" }
      return schemaEndings.contains(where: entry.name.hasSuffix) ? path : nil
    }
  }
}

/// The words of an unfinished command line, as the shell passes them.
struct CommandLineWords {
  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// The names of the endpoints in `--recordings`.
  var recordedEndpoints: [String] { endpointFolders.map(\.name) }

  /// The names of the recorded operations, of all endpoints or the one of `--endpoint`.
  var operations: [String] {
    let names = chosenFolders.flatMap { folder in
      FolderListing.entries(folder.path).filter(\.isFolder).compactMap { Self.operation(inFolder: $0.name) }
    }
    return Set(names).sorted()
  }

  /// The names of the recorded sessions, of all endpoints or the one of `--endpoint`.
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

  /// Returns `LaunchList` for `query.LaunchList-501f4243`; the folder's own name for an anonymous operation.
  private static func operation(inFolder name: String) -> String? {
    let kinds = ["query", "mutation", "subscription"]
    guard let kind = kinds.first(where: name.hasPrefix), let dash = name.lastIndex(of: "-") else { return nil }
    let rest = name.dropFirst(kind.count)
    return rest.first == "." ? String(rest[..<dash].dropFirst()) : rest.first == "-" ? name : nil
  }

  /// Returns an option's value without quotes, after a space or an equals sign. In bash the sign is a word of its own.
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
