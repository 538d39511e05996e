import FakeValues
import Requests
import Transports

/// `GET /__understudy/images/<name>`: the images of generated image URLs.
enum PicturePage {
  static func answer(_ name: String, _ parameters: [(name: String, value: String)]) -> Answer {
    do throws(Picture.Problem) {
      let picture = try Picture(name, parameters)
      return Answer(
        status: 200,
        headers: [
          "content-type": picture.mediaType, "cache-control": "max-age=86400",
          AnswerSource.header: AnswerSource.understudy.rawValue,
        ],
        body: .bytes(picture.bytes))
    } catch {
      return ErrorAnswer.make(status: error.status, message: error.message, code: error.code)
    }
  }
}

extension Picture.Problem {
  var message: String {
    switch self {
    case .format(let name):
      "There is no picture \"\(name.prefix(100))\": a picture's name ends in .png or .svg, as /__understudy/images/\(Self.shown(name)).png."
    case .side(let name, let value):
      "The picture's \(name)=\(value.prefix(40)) must be a whole number of pixels from \(Picture.sizes.lowerBound) to \(Picture.sizes.upperBound), such as \(name)=320."
    }
  }

  var status: Int {
    switch self {
    case .format: 404
    case .side: 400
    }
  }

  var code: ErrorCode {
    switch self {
    case .format: .unknownEndpoint
    case .side: .badRequest
    }
  }

  /// Returns the name without its file ending; `example` if it cannot be part of a URL unencoded.
  private static func shown(_ name: String) -> String {
    let stem = name.prefix { $0 != "." }
    return stem.isEmpty || !stem.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) ? "example" : String(stem.prefix(40))
  }
}
