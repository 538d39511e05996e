import OrderedJSON
import Transports

/// Header fields of captured requests, as an engine gets them.
enum CapturedHeaders {
  /// Fields of the connection, of the page that sent the request, or of the encoded body.
  private static let left: Set<String> = [
    "host", "origin", "referer", "content-length", "connection", "transfer-encoding", "upgrade", "content-encoding",
    "keep-alive", "te", "trailer", "expect",
  ]
  private static let sessionNames: Set<String> = ["x-understudy-session", "x-understudy-start"]

  /// Returns the fields without those, and with the user's fields in place of the file's.
  static func cleaned(_ headers: HeaderList, besides said: HeaderList) -> HeaderList {
    var result = HeaderList(
      headers.fields.filter { field in
        let name = field.name.lowercased()
        if name.hasPrefix("x-understudy-") { return sessionNames.contains(name) }
        return !left.contains(name) && !name.hasPrefix("sec-")
      })
    for field in said.fields { result.set(field.name, field.value) }
    return result
  }

  /// Returns the header fields of an operation over a WebSocket: those of the handshake, and the texts of
  /// `connection_init`, which often has credentials.
  static func ofSocket(_ handshake: HeaderList, _ initPayload: JSON?) -> HeaderList {
    var result = handshake
    let nested = initPayload?["headers"]?.objectValue?.members ?? []
    for member in (initPayload?.objectValue?.members ?? []) + nested {
      guard let value = member.value.stringValue, isName(member.name),
        !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
      else { continue }
      result.set(member.name, value)
    }
    result.set("content-type", "application/json")
    return result
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte.isLetterOrDigit || byte == 0x2D || byte == 0x5F
      }
  }
}
