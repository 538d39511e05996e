import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
package import Transports

/// One exchange with a server, as another tool's file has it.
package struct CapturedEntry: Sendable {
  /// Its number in the file, from 1.
  package var number: Int
  package var method: String
  package var url: CapturedURL
  package var requestHeaders: HeaderList
  package var requestBody: Body
  package var answer: Answer
  /// The time when it started, in nanoseconds since 1970; nil if the file does not have it.
  package var began: UInt64?
  /// The duration, in nanoseconds.
  package var duration: UInt64 = 0
  package var messages: [CapturedMessage] = []

  package enum Body: Sendable {
    case bytes([UInt8])
    /// The reason why the file does not have it.
    case missing(String)

    /// The bytes; empty if they are missing.
    package var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
  }

  /// The response.
  package enum Answer: Sendable {
    /// The body is decoded unless there is a `content-encoding`.
    case whole(status: Int, headers: HeaderList, body: [UInt8])
    case missing(String)
  }

  package var responseHeaders: HeaderList { if case .whole(_, let headers, _) = answer { headers } else { [:] } }

  /// The title for messages: `POST https://api.example.com/graphql`.
  package var title: String { "\(method.prefix(20)) \(url.shown)" }
}

/// A text message of a WebSocket.
package struct CapturedMessage: Sendable {
  package var isSent: Bool
  /// Nanoseconds since 1970; nil if the file does not have it.
  package var time: UInt64?
  package var text: String
}

/// A URL in a capture.
package struct CapturedURL: Hashable, Sendable {
  /// Scheme, host and path, `http` for `ws`; only a path if the file has no host.
  package let base: String
  /// The part after the question mark.
  package let query: String?

  package init(_ text: String) {
    let whole = text.prefix { $0 != "#" }
    let base = whole.prefix { $0 != "?" }
    query = base.endIndex == whole.endIndex ? nil : String(whole[whole.index(after: base.endIndex)...])
    if base.hasPrefix("ws://") || base.hasPrefix("wss://") {
      self.base = "http" + base.dropFirst(2)
    } else {
      self.base = String(base)
    }
  }

  /// Scheme and host with its port; nil if the file has none.
  package var origin: String? {
    guard let separator = base.firstRange(ofText: "://") else { return nil }
    return String(base[..<(base[separator.upperBound...].firstIndex(of: "/") ?? base.endIndex)])
  }

  /// The text for messages; without the query, which may hold a key.
  package var shown: String { query == nil ? base : "\(base)?…" }
}
