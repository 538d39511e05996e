import Dispatch
import Foundation

/// The control API of one port of the program: JSON over HTTP, a connection for each request.
///
/// It is written on sockets because the properties of `Understudy` wait for the answer, which URLSession cannot.
struct ControlClient: Sendable {
  /// For example `http://127.0.0.1:49152`.
  let origin: String
  private let host: String
  private let port: Int

  /// For how long an answer may take, in seconds.
  private static let patience = 60

  /// - Parameter url: of a running program.
  /// - Throws: `UnderstudyError` if it is no `http` URL.
  init(_ url: String) throws(UnderstudyError) {
    guard let parts = URLComponents(string: url), let scheme = parts.scheme, let host = parts.host, !host.isEmpty else {
      throw UnderstudyError("\"\(url)\" is not the URL of a running understudy. Set one such as http://127.0.0.1:4000.")
    }
    guard scheme == "http" else {
      throw UnderstudyError("The Swift library connects to \(url) without TLS. Start the program without --tls.")
    }
    self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    port = parts.port ?? 80
    origin = "http://\(self.host.contains(":") ? "[\(self.host)]" : self.host):\(port)"
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Parameters:
  ///   - method: for example `GET`.
  ///   - page: the path below `/__understudy/`, encoded.
  ///   - body: the members of the body; nil for no body.
  /// - Returns: the answer.
  /// - Throws: `UnderstudyError` with the program's message if it refuses the request, and if it cannot be reached.
  func send(
    _ method: String, _ page: String, _ body: [String: Understudy.JSONValue]? = nil
  ) throws(UnderstudyError) -> Understudy.JSONValue {
    let bytes = body.map { Array(Understudy.JSONValue.object($0).text.utf8) } ?? []
    let head =
      "\(method) /__understudy/\(page) HTTP/1.1\r\nHost: \(origin.dropFirst("http://".count))\r\nConnection: close\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n\r\n"
    let answer: [UInt8]
    do {
      let socket = try ClientSocket(host: host, port: port, patience: Self.patience)
      defer { socket.close() }
      try socket.write(Array(head.utf8) + bytes)
      answer = try socket.readToEnd()
    } catch {
      throw UnderstudyError("Understudy cannot be reached at \(origin): \(error.reason). Check that it runs.")
    }
    guard let json = Self.body(of: answer).flatMap({ JSONReader.value($0) }) else {
      throw UnderstudyError("What listens at \(origin) is not understudy: its answer has no JSON. Check the port.")
    }
    if let message = json["errors"]?[0]?["message"]?.string { throw UnderstudyError(message) }
    return json
  }

  /// The same from a task: it waits on another thread, so that the tasks of the tests go on.
  func sendLater(
    _ method: String, _ page: String, _ body: [String: Understudy.JSONValue]? = nil
  ) async throws(UnderstudyError) -> Understudy.JSONValue {
    let result: Result<Understudy.JSONValue, UnderstudyError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: Result { () throws(UnderstudyError) in try send(method, page, body) })
      }
    }
    return try result.get()
  }

  /// The bytes after the head; nil if there are fewer than the head says.
  private static func body(of answer: [UInt8]) -> ArraySlice<UInt8>? {
    guard let end = answer.indices.first(where: { answer[$0...].starts(with: [13, 10, 13, 10]) }) else { return nil }
    let body = answer[(end + 4)...]
    for line in String(decoding: answer[..<end], as: UTF8.self).split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].trimmingCharacters(in: .whitespaces)) == body.count ? body : nil
    }
    return nil
  }

  /// A text as a part of a path or a query.
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._"))) ?? text
  }
}
