import OrderedJSON
import Recordings
import Transports

/// Reads one entry of a HAR.
struct HAREntry {
  let reader: HARReader
  let number: Int
  let sibling: (String) -> [UInt8]?

  private var steps: [JSONLocator.Step] { [.member("log"), .member("entries"), .element(number - 1)] }

  func read(_ json: JSON) throws(InterchangeError) -> CapturedEntry {
    guard case .object(let request)? = json["request"] else {
      throw reader.error(
        steps, "\"request\" of entry \(number) is \(json["request"]?.kindDescription ?? "missing"): expected an object."
      )
    }
    guard let method = request["method"]?.stringValue, let url = request["url"]?.stringValue else {
      throw reader.error(
        steps + [.member("request")],
        "the request of entry \(number) has no \(request["method"]?.stringValue == nil ? "method" : "url"): expected \"method\" and \"url\" as strings."
      )
    }
    var requestHeaders = reader.headers(request["headers"])
    if requestHeaders[first: "content-type"] == nil, let type = request["postData"]?["mimeType"]?.stringValue,
      !type.isEmpty
    {
      requestHeaders.append("content-type", type)
    }
    return CapturedEntry(
      number: number, method: method.uppercased(), url: CapturedURL(url), requestHeaders: requestHeaders,
      requestBody: requestBody(request), answer: answer(json),
      began: json["startedDateTime"]?.stringValue.flatMap(HARTime.nanoseconds),
      duration: HARTime.duration(json["time"]),
      messages: messages(json["_webSocketMessages"]))
  }

  // MARK: Bodies

  private func requestBody(_ request: JSONObject) -> CapturedEntry.Body {
    let size = request["bodySize"]?.intValue ?? -1
    guard let data = request["postData"], !data.isNull else {
      return size > 0 ? .missing("the file does not contain the request body (\(size) bytes)") : .bytes([])
    }
    if let file = data["_file"]?.stringValue {
      guard let bytes = sibling(file) else {
        return .missing("the request body is in \(file), which is not beside the HAR")
      }
      return .bytes(bytes)
    }
    guard let text = data["text"]?.stringValue, !text.isEmpty || size <= 0 else {
      return .missing("the file does not contain the request body")
    }
    if data["encoding"]?.stringValue == "base64" {
      guard let bytes = text.base64Bytes else {
        return .missing("the request body is declared as Base64, but is not")
      }
      return .bytes(bytes)
    }
    let bytes = bytes(of: text, size: size)
    // Browsers omit the files of an upload; the rest would be taken for other files.
    if data["mimeType"]?.stringValue?.hasPrefix("multipart/") == true, size > 0, size != bytes.count {
      return .missing("the file does not contain the whole upload: \(bytes.count) of \(size) bytes")
    }
    return .bytes(bytes)
  }

  private func answer(_ json: JSON) -> CapturedEntry.Answer {
    guard let response = json["response"], let status = response["status"]?.intValue, status > 0 else {
      let why = (json["response"]?["_error"] ?? json["_error"])?.stringValue.map { ": \($0)" } ?? ""
      return .missing("it has no answer (status 0: blocked, canceled, or the connection failed\(why))")
    }
    var headers = reader.headers(response["headers"])
    let content = response["content"]
    if headers[first: "content-type"] == nil, let type = content?["mimeType"]?.stringValue, type.contains("/"),
      type != "x-unknown"
    {
      headers.append("content-type", type)
    }
    if headers[first: "location"] == nil, let place = response["redirectURL"]?.stringValue, !place.isEmpty {
      headers.append("location", place)
    }
    switch body(content, status: status) {
    case .missing(let reason): return .missing(reason)
    case .bytes(let bytes):
      // Bodies in a HAR are decoded; but Polly.JS keeps the bytes that Node.js received, in Base64.
      if String(validating: bytes, as: UTF8.self) != nil { headers.remove("content-encoding") }
      headers.remove("content-length")
      headers.remove("transfer-encoding")
      // For a 304, a browser has the body from its cache.
      return .whole(status: status == 304 && !bytes.isEmpty ? 200 : status, headers: headers, body: bytes)
    }
  }

  private func body(_ content: JSON?, status: Int) -> CapturedEntry.Body {
    let size = content?["size"]?.intValue ?? -1
    if let file = content?["_file"]?.stringValue {
      guard let bytes = sibling(file) else {
        return .missing("the response body is in \(file), which is not beside the HAR")
      }
      return .bytes(bytes)
    }
    guard let text = content?["text"]?.stringValue, !text.isEmpty || size <= 0 else {
      let isEmpty = size == 0 || status == 204 || status == 101
      return isEmpty
        ? .bytes([]) : .missing("the file does not contain the response body (it was saved without content)")
    }
    guard content?["encoding"]?.stringValue == "base64" else {
      // Polly.JS: as received.
      guard content?["_isBinary"] == .bool(true), !text.isEmpty else { return .bytes(bytes(of: text, size: size)) }
      guard let bytes = text.hexChunks else {
        return .missing("the response body is binary, and not in the hexadecimal chunks of Polly.JS")
      }
      return .bytes(bytes)
    }
    guard let bytes = text.base64Bytes else {
      return .missing("the response body is declared as Base64, but is not")
    }
    return .bytes(bytes)
  }

  /// Returns the bytes of a body that the file has as text; `size` is their number, or not above 0 if unknown.
  private func bytes(of text: String, size: Int) -> [UInt8] {
    (reader.isOfMitmproxy ? text.bytesOfMitmproxy(count: size) : nil) ?? text.capturedBytes
  }

  /// Returns the text messages; GraphQL uses no others.
  private func messages(_ json: JSON?) -> [CapturedMessage] {
    (json?.arrayValue ?? []).compactMap { message in
      guard message["opcode"]?.intValue ?? 1 == 1, let text = message["data"]?.stringValue,
        let type = message["type"]?.stringValue
      else { return nil }
      return CapturedMessage(
        isSent: type == "send", time: message["time"]?.numberValue?.double.flatMap(HARTime.nanoseconds(seconds:)),
        text: LoneSurrogates.decoded(text))
    }
  }
}
