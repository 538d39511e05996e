import EndpointConfiguration
import Engine
import OrderedJSON
import Recordings
package import Transports

/// One exchange with a server, as the file of another tool has it.
package struct CapturedEntry: Sendable {
  /// Which one of the file it is, from 1.
  package var number: Int
  package var method: String
  package var url: CapturedURL
  package var requestHeaders: HeaderList
  package var requestBody: Body
  package var answer: Answer
  /// When it started, in nanoseconds since 1970; nil where the file does not say.
  package var began: UInt64?
  /// How long it took, in nanoseconds.
  package var duration: UInt64 = 0
  /// What was said over it, where it opened a WebSocket.
  package var messages: [CapturedMessage] = []

  /// A request's body.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// It is not in the file, and why.
    case missing(String)

    /// As far as it is there.
    package var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
  }

  /// What came back.
  package enum Answer: Sendable {
    /// The body's content codings are undone unless `content-encoding` says otherwise.
    case whole(status: Int, headers: HeaderList, body: [UInt8])
    /// It is not in the file, and why.
    case missing(String)
  }

  /// The response's header fields; none where there is no response.
  package var responseHeaders: HeaderList { if case .whole(_, let headers, _) = answer { headers } else { [:] } }

  /// For people: `POST https://api.example.com/graphql`.
  package var title: String { "\(method.prefix(20)) \(url.shown)" }
}

/// A text message of a WebSocket.
package struct CapturedMessage: Sendable {
  package var isSent: Bool
  /// Nanoseconds since 1970; nil where the file does not say.
  package var time: UInt64?
  package var text: String
}

/// A URL as captures have it.
package struct CapturedURL: Hashable, Sendable {
  /// Scheme, host and path, `http` for `ws`; only a path where the file knows no host.
  package let base: String
  /// What stands behind the question mark.
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

  /// Scheme and host with its port; nil where the file knows none.
  package var origin: String? {
    guard let separator = base.firstRange(ofText: "://") else { return nil }
    return String(base[..<(base[separator.upperBound...].firstIndex(of: "/") ?? base.endIndex)])
  }

  /// For people; a query may hold a key, and is left out.
  package var shown: String { query == nil ? base : "\(base)?…" }
}
