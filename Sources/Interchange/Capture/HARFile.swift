import OrderedJSON
import Recordings
import Transports

/// Reads an HTTP archive (HAR 1.2), as browsers, Playwright, Polly.JS and mitmproxy write it.
struct HARFile {
  let path: String
  let sibling: (String) -> [UInt8]?

  /// - Throws: if it is not JSON, not a HAR, or has an invalid entry.
  func read(_ bytes: [UInt8]) throws(InterchangeError) -> CaptureFile {
    let root: JSON
    do {
      root = try JSON.parse(bytes)
    } catch {
      throw notJSON(error, bytes)
    }
    let isOfMitmproxy = root["log"]?["creator"]?["name"]?.stringValue == "mitmproxy"
    let reader = HARReader(path: path, bytes: bytes, isOfMitmproxy: isOfMitmproxy)
    guard case .object(let object) = root else {
      throw reader.error([], "is \(root.kindDescription), not a HAR: \(Self.expected)")
    }
    guard let log = object["log"] else { throw reader.error([], Self.otherJSON(object)) }
    guard case .object(let log) = log else {
      throw reader.error([.member("log")], "\"log\" is \(log.kindDescription): \(Self.expected)")
    }
    guard case .array(let list)? = log["entries"] else {
      throw reader.error(
        [.member("log")], "\"entries\" of the log is \(log["entries"]?.kindDescription ?? "missing"): \(Self.expected)")
    }
    var entries: [CapturedEntry] = []
    entries.reserveCapacity(list.count)
    for (index, entry) in list.enumerated() {
      entries.append(try HAREntry(reader: reader, number: index + 1, sibling: sibling).read(entry))
    }
    return CaptureFile(
      path: path, format: .har, entries: entries, name: log["_recordingName"]?.stringValue ?? path,
      places: .har(bytes))
  }

  static let expected = #"a HAR is {"log": {"entries": […]}}. Save it with content, from the browser's network panel."#

  private func notJSON(_ error: JSONError, _ bytes: [UInt8]) -> InterchangeError {
    let place = RecordingError.Place(line: error.line, column: error.column)
    guard error.isCutOff(in: bytes) else {
      return InterchangeError(path, place, "is not JSON, so it is not a HAR: \(error.message). Save it again.")
    }
    return InterchangeError(
      path, place,
      "the file ends here, inside its JSON (\(error.message)): it is incomplete. Save it again. Playwright and mitmproxy write a HAR when the context or the program is closed."
    )
  }

  private static func otherJSON(_ object: JSONObject) -> String {
    let values = object.members.map(\.value)
    let isMap = !values.isEmpty && values.allSatisfy { $0.stringValue != nil || $0["source"] != nil }
    if object["format"]?.stringValue == PersistedManifest.format || isMap {
      return
        "is a manifest of operations, without answers to import. To list which are recorded: understudy manifest FILE --endpoint NAME"
    }
    if object["info"] != nil, object["item"] != nil {
      return "is a Postman collection, which has no recorded answers: \(expected)"
    }
    return "\"log\" is missing: \(expected)"
  }
}

/// Reads the common parts of a HAR.
struct HARReader {
  let path: String
  let bytes: [UInt8]
  let isOfMitmproxy: Bool

  func error(_ steps: [JSONLocator.Step], _ message: String) -> InterchangeError {
    InterchangeError(path, JSONLocator.place(of: steps, in: bytes), message)
  }

  /// Returns a list of `{"name": …, "value": …}`, without HTTP/2 pseudo-header fields, which start with a colon.
  func headers(_ json: JSON?) -> HeaderList {
    var headers = HeaderList()
    for header in json?.arrayValue ?? [] {
      guard let name = header["name"]?.stringValue, let value = header["value"]?.stringValue, !name.hasPrefix(":"),
        !name.isEmpty
      else { continue }
      // Chrome joins the lines of several cookies.
      for line in value.split(separator: "\n", omittingEmptySubsequences: false) { headers.append(name, String(line)) }
    }
    return headers
  }
}
