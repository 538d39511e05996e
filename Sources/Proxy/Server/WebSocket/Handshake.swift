import NIOCore
import NIOHTTP1
import OrderedJSON
import Requests
import Transports

/// The validation of a request for a WebSocket (RFC 6455, section 4.2.1).
enum Handshake: Equatable {
  /// The request is for something else.
  case none
  case good
  case bad(Problem)

  /// A problem with a request for a WebSocket.
  enum Problem: Equatable {
    case method(String)
    case version(String?)
    case key(String?)
    case httpVersion
    case body
  }

  init(_ head: HTTPRequestHead, hasBody: Bool) {
    guard head.headers.lists("upgrade", "websocket"), head.headers.lists("connection", "upgrade") else {
      self = .none
      return
    }
    let keys = head.headers["sec-websocket-key"]
    let versions = head.headers["sec-websocket-version"]
    if head.method != .GET {
      self = .bad(.method(head.method.rawValue))
    } else if head.version != .http1_1 {
      self = .bad(.httpVersion)
    } else if versions != ["13"] {
      self = .bad(.version(versions.first))
    } else if keys.count != 1 || !Self.isKey(keys[0]) {
      self = .bad(.key(keys.first))
    } else {
      self = hasBody ? .bad(.body) : .good
    }
  }

  /// Indicates whether a text is sixteen bytes in Base64.
  private static func isKey(_ text: String) -> Bool {
    text.utf8.count == 24 && text.hasSuffix("==")
      && text.utf8.dropLast(2).allSatisfy { byte in
        byte.isLetterOrDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
      }
  }
}

extension Handshake.Problem {
  /// The answer: 426 for another protocol version (section 4.4), 405 and 400 for other problems.
  var answer: Answer {
    switch self {
    case .method(let method):
      var answer = ErrorAnswer.make(
        status: 405, message: "A WebSocket is opened with GET, not \(method.prefix(20)).", code: .methodNotAllowed)
      answer.headers.append("allow", "GET")
      return answer
    case .version(let version):
      let given = version.map { "is \"\($0.prefix(20))\"" } ?? "is missing"
      var answer = ErrorAnswer.make(
        status: 426, message: "The header Sec-WebSocket-Version \(given). This server supports version 13.",
        code: .badRequest)
      answer.headers.append("sec-websocket-version", "13")
      answer.headers.append("upgrade", "websocket")
      return answer
    case .key(let key):
      let given = key.map { "is \"\($0.prefix(40))\"" } ?? "is missing"
      return bad("The header Sec-WebSocket-Key \(given). Send one, of 16 random bytes in Base64.")
    case .httpVersion: return bad("A WebSocket is opened with HTTP/1.1.")
    case .body: return bad("The WebSocket request has a body. Send it without one.")
    }
  }

  private func bad(_ message: String) -> Answer { ErrorAnswer.make(status: 400, message: message, code: .badRequest) }
}

extension HTTPHeaders {
  /// Indicates whether a list field contains a token, ignoring case.
  func lists(_ name: String, _ token: String) -> Bool {
    self[canonicalForm: name].contains { $0.utf8.count == token.utf8.count && $0.lowercased() == token }
  }
}
