import OrderedJSON
import Recordings
import Transports
import Yams

/// Reads a tape of Proxay: YAML, `http_interactions` with request and response, bodies as text or in Base64. A tape has
/// neither hosts nor times; requests are in the order of the file.
struct ProxayTape {
  let path: String

  /// - Throws: if it is not YAML, or not a tape.
  func read(_ bytes: [UInt8]) throws(InterchangeError) -> CaptureFile {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw InterchangeError(path, nil, "is not text: expected a HAR (JSON) or a Proxay tape (YAML).")
    }
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch {
      throw syntaxError(error)
    }
    guard case .mapping(let mapping)? = root, let list = mapping["http_interactions"] else {
      throw error(
        root,
        "is neither a HAR (JSON) nor a Proxay tape, which is YAML with \"http_interactions:\". Import one of the two.")
    }
    guard case .sequence(let interactions) = list else {
      throw error(list, "\"http_interactions\" is \(kind(list)): expected a list of requests with their responses.")
    }
    var entries: [CapturedEntry] = []
    var places: [RecordingError.Place?] = []
    for (index, node) in interactions.enumerated() {
      entries.append(try entry(node, number: index + 1))
      places.append(place(node))
    }
    return CaptureFile(path: path, format: .proxay, entries: entries, name: path, places: .listed(places))
  }

  private func entry(_ node: Node, number: Int) throws(InterchangeError) -> CapturedEntry {
    let request = try member("request", of: node, "interaction \(number)")
    let response = try member("response", of: node, "interaction \(number)")
    guard let method = request["method"]?.string, let path = request["path"]?.string else {
      if request["uri"] != nil {
        throw error(
          request,
          "interaction \(number) is of VCR (Ruby), with \"uri\". Only Proxay tapes are supported, with \"path\". Capture the traffic as HAR instead."
        )
      }
      throw error(request, "the request of interaction \(number) has no method or no path: expected both as strings.")
    }
    guard let status = response["status"]?["code"]?.int else {
      throw error(response, "the response of interaction \(number) has no \"status: { code: 200 }\": add it.")
    }
    var headers = headers(response["headers"])
    let (body, isPlain) = try body(response["body"], "the response of interaction \(number)", in: response)
    if isPlain { headers.remove("content-encoding") }
    headers.remove("content-length")
    headers.remove("transfer-encoding")
    let (sent, isReadable) = try self.body(request["body"], "the request of interaction \(number)", in: request)
    let isText = isReadable || String(validating: sent, as: UTF8.self) != nil
    return CapturedEntry(
      number: number, method: method.uppercased(), url: CapturedURL(path),
      requestHeaders: self.headers(request["headers"]),
      requestBody: isText ? .bytes(sent) : .missing("its request body is compressed"),
      answer: .whole(status: status, headers: headers, body: body))
  }

  /// Returns a body, and true if it is decoded: a body in Base64 is as received.
  private func body(
    _ node: Node?, _ what: String, in parent: Node
  ) throws(InterchangeError) -> (bytes: [UInt8], isPlain: Bool) {
    guard let node else { return ([], true) }
    guard case .mapping = node, let data = node["data"]?.scalar?.string else {
      throw error(node, "the body of \(what) has no data: expected \"encoding\" and \"data\".")
    }
    switch node["encoding"]?.string {
    case "utf8": return (Array(data.utf8), true)
    case "base64":
      guard let bytes = data.base64Bytes else {
        throw error(node["data"], "the body of \(what) is not Base64: record it again.")
      }
      return (bytes, String(validating: bytes, as: UTF8.self) != nil)
    default:
      throw error(
        node,
        "the body of \(what) has the encoding \(node["encoding"]?.string.map { "\"\($0.prefix(40))\"" } ?? "none"): expected utf8 or base64."
      )
    }
  }

  private func headers(_ node: Node?) -> HeaderList {
    var headers = HeaderList()
    guard case .mapping(let mapping)? = node else { return headers }
    for (key, value) in mapping {
      guard let name = key.string else { continue }
      switch value {
      case .scalar(let scalar): headers.append(name, scalar.string)
      case .sequence(let lines): for line in lines { if let text = line.scalar?.string { headers.append(name, text) } }
      default: break
      }
    }
    return headers
  }

  // MARK: Errors

  private func member(_ name: String, of node: Node, _ what: String) throws(InterchangeError) -> Node {
    guard case .mapping = node else {
      throw error(node, "\(what) is \(kind(node)): expected \"request\" and \"response\".")
    }
    guard let member = node[name], case .mapping = member else {
      throw error(node, "\(what) has no \"\(name)\": expected \"request\" and \"response\" for each.")
    }
    return member
  }

  private func syntaxError(_ error: any Error) -> InterchangeError {
    let hint = "expected a HAR (JSON) or a Proxay tape (YAML with \"http_interactions:\")."
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return InterchangeError(
        path, RecordingError.Place(line: mark.line, column: mark.column),
        "is neither JSON nor YAML (\(problem)): \(hint)")
    case .duplicatedKeysInMapping(let duplicates, let context):
      return InterchangeError(
        path, RecordingError.Place(line: context.mark.line, column: context.mark.column),
        "\(duplicates.map { "\($0)" }.sorted().joined(separator: ", ")) appears twice: keep one of the two.")
    default: return InterchangeError(path, nil, "is neither JSON nor YAML: \(hint)")
    }
  }

  private func error(_ node: Node?, _ message: String) -> InterchangeError {
    InterchangeError(path, node.flatMap(place), message)
  }

  private func place(_ node: Node) -> RecordingError.Place? {
    node.mark.map { RecordingError.Place(line: $0.line, column: $0.column) }
  }

  private func kind(_ node: Node) -> String {
    switch node {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar, .alias: "a single value"
    }
  }
}
