import OrderedJSON
package import Recordings

/// The outcome of writing an upstream to `endpoint.yaml`.
package enum RememberedUpstream: Hashable, Sendable {
  /// The file now has the upstream, without these parts.
  case written(UpstreamURL.LeftOut)
  /// The file already had an upstream and was not changed.
  case known
  /// The file cannot be edited safely. The user has to add this line.
  case byHand(line: String)
}

extension EndpointFolder {
  /// Writes an upstream to `endpoint.yaml`, unless the file has one. The rest of the file is unchanged. A query and
  /// path segments that look like a key are not written.
  ///
  /// - Throws: `RecordingError` if the file cannot be read or written, or is not valid.
  package func remember(_ upstream: UpstreamURL) throws(RecordingError) -> RememberedUpstream {
    let (url, leftOut) = upstream.remembered
    let line = "\(EndpointConfiguration.Key.upstream.rawValue): \(Self.yaml(url.description))"
    let comment = "# Without \(leftOut.description). Pass the whole URL with --upstream."
    let lines = leftOut.isEmpty ? [line] : [comment, line]
    var isKnown = false
    try FileWriting.makeFolders(path)
    let isDone = try ConfigurationEdit.edit(inFolder: path) { bytes, path throws(RecordingError) in
      let before = try EndpointConfiguration(yaml: bytes, path: path)
      isKnown = before.upstream != nil
      if isKnown { return bytes }
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      let edited = Array(ConfigurationEdit.inserting(lines, into: text).utf8)
      // Checks that only the upstream is new.
      guard var after = try? EndpointConfiguration(yaml: edited, path: path), after.upstream == url else { return nil }
      after.upstream = nil
      return after == before ? edited : nil
    }
    if isKnown { return .known }
    return isDone ? .written(leftOut) : .byHand(line: line)
  }

  /// Throws an error if the folder records an API on another host. Hosts such as `api.shop.example` and `www.shop.example`
  /// have the same default name.
  package func requireHost(of url: UpstreamURL) throws(RecordingError) {
    guard let known = try configuration().upstream, !known.hasHost(of: url) else { return }
    throw RecordingError(
      .invalidEndpoint, configurationPath, nil,
      "it has another upstream: \(known.shown). To record \(url.shown) into a folder of its own, name it: --endpoint NAME. To record it into this one: --endpoint \(name)"
    )
  }

  /// Replaces the upstream in `endpoint.yaml`. Returns false if the file has another one, or cannot be edited safely.
  func replace(_ old: UpstreamURL, by new: UpstreamURL) throws(RecordingError) -> Bool {
    let key = EndpointConfiguration.Key.upstream.rawValue
    let (before, after) = (old.remembered.url, new.remembered.url)
    return try ConfigurationEdit.edit(inFolder: path) { bytes, path throws(RecordingError) in
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      var lines = ConfigurationEdit.lines(of: text)
      guard let place = lines.firstIndex(of: "\(key): \(Self.yaml(before.description))") else { return nil }
      lines[place] = "\(key): \(Self.yaml(after.description))"
      let edited = Array(lines.joined(separator: text.contains("\r\n") ? "\r\n" : "\n").utf8)
      return (try? EndpointConfiguration(yaml: edited, path: path))?.upstream == after ? edited : nil
    }
  }

  /// Formats a URL for YAML: plain if all its characters are safe, else as a JSON string, which is also YAML.
  private static func yaml(_ url: String) -> String {
    let isPlain =
      url.utf8.last != UInt8(ascii: ":")
      && url.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || ":/._~%?&=+-".utf8.contains(byte)
      }
    return isPlain ? url : JSON.string(url).compactText
  }
}
