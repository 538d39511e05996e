import EndpointConfiguration
import Recordings
import Redaction
import SchemaSources

/// The settings that all shards of an endpoint must share, because keys and placeholders depend on them: the rules of
/// `endpoint.yaml`, and the salt.
struct ShardSettings {
  let configuration: EndpointConfiguration
  /// The paths of the files to copy into the target, which lacks them: `endpoint.yaml`, the salt, manifests.
  private(set) var missing: [String: String] = [:]

  /// Compares the folders, the target first. Folders without a salt agree with any salt: they have nothing redacted.
  /// - Throws: `ConfigurationError` if they differ; `RecordingError` if a file cannot be read.
  init(_ target: EndpointFolder, _ shards: [EndpointFolder]) throws {
    let folders = try FileReading.exists(target.path) ? [target] + shards : shards
    var rules: (configuration: EndpointConfiguration, folder: EndpointFolder)?
    var salt: (value: RedactionSalt, folder: EndpointFolder)?
    for folder in folders {
      let configuration = try folder.configuration().compared
      if let rules, rules.configuration != configuration {
        throw ConfigurationError(
          "\(folder.configurationPath) has other rules than \(rules.folder.configurationPath). Requests match by these rules, so the recordings cannot be merged. Start every shard from the same recordings (understudy shard init FOLDER --from \(RecordingError.shellQuoted(rules.folder.parent))), and record the shards again."
        )
      }
      rules = rules ?? (configuration, folder)
      guard let value = try folder.salt() else { continue }
      if let salt, salt.value != value {
        throw ConfigurationError(
          "\(folder.path)/\(RedactionSalt.fileName) differs from \(salt.folder.path)/\(RedactionSalt.fileName). Redacted values depend on the salt, so the recordings cannot be merged. Start every shard from the same recordings (understudy shard init FOLDER --from \(RecordingError.shellQuoted(salt.folder.parent))), and record the shards again."
        )
      }
      salt = salt ?? (value, folder)
    }
    configuration = rules?.configuration ?? EndpointConfiguration()
    for file in [EndpointFolder.configurationFileName, RedactionSalt.fileName] + configuration.innerManifests {
      guard try !FileReading.exists("\(target.path)/\(file)") else { continue }
      for folder in shards where try missing[file] == nil && FileReading.exists("\(folder.path)/\(file)") {
        missing[file] = "\(folder.path)/\(file)"
      }
    }
  }
}

extension EndpointConfiguration {
  /// The manifests in the endpoint's folder, which a packed folder has, too.
  var innerManifests: [String] {
    persistedQueries.map(\.name).filter { !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") }
  }

  /// The settings that matter for recordings. Each shard may have an upstream of its own.
  fileprivate var compared: EndpointConfiguration {
    var settings = self
    settings.upstream = nil
    settings.mentions = []
    return settings
  }
}

extension EndpointFolder {
  /// The folder of recordings that contains this endpoint.
  var parent: String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
