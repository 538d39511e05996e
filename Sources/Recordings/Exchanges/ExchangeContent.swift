/// The kind of a body that is not GraphQL, by its media type.
package enum ExchangeContent: Sendable {
  case json, form, multipart
  /// Text, which is scanned for secrets.
  case text
  /// An image, a font, a sound or a video.
  case media
  /// Anything else, which may hold secrets that nobody can find.
  case other

  /// Finds the kind of a media type, which is in lower case, without parameters; empty if there is none.
  package init(mediaType type: String) {
    let subtype = type.split(separator: "/", maxSplits: 1).last.map(String.init) ?? ""
    switch type {
    case "application/x-www-form-urlencoded": self = .form
    case "multipart/form-data": self = .multipart
    case "image/svg+xml": self = .text
    case "application/javascript", "application/ecmascript", "application/xml", "application/yaml", "application/toml",
      "application/x-javascript", "application/x-ndjson", "application/jsonl", "application/vnd.apple.mpegurl",
      "application/x-mpegurl", "application/graphql":
      self = .text
    case "application/vnd.ms-fontobject", "application/x-font-ttf", "application/x-font-woff": self = .media
    case _ where type.hasPrefix("image/") || type.hasPrefix("audio/") || type.hasPrefix("video/"): self = .media
    case _ where type.hasPrefix("font/") || subtype.hasPrefix("font-"): self = .media
    case _ where subtype == "json" || subtype.hasSuffix("+json"): self = .json
    case _ where type.hasPrefix("text/") || subtype.hasSuffix("+xml"): self = .text
    default: self = .other
    }
  }
}
